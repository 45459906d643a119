import { isPlainObject, memberOf } from '../json/plain.ts';
import type { AnswerValue } from '../model/answer.ts';
import { statusOf } from '../model/exchange.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import type { AddedExchange } from '../model/reading.ts';
import { changed, valueIn, written } from './edits.ts';
import { allFields, type RequestField } from './fields.ts';
import { type Ask, type Asker, failureOf, type Sender, type SettledExchange, type Variant } from './send.ts';

/** How a question is asked: what is sent at most, and what the responses say. */

/** An operation as a run sends it: what probes change in one thing. */
export interface Base {
  readonly operation: OperationContract;
  /** Of its request; none without a body. */
  readonly fields: readonly RequestField[];
  /** What every request of it addresses. */
  readonly addressed: Readonly<Record<string, string>>;
  /** The identifiers of each resource that a run would address. */
  readonly resources: Readonly<Record<string, string>>[];
  /** The body of a run, with a mark of this one in it; undefined for an operation without a body. */
  readonly body: unknown;
  /** Why a run cannot send it; null where it can. */
  readonly gap: string | null;
}

/** What a question came to. */
export type ProbeResult =
  | {
      readonly answer: AnswerValue;
      readonly shown: readonly AddedExchange[];
      readonly note?: string | undefined;
    }
  /** Why there is no answer, and whether that is because answers differ. */
  | { readonly why: string; readonly differs?: true };

/** What a probe is given. */
export interface ProbeContext {
  readonly base: Base;
  readonly ask: Ask;
  /** Twelve hexadecimal digits, of which names and ids are made that nobody else has. */
  readonly runId: string;
  /** An answer that this asking checks; null for none. */
  readonly expected: AnswerValue | null;
  /** The request as a run sends it; null where it was not allowed, and a run has shown that it is served. */
  readonly served: AddedExchange | null;
  /** Resources that were removed, by their identifiers as JSON, each with the exchange that was served. */
  readonly removed: Map<string, AddedExchange>;
  /** A resource that no probe has taken: one that is set, or that a command makes. */
  readonly take: () => Promise<Readonly<Record<string, string>> | { readonly why: string }>;
  /** Every operation of the contract that is asked about. */
  readonly bases: readonly Base[];
  /** What came of the requests so far that differ in one field. */
  readonly aboutFields: Sender['aboutFields'];
}

export interface QuestionProbe extends Asker {
  readonly question: Question;
  readonly base: Base;
  /** What is sent, in words that follow the method: `with one field null, for each of 19`. */
  readonly sends: string;
  readonly inquire: (context: ProbeContext) => Promise<ProbeResult>;
  /** Asked after others, as it can use what they have removed. */
  readonly isLast?: true;
}

/** What a probe adds to its question. */
export type ProbeParts = Pick<QuestionProbe, 'most' | 'sends' | 'inquire' | 'isLast'>;

/** How questions are asked, by the ends of their ids. */
export type Ways = Readonly<Record<string, (base: Base) => ProbeParts>>;

/** Statuses about credentials, which most probes leave as they are. */
const aboutCredentials = new Set([401, 403]);

export type ProbeOutcome = 'served' | 'refused' | 'redirected' | NonNullable<ReturnType<typeof failureOf>>;

/** What came of a request; null where its response says nothing of what was changed in it. */
export function outcomeOf(read: SettledExchange, isAboutCredentials = false): ProbeOutcome | null {
  const status = statusOf(read.exchange) ?? 0;
  if (read.differs !== undefined) return null;
  if (read.meaning === 'success') return 'served';
  const failure = failureOf(read);
  if (failure !== null) return read.failsAlone === true ? failure : null;
  if (status === 407 || (!isAboutCredentials && aboutCredentials.has(status))) return null;
  if (status >= 300 && status <= 399) return 'redirected';
  return read.meaning === 'refusal' ? 'refused' : null;
}

/** Whether a request is not served because of what was changed in it. */
export function isNotServed(read: SettledExchange): boolean {
  const outcome = outcomeOf(read);
  return outcome === 'refused' || outcome?.startsWith('fails') === true;
}

/** Why a response does not answer a question. */
export function untold(read: SettledExchange, what = ''): ProbeResult {
  const response = `the response${what === '' ? '' : ` to the request ${what}`}`;
  if (read.differs !== undefined) return { why: `${response} ${read.differs}`, differs: true };
  return { why: `${response} does not say: ${read.reason}` };
}

/** A request with another body. */
export function withBody({ operation, addressed }: Base, body: unknown, purpose: string): Variant {
  return { operation, addressed, body: written(body), purpose };
}

/** A request in which one field of the body has another value; undefined leaves it out. */
export function withField(
  base: Base,
  { path }: Pick<RequestField, 'path'>,
  change: (value: unknown) => unknown,
  purpose: string,
): Variant {
  return { ...withBody(base, changed(base.body, path, change), purpose), about: path.at(-1) ?? '' };
}

/** Fields that the body of a base has. */
export function fieldsSent(
  { fields, body }: Base,
  isMeant: (field: RequestField) => boolean = () => true,
): readonly RequestField[] {
  return allFields(fields).filter((field) => valueIn(body, field.path) !== undefined && isMeant(field));
}

/** How one request is asked for, and what its response says. */
interface OneRequest {
  readonly sends: string;
  readonly variant: (context: ProbeContext) => Variant | { readonly why: string };
  /** Those that answer the question; served and refused without it. */
  readonly outcomes?: readonly ProbeOutcome[];
  readonly isAboutCredentials?: true;
  /** The outcome itself without it. */
  readonly answer?: (outcome: ProbeOutcome, read: AddedExchange, context: ProbeContext) => string;
}

const servedOrRefused: readonly ProbeOutcome[] = ['served', 'refused'];

export function oneRequest({
  sends,
  variant,
  outcomes = servedOrRefused,
  isAboutCredentials,
  answer = (outcome) => outcome,
}: OneRequest): ProbeParts {
  const inquire = async (context: ProbeContext): Promise<ProbeResult> => {
    const asked = variant(context);
    if ('why' in asked) return asked;
    const read = await context.ask(asked);
    const outcome = outcomeOf(read, isAboutCredentials);
    if (outcome?.startsWith('fails') === true) return { answer: outcome, shown: [read] };
    if (outcome === null || !outcomes.includes(outcome)) return untold(read);
    return { answer: answer(outcome, read, context), shown: [read] };
  };
  return { most: 1, sends, inquire };
}

/** One of several requests of a probe. */
export interface Trial {
  /** In the answer. */
  readonly name: string;
  /** Behind `the request`. */
  readonly words: string;
  readonly variant: Variant;
  /** Whether a response that serves it counts; any does without it. */
  readonly counts?: (read: AddedExchange) => boolean;
}

/** Sends them one after another; the answer is the set of those that are served. */
export async function servedOf(ask: Ask, trials: readonly Trial[]): Promise<ProbeResult> {
  const taken: string[] = [];
  const shown: AddedExchange[] = [];
  const notes: string[] = [];
  for (const { name, words, variant, counts } of trials) {
    const read = await ask(variant);
    const outcome = outcomeOf(read);
    if (outcome !== 'served' && !isNotServed(read)) return untold(read, words);
    if (outcome === 'served' && counts?.(read) !== false) taken.push(name);
    if (read.failsAlone === true) notes.push(`${name} ${outcome}`);
    shown.push(read);
  }
  return { answer: taken.sort(), shown, note: notes.join(', ') || undefined };
}

/** The text of a response; empty where there is none. */
export function textOf({ exchange: { response } }: AddedExchange): string {
  return response?.body.encoding === 'utf8' ? response.body.text : '';
}

/** The record that a response holds. */
function recordIn({ content }: AddedExchange): unknown {
  return content?.kind === 'json' ? memberOf(content.json.value, 'data') : undefined;
}

/** The id of the record that a response holds; null for none. */
export function recordIdIn(read: AddedExchange, { recordId }: OperationContract): string | null {
  const id = memberOf(recordIn(read), recordId);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** What came back in the place of a field; undefined for nothing. */
export function returnedIn(read: AddedExchange, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (step === '*') return Array.isArray(value) ? value[0] : undefined;
    return isPlainObject(value) ? memberOf(value, step) : undefined;
  }, recordIn(read));
}
