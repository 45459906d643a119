import { groupBy } from '../../model/group-by.ts';
import { andMore } from '../../text/more.ts';
import { countWord, joined } from '../../text/plural.ts';
import type { Deviation } from './deviation.ts';

/** What a mistake is called, and how to change it. */
interface MistakeWords {
  /**
   * Continues `PUT and DELETE: `. One that begins with a verb continues the name of a field; for several fields the verb
   * changes, or there are other words.
   */
  readonly title: string | readonly [one: string, several: string];
  /**
   * Continues "what to change: ": of one deviation that has no cure of its own, and of several whose cures differ.
   * `{what}` is that of the diagnosis.
   */
  readonly cure?: string;
  /** How a cure is said of one field: before it, and between it and what it needs. Of several, all are listed. */
  readonly lists?: readonly [before: string, between: string];
  /** What the verdict on the service begins with: `it accepts a made-up token for {methods}`. */
  readonly verdict?: string;
}

const envelope = 'the JSON envelope: status, requestId and data';
const documentedForm = 'write them as {what}';
const inQuotes = 'send a string, in quotes';

/** Every mistake of services and clients that is recognised, by its short and permanent name. */
const mistakes = {
  // Requests that should have been refused.
  'refused-with-a-record': {
    title: 'requests without credentials get the record, although the status refuses them',
    cure: 'refuse before anything is done, and return no record',
    verdict: 'it returns the record to {methods} requests without credentials',
  },
  'any-token-gets-a-record': {
    title: 'a made-up token gets the record, although the status refuses the request',
    cure: 'refuse before anything is done, and return no record',
    verdict: 'it returns the record to {methods} requests with a made-up token',
  },
  'no-credentials-needed': {
    title: 'requests without credentials are served',
    cure: 'refuse requests without the Authorization header, with 401',
    verdict: 'it serves {methods} requests without credentials',
  },
  'any-token': {
    title: 'a made-up token is accepted',
    cure: 'check the token, and return 401 for one that was never issued',
    verdict: 'it accepts a made-up token for {methods}',
  },

  // Whole requests.
  'other-method': { title: 'the method is {actual}, not {what}', cure: 'use the method of the document' },
  'other-path': { title: 'the path is not that of the document' },
  'no-bearer-token': {
    title: 'there is no Bearer token in an Authorization header',
    cure: 'send "Authorization: Bearer", a space and the access token',
  },
  'other-content-type': { title: 'the Content-Type is not {what}' },
  'request-not-json': { title: 'the body is not JSON', cure: 'send the body as JSON' },
  'unwanted-body': { title: 'a body is sent, and the document has none', cure: 'send no body' },

  // Whole responses.
  'no-content': { title: 'the response has no body ({what})', cure: `return 200 with ${envelope}` },
  'empty-body': { title: 'the body is empty', cure: `return ${envelope}` },
  html: {
    title: 'the response is a page in HTML',
    cure: 'return the JSON envelope; a page often comes from a gateway, a login or an error handler',
  },
  'broken-json': {
    title: 'the response is not valid JSON: {what}',
    cure: 'write the body with a JSON library, not by putting texts together',
  },
  'no-utf-8': { title: 'the response is not in UTF-8', cure: 'write the body in UTF-8' },
  'no-object': { title: 'the response is JSON, but not an object', cure: `return ${envelope}` },
  'byte-order-mark': {
    title: 'there is a byte order mark before the JSON',
    cure: 'send the body without the bytes EF BB BF at its beginning',
  },
  'key-twice': { title: 'a key appears twice in one object', cure: 'send each key once' },
  'same-request-id': {
    title: 'several responses have the same requestId',
    cure: 'generate a new requestId for every response',
  },

  // Members that are missing, or that should be.
  wrapped: { title: 'is one level too deep' },
  'without-envelope': { title: 'the record is in the root, not in {names}' },
  flattened: { title: 'the fields of {names} are in {holder}, not in {names}' },
  'other-name': { title: ['is sent as {what}', 'are sent under other names'], lists: ['rename ', ' to '] },
  missing: { title: 'is missing{what}', lists: ['add ', ': '] },
  'not-wanted': { title: 'is returned, and should not be' },

  // Values of another type.
  'number-as-text': {
    title: ['is a number sent as a string', 'are numbers sent as strings'],
    cure: 'send numbers without quotes',
  },
  fraction: { title: ['is not an integer', 'are not integers'], cure: 'send integers' },
  'boolean-as-text': {
    title: ['is a boolean sent as a string', 'are booleans sent as strings'],
    cure: 'send booleans without quotes: true, not "true"',
  },
  'boolean-as-number': {
    title: 'is sent as a number; the document requires a boolean',
    cure: 'send true and false, not 1 and 0',
  },
  'moment-as-number': {
    title: 'is sent as a Unix timestamp; the document requires a string',
    cure: documentedForm,
  },
  'text-as-boolean': { title: 'is sent as a JSON boolean; the document requires a string', cure: inQuotes },
  'text-as-number': { title: 'is sent as a number; the document requires a string', cure: inQuotes },
  'null-for-text': { title: 'is null; the document requires a string', cure: 'send a string, not null' },
  'other-type': { title: 'is {what}' },

  // Texts in another form.
  'empty-text': { title: 'is empty', cure: 'fill them, as {what}' },
  'since-epoch': { title: 'is sent as a Unix timestamp; the document says {what}', cure: documentedForm },
  'iso-8601': {
    title: 'is ISO 8601; the document says {what}',
    cure: 'leave out the T, fractions and the offset: {what}',
  },
  'with-time': { title: 'has a time; the document says YYYY-MM-DD', cure: 'send the day alone' },
  'without-time': {
    title: 'has no time; the document says YYYY-MM-DD HH:MM:SS',
    cure: 'send the time as well',
  },
  hyphens: {
    title: 'is written with hyphens',
    cure: 'send identifiers as 32 hexadecimal digits in lower case, without hyphens',
  },
  'no-hyphens': { title: 'is written without hyphens', cure: 'send identifiers with their hyphens' },
  'upper-case': { title: 'is in upper case', cure: 'send identifiers in lower case' },
  decorated: { title: 'has other characters around the value', cure: 'send nothing around the value' },
  'no-time-zone-name': {
    title: ['is not the name of a time zone', 'are not names of time zones'],
    cure: 'send a name of the IANA database such as "Asia/Shanghai"',
  },
  'other-form': { title: 'is not written as {what}', cure: documentedForm },

  // Values that differ from the document's, or from what was sent.
  'other-word': { title: ['is {actual}, not {what}', 'are not {what}'] },
  empty: { title: 'is empty', cure: 'fill them' },
  rounded: { title: 'is rounded', cure: 'return numbers with every digit that was sent' },
  trimmed: { title: 'is returned with different white space', cure: 'return texts as they were sent' },
  'other-case': {
    title: 'is returned in a different case',
    cure: 'return texts in the case in which they were sent',
  },
  'cut-short': { title: 'is truncated in the response', cure: 'return texts in full' },
  'not-as-sent': { title: 'is not what was sent', cure: 'return what was sent' },
  'other-length': { title: 'has {what} elements than were sent' },
} as const satisfies Readonly<Record<string, MistakeWords>>;

/** The name of a mistake. */
export type MistakeName = keyof typeof mistakes;

/** What the verdict says first, by the mistake. */
export const servedWords: ReadonlyMap<string, string> = new Map(
  Object.entries(mistakes).flatMap(([name, words]) => ('verdict' in words ? [[name, words.verdict]] : [])),
);

/** What was found out about a deviation. */
export interface Diagnosis {
  readonly cause: MistakeName;
  /** What to change here, short: `send 42, not "42"`; absent where the mistake has one cure, or lists fields. */
  readonly cure?: string;
  /** Of a mistake whose cure lists fields: this one, and what it needs. */
  readonly field?: readonly [name: string, needs: string];
  /** Deviations of one mistake are one problem where this is the same too; empty without it. */
  readonly key?: string;
  /** What the title has in the place of `{what}`. */
  readonly what?: string;
}

function wordsOf({ cause }: Diagnosis): MistakeWords {
  return mistakes[cause];
}

/** Cures that are listed one by one; the rest is counted. */
const mostListed = 16;

/** What is wanted of a field whose value comes back; of several fields `as they were sent`. */
export const asItWasSent = 'as it was sent';

/** The needs of fields, those that are wanted as they were sent together: `add name and enabled, as they were sent`. */
function listedCures(all: readonly Diagnosis[], [before, between]: readonly [string, string]): string | null {
  const fields = groupBy(
    all.flatMap(({ field }) => (field === undefined ? [] : [field])),
    ([name]) => name,
  );
  // Operations may need different things of fields of one name.
  const listed = [...fields]
    .slice(0, mostListed)
    .map(([name, own]) => [name, [...new Set(own.map(([, needs]) => needs))].join(', or ')] as const);
  if (listed.length === 0) return null;
  const groups = groupBy(listed, ([name, needs]) => (needs === asItWasSent ? '' : name + needs));
  const cures = [...groups.values()].map((own) =>
    own.length === 1 ? own[0].join(between) : `${joined(own.map(([name]) => name))}, as they were sent`,
  );
  return `${before}${cures.join('; ')} ${andMore(fields.size - mostListed)}`.trimEnd();
}

/** The cure of deviations that have one mistake; null where there is none. */
export function cureOf(all: readonly Diagnosis[]): string | null {
  const [first] = all;
  if (first === undefined) return null;
  const { cure: words, lists } = wordsOf(first);
  if (lists !== undefined) return listedCures(all, lists);
  const general = words?.replace('{what}', first.what ?? '');
  const [cure = null, ...others] = new Set(all.flatMap((one) => one.cure ?? general ?? []));
  return others.length === 0 ? cure : (general ?? cure);
}

/** What problems are about, in words. */
export interface Subject {
  /** `PUT and DELETE`. */
  readonly methods: string;
  /** `action.amount`, `the column of each condition`; one for each place. */
  readonly names: readonly string[];
  /** What holds them: `action`, `the record`, `the response`. */
  readonly holder: string;
}

/** The title of a problem. @param diagnosis of its first deviation */
export function titleOf(
  diagnosis: Diagnosis,
  { methods, names, holder }: Subject,
  { evidence }: Deviation,
): string {
  const words: Readonly<Record<string, string>> = {
    names: joined(names),
    count: countWord(names.length),
    holder,
    what: diagnosis.what ?? '',
    actual: shortened(evidence.actual),
  };
  const title = saidOf(wordsOf(diagnosis).title, names);
  return `${methods}: ${title.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')}`;
}

const verbs: Readonly<Record<string, string>> = { is: 'are', has: 'have', does: 'do' };

/** Characters of names in a title; fields whose names are longer are counted. */
const longestNames = 60;

function saidOf(title: MistakeWords['title'], names: Subject['names']): string {
  const [one, several] = typeof title === 'string' ? [title] : title;
  const [verb = ''] = one.split(' ');
  const verbOfSeveral = verbs[verb];
  if (verbOfSeveral === undefined) return one;
  if (names.length === 1) return `{names} ${one}`;
  const are = several ?? one.replace(verb, verbOfSeveral);
  return `${joined(names).length > longestNames ? '{count} fields of {holder}' : '{names}'} ${are}`;
}

/** `send 42, not "42"`. @param right JSON text of the value that would conform; null where only `kind` is known */
export function send(right: string | null, kind: string, { evidence }: Deviation): Pick<Diagnosis, 'cure'> {
  return { cure: `send ${right ?? kind}, not ${shortened(evidence.actual)}` };
}

const longest = 60;

/** A value as a sentence quotes it. */
export function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}
