import { createHash } from 'node:crypto';
import { requirementId } from '../contract/requirements.ts';
import { ExactNumber, sameScalar } from '../json/decimal.ts';
import { changedAt, firstAt } from '../json/place.ts';
import { written } from '../json/plain.ts';
import type { AnswerValue, Bound } from '../model/answer.ts';
import { statusOf } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import type { Question } from '../model/question.ts';
import type { AddedExchange } from '../model/reading.ts';
import { type Facet, requestPlace } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { findLimit, mostSizes } from './limit.ts';
import { type Base, fieldsSent, type RequestField, removes, withBody, withField } from './requests.ts';
import {
  isNotServed,
  leaksIn,
  type NoResult,
  outcomeOf,
  type ProbeOutcome,
  recordIdIn,
  returnedIn,
  textOf,
  untold,
} from './responses.ts';
import type { Ask, Asker, FieldExchange, Variant } from './send.ts';

/** How each question is asked: what is sent at most, and what the responses say. */

type Identifiers = Readonly<Record<string, string>>;

/** What a question came to. */
export type ProbeResult =
  | {
      readonly answer: AnswerValue;
      readonly shown: readonly AddedExchange[];
      readonly note?: string | undefined;
    }
  | NoResult;

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
  readonly take: () => Promise<Identifiers | NoResult>;
  /** Every operation of the contract that is asked about. */
  readonly bases: readonly Base[];
  /** What came of the requests so far that differ in one field. */
  readonly aboutFields: readonly FieldExchange[];
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
type ProbeParts = Pick<QuestionProbe, 'most' | 'sends' | 'inquire' | 'isLast'>;

function asking(most: number, sends: string, inquire: QuestionProbe['inquire']): ProbeParts {
  return { most, sends, inquire };
}

function withoutField(most: number, sends: string, what: string): ProbeParts {
  return asking(most, sends, async () => ({ why: `the body that is sent has no ${what}` }));
}

/** A request as a run sends it but for one thing. */
interface OneChange {
  readonly sends: string;
  /** What it has in place of what a run sends. */
  readonly parts: (base: Base, runId: string) => Partial<Variant>;
  /** The requirement on requests that it breaks on purpose. */
  readonly breaks?: Facet;
  /** Those that answer the question; served and refused without it. */
  readonly outcomes?: readonly ProbeOutcome[];
  readonly isAboutCredentials?: true;
  /** The outcome itself without it. */
  readonly answer?: (outcome: ProbeOutcome, read: AddedExchange, runId: string) => string;
}

function changedRequest({ sends, parts, breaks }: OneChange, base: Base, runId: string): Variant {
  const broken = breaks && [requirementId(base.operation.name, requestPlace, breaks)];
  return { ...withBody(base, base.body, sends), ...parts(base, runId), ...known({ breaks: broken }) };
}

function oneRequest(change: OneChange): ProbeParts {
  const { outcomes = ['served', 'refused'], isAboutCredentials, answer = (outcome) => outcome } = change;
  return asking(1, change.sends, async ({ base, ask, runId }) => {
    const read = await ask(changedRequest(change, base, runId));
    const outcome = outcomeOf(read, isAboutCredentials);
    if (outcome?.startsWith('fails') === true) return { answer: outcome, shown: [read] };
    if (outcome === null || !outcomes.includes(outcome)) return untold(read);
    return { answer: answer(outcome, read, runId), shown: [read] };
  });
}

/** A body with an empty value in some fields, where it has any. */
function emptied({ fields, body }: Base, isMeant: (field: RequestField) => boolean, empty: unknown): string {
  const change = (value: unknown) => (value === undefined ? undefined : empty);
  return written(fields.filter(isMeant).reduce((all, { path }) => changedAt(all, path, change), body));
}

/** A member that the document does not have. */
const furtherField = (runId: string) => `conformance${runId}`;

const malformed: OneChange = {
  sends: 'with a body that is not JSON',
  parts: ({ body }) => ({ body: written(body).slice(0, -1) }),
  breaks: 'json',
};

/** Questions that one request answers, by the ends of their ids. */
const changes: Readonly<Record<string, OneChange>> = {
  'malformed-json': malformed,
  'other-content-type': {
    sends: 'with the content type text/plain',
    parts: () => ({ contentType: 'text/plain' }),
    breaks: 'content-type',
  },
  'without-trailing-slash': {
    sends: 'to the path without its trailing slash',
    parts: () => ({ withoutEnd: '/' }),
    breaks: 'path',
    outcomes: ['served', 'refused', 'redirected'],
  },
  'scheme-case': {
    sends: 'with the scheme bearer in lower case',
    parts: () => ({ scheme: 'bearer' }),
    isAboutCredentials: true,
  },
  'unknown-fields': {
    sends: 'with a field that the document does not have',
    parts: ({ body }, runId) => ({ body: written(changedAt(body, [furtherField(runId)], () => 'further')) }),
    answer: (outcome, read, runId) => {
      if (outcome === 'refused') return outcome;
      return returnedIn(read, [furtherField(runId)]) === undefined ? 'ignored' : 'returned';
    },
  },
  // But the mark of the run and those of a form, all at once.
  'empty-texts': {
    sends: 'with each text empty that has no shown value',
    parts: (base) => {
      const isFree = ({ shown, format }: RequestField) => shown.length === 0 && format === null;
      const isMeant = (field: RequestField) =>
        field.types.includes('string') && isFree(field) && field.name !== base.operation.markedField;
      return { body: emptied(base, isMeant, '') };
    },
  },
  'empty-conditions': {
    sends: 'with empty lists',
    parts: (base) => ({ body: emptied(base, ({ types }) => types.includes('array'), []) }),
  },
};

/** One of several requests of a probe. */
interface Trial {
  /** In the answer. */
  readonly name: string;
  /** Behind `the request`. */
  readonly words: string;
  readonly variant: Variant;
  /** Whether a response that serves it counts; any does without it. */
  readonly counts?: (read: AddedExchange) => boolean;
}

/** Sends them one after another; the answer is the set of those that are served. */
function servedOf(sends: string, trials: readonly Trial[]): ProbeParts {
  return asking(trials.length, sends, async ({ ask }) => {
    const served: string[] = [];
    const shown: AddedExchange[] = [];
    const notes: string[] = [];
    for (const { name, words, variant, counts } of trials) {
      const read = await ask(variant);
      const outcome = outcomeOf(read);
      if (outcome !== 'served' && !isNotServed(read)) return untold(read, words);
      if (outcome === 'served' && counts?.(read) !== false) served.push(name);
      if (read.failsAlone === true) notes.push(`${name} ${outcome}`);
      shown.push(read);
    }
    return { answer: served.sort(), shown, note: notes.join(', ') || undefined };
  });
}

/** A request for each of some fields. */
function eachField(
  fields: readonly RequestField[],
  sends: string,
  variantOf: (field: RequestField) => Variant,
): ProbeParts {
  const trials = fields.map((field) => {
    const { name } = field;
    return { name, words: `for ${name}`, variant: variantOf(field) };
  });
  return servedOf(`${sends}, for each of ${fields.length}`, trials);
}

function ofOtherType(base: Base, { name, path, types, typeId }: RequestField): Variant {
  const value = types.includes('string') ? 7 : 'text';
  return { ...withField(base, path, () => value, `with ${name} of the wrong type`), breaks: [typeId] };
}

/**
 * Values that are sent in one field, which stands for all of its kind: the last that is not in an element, or the last.
 * @param what the field is: continues `the body that is sent has no`
 * @param how they differ: behind the name of the field
 * @param isReturned whether a value has to come back
 */
function inOneField(
  base: Base,
  isMeant: (field: RequestField) => boolean,
  [what, how]: readonly [what: string, how: string],
  values: readonly (readonly [name: string, value: unknown])[],
  isReturned: boolean,
): ProbeParts {
  const meant = fieldsSent(base, isMeant);
  const field = meant.findLast(({ path }) => !path.includes('*')) ?? meant.at(-1);
  const sends = `with ${field?.name} ${how}`;
  if (field === undefined) return withoutField(values.length, sends, what);
  const { path } = field;
  const trials = values.map(([name, value]) => {
    const words = `with ${field.name} ${name}`;
    const counts = (read: AddedExchange) => !isReturned || sameScalar(returnedIn(read, path), value);
    return { name, words, counts, variant: withField(base, path, () => value, words) };
  });
  return servedOf(sends, trials);
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
function required(base: Base, name: string): ProbeParts {
  const [field] = fieldsSent(base, (one) => one.name === name);
  const sends = `without ${name}`;
  if (field === undefined) return withoutField(1, sends, name);
  return oneRequest({
    sends,
    parts: () => withField(base, field.path, () => undefined, sends),
    answer: (outcome) => (outcome === 'served' ? 'optional' : 'required'),
  });
}

/** A text of so many characters, or a list of so many elements, that begins as the value does. */
function resized(value: unknown, size: number): unknown {
  if (typeof value === 'string') return value.slice(0, size).padEnd(size, 'x');
  if (!Array.isArray(value)) return value;
  return Array.from({ length: size }, (_, at) => value[at % value.length] as unknown);
}

/** The largest size of a field that is served, up to the bound of the form. */
function limit(base: Base, name: string, { form }: Question): ProbeParts {
  const path = base.fields.find((field) => field.name === name)?.path ?? [name];
  const value = firstAt(base.body, path);
  const served = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  const to = form.kind === 'bound' ? form.to : 0;
  const sends = `with ${name} of other sizes, up to ${to}`;
  // Two more where a limit that was found earlier has moved.
  const most = mostSizes(served, to) + 2;
  if (served === 0) return withoutField(most, sends, name);
  return asking(most, sends, async ({ ask, expected }) => {
    const bySize = new Map<number, AddedExchange>();
    const attempt = async (size: number) => {
      const purpose = `with ${name} of size ${size}`;
      const read = await ask(withField(base, path, (own) => resized(own, size), purpose));
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
    return { answer: found, shown, note: failing ? `${found.smallestRefused} ${failing}` : undefined };
  });
}

const onceMore = 'as a run sends it, once more';

/** The same request twice: one record, or two. */
async function createOrReplace({ base, ask, served }: ProbeContext): Promise<ProbeResult> {
  if (served === null) return { why: 'no request of this run was served' };
  const read = await ask({ ...withBody(base, base.body, onceMore), again: true });
  const [first, second] = [served, read].map((one) => recordIdIn(one, base.operation));
  if (outcomeOf(read) !== 'served') return untold(read);
  if (first == null || second == null) return { why: `a response has no ${base.operation.recordId}` };
  return { answer: first === second ? 'replace' : 'create', shown: [served, read] };
}

/** An identifier of 32 hexadecimal digits that nobody has. */
function madeUpId(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
}

const unknownId = 'of an id that does not exist';

/** A request that removes what does not exist. */
function ofNothing({ operation, addressed }: Base, runId: string): Variant {
  const { removes: name = '' } = operation.effect ?? {};
  return { operation, addressed: { ...addressed, [name]: madeUpId(`${runId} ${name}`) }, purpose: unknownId };
}

/** The answer of a response to a request that removes what may not be there. */
function removalAnswer(read: AddedExchange, ...before: readonly AddedExchange[]): ProbeResult {
  const outcome = outcomeOf(read, true);
  const status = statusOf(read.exchange) ?? 0;
  if (outcome === null || outcome === 'redirected' || status === 401) return untold(read);
  const byStatus: Readonly<Record<number, string>> = { 404: 'not-found', 410: 'gone' };
  return { answer: outcome === 'served' ? outcome : (byStatus[status] ?? outcome), shown: [...before, read] };
}

/** Removes what is still there, unless it was removed before. */
async function removedOf(
  { base: { operation }, ask, removed }: ProbeContext,
  addressed: Identifiers,
): Promise<AddedExchange | NoResult> {
  const name = JSON.stringify(addressed);
  const before = removed.get(name);
  if (before !== undefined) return before;
  const read = await ask({ operation, addressed, purpose: 'as a run sends it' });
  if (read.meaning !== 'success') return { why: `the ${operation.object} was not removed: ${read.reason}` };
  removed.set(name, read);
  return read;
}

/** A second request of the same kind for what the first one has removed. */
async function secondTime(context: ProbeContext): Promise<ProbeResult> {
  const { base, ask, removed, take } = context;
  const addressed = base.resources.find((one) => removed.has(JSON.stringify(one))) ?? (await take());
  if ('why' in addressed) return { why: addressed.why };
  const first = await removedOf(context, addressed);
  if ('why' in first) return first;
  const { operation } = base;
  return removalAnswer(await ask({ operation, addressed, purpose: 'once more', again: true }), first);
}

/** A request for an entity that is made up, as one alone is known; then one for its own, which shows that it was there. */
async function otherEntity(context: ProbeContext): Promise<ProbeResult> {
  const { ask, runId, take } = context;
  const { operation } = context.base;
  const own = await take();
  if ('why' in own) return { why: own.why };
  const others = Object.keys(own).filter((name) => name !== operation.effect?.removes);
  const elsewhere = Object.fromEntries(others.map((name) => [name, madeUpId(`${runId} ${name}`)]));
  const purpose = 'under a made-up id of another entity';
  const read = await ask({ operation, addressed: { ...own, ...elsewhere }, purpose });
  const told = removalAnswer(read);
  if ('why' in told || told.answer === 'served') return told;
  const removed = await removedOf(context, own);
  return 'why' in removed ? removed : { ...told, shown: [read, removed] };
}

type Provoked = readonly (readonly [cause: string, AddedExchange])[];

/** Requests that are refused, each for a cause of its own; those that other questions have sent are not sent again. */
function byCause(resultOf: (all: Provoked, refused: Provoked) => ProbeResult): ProbeParts {
  const sends = 'with requests that are refused for different causes';
  return asking(3, sends, async ({ base, bases, ask, runId }) => {
    const [field] = fieldsSent(base, ({ name }) => name !== base.operation.markedField);
    const removing = bases.find(({ operation }) => removes(operation));
    const variants: readonly (readonly [cause: string, Variant | undefined])[] = [
      ['malformed JSON', changedRequest(malformed, base, runId)],
      ['another type', field && ofOtherType(base, field)],
      ['unknown id', removing && ofNothing(removing, runId)],
    ];
    const all: [string, AddedExchange][] = [];
    for (const [cause, variant] of variants) if (variant !== undefined) all.push([cause, await ask(variant)]);
    const refused = all.filter(([, read]) => isNotServed(read));
    return resultOf(all, refused);
  });
}

/** A field whose name is no ordinary word, so that a text does not hold it by chance. */
const shortestTelling = 8;

/** In whatever case, with or without `_` and `-`. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, '');

async function namesField({ aboutFields }: ProbeContext): Promise<ProbeResult> {
  const telling = aboutFields.filter(({ about }) => about.length >= shortestTelling);
  const refusals = telling.filter(({ read }) => isNotServed(read));
  const shown = refusals.map(({ read }) => read);
  if (shown.length === 0) return { why: 'no request that is wrong in one field was refused' };
  const named = refusals.filter(({ about, read }) => plain(textOf(read)).includes(plain(about))).length;
  if (named === 0) return { answer: 'never', shown };
  return { answer: named === shown.length ? 'always' : 'sometimes', shown };
}

/** The other questions, by the ends of their ids; `required` and `limit` are before the name of a field. */
const probes: Readonly<Record<string, (base: Base, field: string, question: Question) => ProbeParts>> = {
  required,
  limit,
  'create-or-replace': () => asking(1, onceMore, createOrReplace),
  'null-fields': (base) =>
    eachField(fieldsSent(base), 'with one field null', ({ name, path, typeId }) => ({
      ...withField(base, path, () => null, `with ${name} null`),
      breaks: [typeId],
    })),
  'other-type-fields': (base) =>
    eachField(fieldsSent(base), 'with the wrong type in one field', (field) => ofOtherType(base, field)),
  'accepted-values': (base) =>
    eachField(
      fieldsSent(base, ({ shown }) => shown.length > 0),
      'with another value in one field that has shown values',
      ({ name, path }) => withField(base, path, () => otherWord, `with another value of ${name}`),
    ),
  integers: (base) => {
    const words = ['integer', `at the bounds of usual types, ${boundaries.length} values`] as const;
    const values = boundaries.map((text) => [text, new ExactNumber(text)] as const);
    return inOneField(base, ({ types }) => types.includes('integer'), words, values, true);
  },
  'time-zones': (base) => {
    const words = ['time zone', `written in ${zones.length} ways`] as const;
    const values = zones.map((zone) => [zone, zone] as const);
    return inOneField(base, ({ format }) => format === 'iana-time-zone', words, values, false);
  },
  // Added to the field by which people find what a run wrote, so that it stays found.
  unicode: (base) => {
    const { markedField = '' } = base.operation;
    const mark = String(firstAt(base.body, [markedField]));
    const words = [
      'field that takes any text',
      `in ${kindsOfText.length} kinds of text beyond ASCII`,
    ] as const;
    const values = kindsOfText.map(([kind, text]) => [kind, `${mark} ${text}`] as const);
    return inOneField(base, ({ name }) => name === markedField, words, values, true);
  },
  'unknown-id': () =>
    asking(1, unknownId, async ({ base, ask, runId }) => removalAnswer(await ask(ofNothing(base, runId)))),
  'second-time': () => ({ ...asking(2, 'as a run sends it, and once more', secondTime), isLast: true }),
  'other-entity': () =>
    asking(2, 'under a made-up id of another entity, and then under its own', otherEntity),
  'status-by-cause': () =>
    byCause((all, refused) => {
      const unclear = all.find(([, read]) => outcomeOf(read) === null);
      if (unclear !== undefined) return untold(unclear[1]);
      const answer = refused.map(([cause, { exchange }]) => `${cause}: ${statusOf(exchange)}`).sort();
      return { answer, shown: refused.map(([, read]) => read) };
    }),
  'names-field': () => asking(0, 'as other questions send it, wrong in one field', namesField),
  leaks: () =>
    byCause((_, refused) => {
      if (refused.length === 0) return { why: 'nothing was refused' };
      const shown = refused.map(([, read]) => read);
      return { answer: [...new Set(shown.flatMap(leaksIn))].sort(), shown };
    }),
};

/** Null for a question that nobody can ask. */
function partsOf(question: Question, base: Base): ProbeParts | null {
  const { id } = question;
  const [, kind, field = ''] = /^question\.[^.]+\.(required|limit)\.(.+)$/.exec(id) ?? [];
  const name = kind ?? id.slice(id.lastIndexOf('.') + 1);
  const change = changes[name];
  return change === undefined ? (probes[name]?.(base, field, question) ?? null) : oneRequest(change);
}

/** A question that is asked by requests of its own. */
export function isAsked({ asks }: Question): boolean {
  return asks !== 'passive' && asks !== 'never';
}

/**
 * How the questions are asked, the cheap ones first.
 * @param bases of the operations that are asked about
 */
export function probesOf(bases: readonly Base[]): readonly QuestionProbe[] {
  const all = contract.questions.filter(isAsked).flatMap((question): readonly QuestionProbe[] => {
    const base = bases.find(({ operation }) => operation.name === question.operation);
    const parts = base === undefined ? null : partsOf(question, base);
    if (base === undefined || parts === null) return [];
    return [{ id: question.id, asks: question.asks, question, base, ...parts }];
  });
  // What sends nothing reads what the others have sent.
  const rank = ({ most, isLast }: QuestionProbe) => (isLast === true ? most + 0.5 : most || Infinity);
  return [...all].sort((one, other) => rank(one) - rank(other));
}
