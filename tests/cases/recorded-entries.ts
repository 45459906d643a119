import { deleteAnswer, exchangeOf, putAnswer, utf8Response } from '../support/conforming.ts';
import { asEntry, asHar, asLine } from '../support/traffic.ts';

/** Entries that recorders write in other ways than HAR and we do. Each is one exchange of the document. */

interface Recorded {
  readonly request: { readonly headers: readonly object[]; readonly url: string };
  readonly response: object;
}

export const put = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));
export const remove = exchangeOf('delete', 'authorised', utf8Response(JSON.stringify(deleteAnswer)));
const entry = asEntry(put) as Recorded;
const { request, response, ...others } = entry;

function withHeaders(headers: unknown): string {
  return JSON.stringify({ ...JSON.parse(asLine(put)), request: { ...request, headers } });
}

function withStatus(status: unknown): string {
  return asHar([{ ...entry, response: { ...response, status } }]);
}

function emptied(text: string): string {
  return text.replace(/entity\/\w+\/automationRule\/\w+/, 'entity//automationRule/');
}

function withoutBody(body: string): string {
  const line = JSON.parse(asLine(remove));
  return JSON.stringify({ ...line, request: { ...line.request, body } });
}

const authorization = { name: 'Authorization', value: 'Bearer token-of-a-client' };
const type = { name: 'Content-Type', value: 'application/json' };
const har = JSON.parse(asHar([entry]));

/** Their exchange is judged, and conforms. */
export const judgedEntries: readonly (readonly [what: string, text: string])[] = [
  ['the response before the request', asHar([{ response, ...others, request }])],
  ['entries before the version', JSON.stringify({ log: { entries: har.log.entries, version: '1.2' } })],
  ['other members before the log', JSON.stringify({ _saved: { by: 'x', log: [] }, ...har })],
  ['other members before the log, laid out', JSON.stringify({ comment: 'a, "log": {', ...har }, null, 2)],
  ['a header without a value', withHeaders([{ name: 'x-a' }, authorization, type])],
  ['a header whose value is null', withHeaders([{ name: 'x-a', value: null }, authorization, type])],
  [
    'a header of a name alone',
    withHeaders([['x-a'], ['Authorization', 'Bearer x'], ['Content-Type', 'application/json']]),
  ],
  [
    'a header of a name and null',
    withHeaders([
      ['x-a', null],
      ['Authorization', 'Bearer x'],
      ['Content-Type', 'application/json'],
    ]),
  ],
  [
    'one header of several values',
    withHeaders({ 'x-a': [null, 'b'], Authorization: 'Bearer x', 'Content-Type': 'application/json' }),
  ],
  ['a placeholder for the body of a DELETE', withoutBody('<omitted>')],
  ['the DELETE of the document, with empty identifiers', emptied(asLine(remove))],
  ['the same in a HAR', emptied(asHar([asEntry(remove)]))],
];

/** Nothing came back. */
export const unansweredEntries: readonly (readonly [what: string, text: string])[] = [
  ['status 0', withStatus(0)],
  ['status -1', withStatus(-1)],
  ['status "0"', withStatus('0')],
  ['status null', withStatus(null)],
  ['no status', withStatus(undefined)],
  ['an empty response', JSON.stringify({ ...JSON.parse(asLine(put)), response: {} })],
  ['no response', JSON.stringify({ ...JSON.parse(asLine(put)), response: undefined })],
  ['a response of null', JSON.stringify({ ...JSON.parse(asLine(put)), response: null })],
];

/** A PUT that was recorded, with some changes. */
export function recordedPut(changes: object = {}, returned: object = {}): string {
  const line = JSON.parse(asLine(put));
  return JSON.stringify({ ...line, ...changes, response: { ...line.response, ...returned } });
}

const again = { startedDateTime: '2025-01-07T08:09:10.001Z' };
const untimed = { startedDateTime: undefined };
const later = recordedPut(again);
const viaWorker = recordedPut(again, { _fetchedViaServiceWorker: true });

/** Records of exchanges with one requestId: how many are copies, and whether the requestId was used twice. */
export const copyRows: readonly {
  readonly what: string;
  readonly lines: readonly string[];
  readonly copies: number;
  readonly verdict: 'conforms' | 'deviates' | 'not-exercised';
}[] = [
  { what: 'one exchange twice', lines: [recordedPut(), recordedPut()], copies: 1, verdict: 'not-exercised' },
  {
    what: 'one exchange three times',
    lines: [recordedPut(), recordedPut(), recordedPut()],
    copies: 2,
    verdict: 'not-exercised',
  },
  { what: 'another time', lines: [recordedPut(), later], copies: 0, verdict: 'deviates' },
  {
    what: 'another time, and one of them twice',
    lines: [recordedPut(), later, recordedPut()],
    copies: 0,
    verdict: 'deviates',
  },
  { what: 'no time', lines: [recordedPut(untimed), recordedPut(untimed)], copies: 0, verdict: 'deviates' },
  {
    what: 'another header',
    lines: [recordedPut(), recordedPut({}, { headers: [['x-a', 'b']] })],
    copies: 0,
    verdict: 'deviates',
  },
  {
    what: 'another duration',
    lines: [recordedPut({ time: 3 }), recordedPut({ time: 4 })],
    copies: 0,
    verdict: 'deviates',
  },
  {
    what: 'another URL',
    lines: [recordedPut(), recordedPut().replace('127.0.0.1:1', '127.0.0.1:2')],
    copies: 0,
    verdict: 'deviates',
  },
  {
    what: 'another body',
    lines: [recordedPut(), recordedPut().replace('DOING', 'DOINg')],
    copies: 0,
    verdict: 'deviates',
  },
  {
    what: 'network and service worker',
    lines: [viaWorker, recordedPut()],
    copies: 0,
    verdict: 'not-exercised',
  },
  { what: 'a service worker alone', lines: [viaWorker], copies: 0, verdict: 'not-exercised' },
];
