import { createHash } from 'node:crypto';
import type { AnswerValue, Bound } from '../../schemas/types.ts';
import { ExactNumber, sameScalar } from '../json/decimal.ts';
import { changedAt, firstAt } from '../json/place.ts';
import { written } from '../json/plain.ts';
import { statusOf } from '../model/exchange.ts';
import type { Asking, Question } from '../model/question.ts';
import type { AddedExchange } from '../model/reading.ts';
import { contract } from '../operations/index.ts';
import { findLimit, mostSizes } from './limit.ts';
import {
  asRun,
  type Base,
  fieldsSent,
  type Identifiers,
  type RequestField,
  removes,
  type Variant,
  withField,
} from './requests.ts';
import {
  isNotServed,
  leaksIn,
  type NoResult,
  outcomeOf,
  type ProbeOutcome,
  returnedIn,
  textOf,
  untold,
} from './responses.ts';
import type { Sender } from './send.ts';

/** How each question is asked: what is sent at most, and what the responses say. */

/** What a question came to. */
export type ProbeResult =
  | {
      readonly answer: AnswerValue | null;
      readonly shown: readonly AddedExchange[];
      readonly note?: string;
    }
  | NoResult;

/** What a probe is given. */
interface ProbeContext {
  readonly ask: ReturnType<Sender['askedBy']>;
  /** An answer that this asking checks; null for none. */
  readonly expected: AnswerValue | null;
  /** Resources that were removed, as a run removes them. */
  readonly removed: Identifiers[];
  /** A resource that no probe has taken: one that is set, or that a command makes. */
  readonly take: () => Promise<Identifiers | NoResult>;
  /** What came of the requests so far that differ in one field. */
  readonly aboutFields: Sender['aboutFields'];
}

/** Who asks: its id names its requests. */
export interface Asker {
  readonly id: string;
  readonly asks: Asking;
  /** Null for the request as a run sends it. */
  readonly question: Question | null;
  readonly base: Base;
  /** Requests that it may send, each `mostTries` times. */
  readonly most: number;
  /** What is sent, in words that follow the method: `with one field null, for each of 19`. */
  readonly sends: string;
  readonly inquire: (context: ProbeContext) => Promise<ProbeResult>;
  /** Asked after others, as it can use what they have removed. */
  readonly isLast?: true;
}

type Probe = Pick<Asker, 'most' | 'sends' | 'inquire' | 'isLast'>;

function withoutField(most: number, sends: string, what: string): Probe {
  return { most, sends, inquire: async () => ({ why: `the body that is sent has no ${what}` }) };
}

function servedOrRefused(outcome: ProbeOutcome): string | null {
  return outcome === 'served' || outcome === 'refused' ? outcome : null;
}

/** A request as a run sends it but for one thing. @param answerOf null for an outcome that does not answer the question */
function oneRequest(
  variant: Variant,
  answerOf: (outcome: ProbeOutcome, read: AddedExchange) => string | null = servedOrRefused,
): Probe {
  const inquire: Probe['inquire'] = async ({ ask }) => {
    const read = await ask(variant);
    const outcome = outcomeOf(read, variant.scheme !== undefined);
    const isFailure = outcome?.startsWith('fails') === true;
    const answer = outcome === null || isFailure ? outcome : answerOf(outcome, read);
    return answer === null ? untold(read) : { answer, shown: [read] };
  };
  return { most: 1, sends: variant.purpose, inquire };
}

function malformed(base: Base): Variant {
  return asRun(base, 'with a body that is not JSON', { body: written(base.body).slice(0, -1) });
}

/** A body with an empty value in some fields, where it has any. */
function emptied(
  base: Base,
  isMeant: (field: RequestField) => boolean,
  empty: unknown,
  sends: string,
): Probe {
  const change = (value: unknown) => (value === undefined ? undefined : empty);
  const meant = base.fields.filter(isMeant);
  const body = meant.reduce((all, { path }) => changedAt(all, path, change), base.body);
  return oneRequest(asRun(base, sends, { body: written(body) }));
}

/**
 * Sends requests one after another; the answer is the set of the names of those that are served.
 * @param counts whether a response that serves one counts
 */
function servedOf(
  sends: string,
  trials: readonly (readonly [name: string, variant: Variant])[],
  counts: (name: string, read: AddedExchange) => boolean = () => true,
): Probe {
  const inquire: Probe['inquire'] = async ({ ask }) => {
    const served: string[] = [];
    const shown: AddedExchange[] = [];
    const notes: string[] = [];
    for (const [name, variant] of trials) {
      const read = await ask(variant);
      const outcome = outcomeOf(read);
      if (outcome !== 'served' && !isNotServed(read)) return untold(read, variant.purpose);
      if (outcome === 'served' && counts(name, read)) served.push(name);
      if (read.failsAlone === true) notes.push(`${name} ${outcome}`);
      shown.push(read);
    }
    return { answer: served.sort(), shown, ...(notes.length > 0 && { note: notes.join(', ') }) };
  };
  return { most: trials.length, sends, inquire };
}

/** A request for each field of the body that is meant. */
function eachField(
  base: Base,
  sends: string,
  variantOf: (field: RequestField) => Variant,
  isMeant?: (field: RequestField) => boolean,
): Probe {
  const trials = fieldsSent(base, isMeant).map((field) => [field.name, variantOf(field)] as const);
  return servedOf(`${sends}, for each of ${trials.length}`, trials);
}

function ofOtherType(base: Base, { name, path, types }: RequestField): Variant {
  const value = types.includes('string') ? 7 : 'text';
  return withField(base, path, () => value, `with ${name} of the wrong type`);
}

/** Values, by their names, that are sent in the last field of a kind, where possible in one that is not in an element. */
interface FieldValues {
  readonly isMeant: (field: RequestField) => boolean;
  /** Continues `the body that is sent has no`. */
  readonly what: string;
  /** How the values differ: behind the name of the field. */
  readonly how: string;
  readonly values: ReadonlyMap<string, unknown>;
  readonly isReturned?: true;
}

function inOneField(base: Base, { isMeant, what, how, values, isReturned }: FieldValues): Probe {
  const meant = fieldsSent(base, isMeant);
  const field = meant.findLast(({ path }) => !path.includes('*')) ?? meant.at(-1);
  const sends = `with ${field?.name} ${how}`;
  if (field === undefined) return withoutField(values.size, sends, what);
  const { name: own, path } = field;
  const trials = [...values].map(
    ([name, value]) => [name, withField(base, path, () => value, `with ${own} ${name}`)] as const,
  );
  const isBack = (name: string, read: AddedExchange) => sameScalar(returnedIn(read, path), values.get(name));
  return servedOf(sends, trials, isReturned ? isBack : undefined);
}

/** At the bounds of 32 bits, of the numbers that JavaScript has, and of 64 bits. */
const boundaries = [
  ...['0', '-1', '2147483647', '2147483648', '-2147483648'],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808'],
];

const zones = ['UTC', 'Etc/GMT+8', 'asia/shanghai', 'CST', 'GMT+8', '+08:00', 'Nowhere/Place'];

/** Kinds of text beyond ASCII. */
const kindsOfText = Object.entries({
  'accented letters': 'éüñß',
  'combining marks': 'e\u0301u\u0308',
  'Chinese characters': '估值规则',
  'right-to-left letters': 'שلم',
  emoji: '😀🏦🇨🇭',
  'zero-width joiners': 'a\u200db',
  'line feeds': 'a\nb',
});

/** An enumeration's word that nobody has. */
const otherWord = 'SUITE_OTHER_WORD';

/** Whether a field is required: the request is sent without it. */
function required(base: Base, name: string): Probe {
  const [field] = fieldsSent(base, (one) => one.name === name);
  const sends = `without ${name}`;
  if (field === undefined) return withoutField(1, sends, name);
  const words: Readonly<Record<string, string>> = { served: 'optional', refused: 'required' };
  return oneRequest(
    withField(base, field.path, () => undefined, sends),
    (outcome) => words[outcome] ?? null,
  );
}

/** A text of so many characters, or a list of so many elements, that begins as the value does. */
function resized(value: unknown, size: number): unknown {
  if (typeof value === 'string') return value.slice(0, size).padEnd(size, 'x');
  if (!Array.isArray(value)) return value;
  return Array.from({ length: size }, (_, at) => value[at % value.length] as unknown);
}

/** The largest size of a field that is served, up to the bound of the form. */
function limit(base: Base, name: string, { form }: Question): Probe {
  const path = base.fields.find((field) => field.name === name)?.path ?? [name];
  const value = firstAt(base.body, path);
  const served = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  const to = form.kind === 'bound' ? form.to : 0;
  const sends = `with ${name} of other sizes, up to ${to}`;
  // Two more where a limit that was found earlier has moved.
  const most = mostSizes(served, to) + 2;
  if (served === 0) return withoutField(most, sends, name);
  const inquire: Probe['inquire'] = async ({ ask, expected }) => {
    const bySize = new Map<number, AddedExchange>();
    const attempt = async (size: number) => {
      const read = await ask(
        withField(base, path, (own) => resized(own, size), `with ${name} of size ${size}`),
      );
      bySize.set(size, read);
      if (isNotServed(read)) return 'refused';
      return outcomeOf(read) === 'served' ? 'served' : null;
    };
    const found = await findLimit(served, to, attempt, expected as Bound | null);
    const last = [...bySize.values()].at(-1);
    if (found === null) return last === undefined ? { why: 'nothing was sent' } : untold(last);
    const sizes = [found.largestAccepted ?? -1, found.smallestRefused ?? -1];
    const shown = sizes.flatMap((size) => bySize.get(size) ?? []);
    const failing = shown.map((read) => outcomeOf(read)).find((outcome) => outcome?.startsWith('fails'));
    return { answer: found, shown, ...(failing && { note: `${found.smallestRefused} ${failing}` }) };
  };
  return { most, sends, inquire };
}

/** The same request twice: one record, or two. The first was sent to show that it is served. */
function createOrReplace(base: Base): Probe {
  const { recordId } = base.operation;
  const sends = 'as a run sends it, once more';
  const inquire: Probe['inquire'] = async ({ ask }) => {
    const before = await ask(asRun(base, sends));
    const read = await ask(asRun(base, sends, { again: true }));
    if (outcomeOf(read) !== 'served') return untold(read);
    const shown = [before, read];
    const ids = shown.map((one) => returnedIn(one, [recordId]));
    if (ids.some((id) => typeof id !== 'string' || id === ''))
      return { why: `a response has no ${recordId}` };
    return { answer: ids[0] === ids[1] ? 'replace' : 'create', shown };
  };
  return { most: 1, sends, inquire };
}

/** An identifier of 32 hexadecimal digits that nobody has. */
function madeUpId({ runId }: Base, name: string): string {
  return createHash('sha256').update(`${runId} ${name}`).digest('hex').slice(0, 32);
}

/** A request that removes what does not exist. */
function ofNothing(base: Base): Variant {
  const { operation, addressed } = base;
  const { removes: name = '' } = operation.effect ?? {};
  const purpose = 'of an id that does not exist';
  return { operation, addressed: { ...addressed, [name]: madeUpId(base, name) }, purpose };
}

/** The answer of a response to a request that removes what may not be there. */
function removalAnswer(read: AddedExchange, ...before: readonly AddedExchange[]): ProbeResult {
  const outcome = outcomeOf(read, true);
  const status = statusOf(read.exchange) ?? 0;
  if (outcome === null || outcome === 'redirected' || status === 401) return untold(read);
  const byStatus: Readonly<Record<number, string>> = { 404: 'not-found', 410: 'gone' };
  return { answer: outcome === 'served' ? outcome : (byStatus[status] ?? outcome), shown: [...before, read] };
}

/** Removes a resource; of one that was removed before, the response of then. */
async function removedOf(
  { operation }: Base,
  { ask, removed }: ProbeContext,
  addressed: Identifiers,
): Promise<AddedExchange | NoResult> {
  const read = await ask({ operation, addressed, purpose: 'as a run sends it' });
  if (read.meaning !== 'success') return { why: `the ${operation.object} was not removed: ${read.reason}` };
  removed.push(addressed);
  return read;
}

/** A second request of the same kind for what the first one has removed. */
function secondTime(base: Base): Probe {
  const { operation } = base;
  const inquire: Probe['inquire'] = async (context) => {
    const addressed = context.removed[0] ?? (await context.take());
    if ('why' in addressed) return { why: addressed.why };
    const first = await removedOf(base, context, addressed);
    if ('why' in first) return first;
    const variant = { operation, addressed, purpose: 'once more', again: true } as const;
    return removalAnswer(await context.ask(variant), first);
  };
  return { most: 2, sends: 'as a run sends it, and once more', inquire, isLast: true };
}

/** A request for an entity that is made up, as one alone is known; then one for its own, which shows that it was there. */
function otherEntity(base: Base): Probe {
  const { operation } = base;
  const purpose = 'under a made-up id of another entity';
  const inquire: Probe['inquire'] = async (context) => {
    const own = await context.take();
    if ('why' in own) return { why: own.why };
    const others = Object.keys(own).filter((name) => name !== operation.effect?.removes);
    const elsewhere = Object.fromEntries(others.map((name) => [name, madeUpId(base, name)]));
    const read = await context.ask({ operation, addressed: { ...own, ...elsewhere }, purpose });
    const told = removalAnswer(read);
    if ('why' in told || told.answer === 'served') return told;
    const removed = await removedOf(base, context, own);
    return 'why' in removed ? removed : { ...told, shown: [read, removed] };
  };
  return { most: 2, sends: `${purpose}, and then under its own`, inquire };
}

type Provoked = readonly (readonly [cause: string, read: AddedExchange])[];

/** Requests that are refused, each for a cause of its own; those that other questions have sent are not sent again. */
function byCause(base: Base, bases: readonly Base[], resultOf: (all: Provoked) => ProbeResult): Probe {
  const [field] = fieldsSent(base, ({ name }) => name !== base.operation.markedField);
  const removing = bases.find(({ operation }) => removes(operation));
  const causes = {
    'malformed JSON': malformed(base),
    'another type': field && ofOtherType(base, field),
    'unknown id': removing && ofNothing(removing),
  };
  const inquire: Probe['inquire'] = async ({ ask }) => {
    const all: [string, AddedExchange][] = [];
    for (const [cause, variant] of Object.entries(causes))
      if (variant !== undefined) all.push([cause, await ask(variant)]);
    return resultOf(all);
  };
  return { most: 3, sends: 'with requests that are refused for different causes', inquire };
}

function statusByCause(all: Provoked): ProbeResult {
  const unclear = all.find(([, read]) => outcomeOf(read) === null);
  if (unclear !== undefined) return untold(unclear[1]);
  const refused = all.filter(([, read]) => isNotServed(read));
  const answer = refused.map(([cause, { exchange }]) => `${cause}: ${statusOf(exchange)}`).sort();
  return { answer, shown: refused.map(([, read]) => read) };
}

function leaksByCause(all: Provoked): ProbeResult {
  const shown = all.flatMap(([, read]) => (isNotServed(read) ? [read] : []));
  if (shown.length === 0) return { why: 'nothing was refused' };
  return { answer: [...new Set(shown.flatMap(leaksIn))].sort(), shown };
}

/** A field whose name is no ordinary word, so that a text does not hold it by chance. */
const shortestTelling = 8;

/** In whatever case, with or without `_` and `-`. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, '');

async function namesField({ aboutFields }: ProbeContext): Promise<ProbeResult> {
  const telling = aboutFields.filter(([name, read]) => name.length >= shortestTelling && isNotServed(read));
  const shown = telling.map(([, read]) => read);
  if (shown.length === 0) return { why: 'no request that is wrong in one field was refused' };
  const named = telling.filter(([name, read]) => plain(textOf(read)).includes(plain(name))).length;
  if (named === 0) return { answer: 'never', shown };
  return { answer: named === shown.length ? 'always' : 'sometimes', shown };
}

type ProbeOf = (base: Base, about: { field: string; question: Question; bases: readonly Base[] }) => Probe;

/** By the ends of the ids of questions; `required` and `limit` are before the name of a field. */
const probes: Readonly<Record<string, ProbeOf>> = {
  required: (base, { field }) => required(base, field),
  limit: (base, { field, question }) => limit(base, field, question),
  'create-or-replace': createOrReplace,
  'null-fields': (base) =>
    eachField(base, 'with one field null', ({ name, path }) =>
      withField(base, path, () => null, `with ${name} null`),
    ),
  'other-type-fields': (base) =>
    eachField(base, 'with the wrong type in one field', (field) => ofOtherType(base, field)),
  'accepted-values': (base) =>
    eachField(
      base,
      'with another value in one field that has shown values',
      ({ name, path }) => withField(base, path, () => otherWord, `with another value of ${name}`),
      ({ isShown }) => isShown,
    ),
  'malformed-json': (base) => oneRequest(malformed(base)),
  'other-content-type': (base) =>
    oneRequest(asRun(base, 'with the content type text/plain', { contentType: 'text/plain' })),
  'without-trailing-slash': (base) => {
    const variant = asRun(base, 'to the path without its trailing slash', { withoutEnd: '/' });
    return oneRequest(variant, (outcome) => outcome);
  },
  'scheme-case': (base) =>
    oneRequest(asRun(base, 'with the scheme bearer in lower case', { scheme: 'bearer' })),
  'unknown-fields': (base) => {
    const path = [`conformance${base.runId}`];
    const body = written(changedAt(base.body, path, () => 'further'));
    const variant = asRun(base, 'with a field that the document does not have', { body });
    return oneRequest(variant, (outcome, read) => {
      if (outcome !== 'served') return servedOrRefused(outcome);
      return returnedIn(read, path) === undefined ? 'ignored' : 'returned';
    });
  },
  // But the mark of the run and those of a form, all at once.
  'empty-texts': (base) => {
    const isMeant = ({ name, types, isShown, format }: RequestField) =>
      types.includes('string') && !isShown && format === null && name !== base.operation.markedField;
    return emptied(base, isMeant, '', 'with each text empty that has no shown value');
  },
  'empty-conditions': (base) => emptied(base, ({ types }) => types.includes('array'), [], 'with empty lists'),
  integers: (base) =>
    inOneField(base, {
      isMeant: ({ types }) => types.includes('integer'),
      what: 'integer',
      how: `at the bounds of usual types, ${boundaries.length} values`,
      values: new Map(boundaries.map((text) => [text, new ExactNumber(text)])),
      isReturned: true,
    }),
  'time-zones': (base) =>
    inOneField(base, {
      isMeant: ({ format }) => format === 'iana-time-zone',
      what: 'time zone',
      how: `written in ${zones.length} ways`,
      values: new Map(zones.map((zone) => [zone, zone])),
    }),
  // Added to the field by which people find what a run wrote, so that it stays found.
  unicode: (base) => {
    const { markedField = '' } = base.operation;
    const mark = String(firstAt(base.body, [markedField]));
    return inOneField(base, {
      isMeant: ({ name }) => name === markedField,
      what: 'field that takes any text',
      how: `in ${kindsOfText.length} kinds of text beyond ASCII`,
      values: new Map(kindsOfText.map(([kind, text]) => [kind, `${mark} ${text}`])),
      isReturned: true,
    });
  },
  'unknown-id': (base) => {
    const variant = ofNothing(base);
    return { most: 1, sends: variant.purpose, inquire: async ({ ask }) => removalAnswer(await ask(variant)) };
  },
  'second-time': secondTime,
  'other-entity': otherEntity,
  'status-by-cause': (base, { bases }) => byCause(base, bases, statusByCause),
  'names-field': () => ({
    most: 0,
    sends: 'as other questions send it, wrong in one field',
    inquire: namesField,
  }),
  leaks: (base, { bases }) => byCause(base, bases, leaksByCause),
};

/** A question that is asked by requests of its own. */
export function isAsked({ asks }: Question): boolean {
  return asks !== 'passive' && asks !== 'never';
}

/**
 * How the questions are asked, the cheap ones first.
 * @param bases of the operations that are asked about
 */
export function probesOf(bases: readonly Base[]): readonly Asker[] {
  const all = contract.questions.filter(isAsked).flatMap((question): readonly Asker[] => {
    const { id, asks } = question;
    const [, kind, field = ''] = /^question\.[^.]+\.(required|limit)\.(.+)$/.exec(id) ?? [];
    const probeOf = probes[kind ?? id.slice(id.lastIndexOf('.') + 1)];
    const base = bases.find(({ operation }) => operation.name === question.operation);
    if (base === undefined || probeOf === undefined) return [];
    return [{ id, asks, question, base, ...probeOf(base, { field, question, bases }) }];
  });
  // What sends nothing reads what the others have sent.
  const rank = ({ most, isLast }: Asker) => (isLast === true ? most + 0.5 : most || Infinity);
  return [...all].sort((one, other) => rank(one) - rank(other));
}
