import { firstAt } from '../json/place.ts';
import { statusOf } from '../model/exchange.ts';
import type { AddedExchange } from '../model/reading.ts';

/** What responses say of what was changed in their requests, and what they show of the inside of a service. */

/** What came of a request that was sent again where it failed. */
export interface SettledExchange extends AddedExchange {
  /** It failed each time, and a request as a run sends it was served in between. */
  readonly failsAlone?: true;
  /** What it came to at different times, although another request was served in between. */
  readonly differs?: string;
}

/** Why there is no answer, and whether that is because answers differ. */
export interface NoResult {
  readonly why: string;
  readonly differs?: true;
}

/** Null where a response arrived that says something of the request. */
export function failureOf({ exchange: { response }, meaning }: AddedExchange): `fails ${string}` | null {
  if (response === undefined) return 'fails without a response';
  const isFailure = response.status >= 500 || [408, 425, 429].includes(response.status);
  return isFailure && meaning !== 'success' ? `fails with ${response.status}` : null;
}

export type ProbeOutcome = 'served' | 'refused' | 'redirected' | NonNullable<ReturnType<typeof failureOf>>;

/** Statuses about credentials, which most probes leave as they are. */
const aboutCredentials = [401, 403];

/** What came of a request; null where its response says nothing of what was changed in it. */
export function outcomeOf(read: SettledExchange, isAboutCredentials = false): ProbeOutcome | null {
  const status = statusOf(read.exchange) ?? 0;
  if (read.differs !== undefined) return null;
  if (read.meaning === 'success') return 'served';
  const failure = failureOf(read);
  if (failure !== null) return read.failsAlone === true ? failure : null;
  if (status === 407 || (!isAboutCredentials && aboutCredentials.includes(status))) return null;
  if (status >= 300 && status <= 399) return 'redirected';
  return read.meaning === 'refusal' ? 'refused' : null;
}

/** Whether a request is not served because of what was changed in it. */
export function isNotServed(read: SettledExchange): boolean {
  const outcome = outcomeOf(read);
  return outcome === 'refused' || outcome?.startsWith('fails') === true;
}

/** Why a response does not answer a question. */
export function untold(read: SettledExchange, what = ''): NoResult {
  const response = `the response${what === '' ? '' : ` to the request ${what}`}`;
  if (read.differs !== undefined) return { why: `${response} ${read.differs}`, differs: true };
  return { why: `${response} does not say: ${read.reason}` };
}

/** What came back in the place of a field of a record; undefined for nothing. */
export function returnedIn({ content }: AddedExchange, path: readonly string[]): unknown {
  return content?.kind === 'json' ? firstAt(content.json.value, ['data', ...path]) : undefined;
}

/** The text of a response; empty where there is none. */
export function textOf({ exchange: { response } }: AddedExchange): string {
  return response?.body.encoding === 'utf8' ? response.body.text : '';
}

/** Each of these is a security observation, never a verdict. */
const leakSigns: readonly (readonly [what: string, sign: RegExp])[] = [
  [
    'stack trace',
    /^\s*at [\w$.<>]+\(.*\)|^Traceback \(most recent call last\)|\.(?:java|kt|py|cs|rb|go|js|ts|php):\d+/m,
  ],
  ['stack trace', /\b(?:[a-z]\w*\.){2,}[A-Z]\w*(?:Exception|Error)\b|^goroutine \d+/m],
  [
    'SQL',
    /\bSELECT\s.{1,200}\sFROM\s|\bINSERT\s+INTO\s|\bUPDATE\s\S+\sSET\s|\bDELETE\s+FROM\s|\bORA-\d{5}\b|\bSQLSTATE\b/,
  ],
  ['internal host', /\b[\w-]+(?:\.[\w-]+)*\.(?:internal|local|localdomain|svc|lan|corp|intranet)\b/i],
  ['internal host', /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b/],
  ['file path', /(?:^|[\s"'(:])(?:\/(?:home|usr|var|opt|srv|app|etc)\/[\w./-]+|[A-Z]:\\\\?[\w\\.-]+)/],
];

/** Characters of a response that are searched. */
const longest = 100_000;

/** Kinds of what a response shows of the inside of a service, each once. */
export function leaksIn(read: AddedExchange): readonly string[] {
  const text = textOf(read).slice(0, longest);
  // What JSON escapes is read as whoever gets the response reads it.
  const plain = text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
  return [...new Set(leakSigns.flatMap(([what, sign]) => (sign.test(plain) ? [what] : [])))];
}
