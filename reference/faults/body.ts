import type { Fault } from './fault.ts';
import { inAll } from './fault.ts';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const noUtf8 = Buffer.from([0xff]);

/** A negative `at` is a place that another fault has removed. */
function inserted(body: Buffer, at: number, what: Buffer | string): Buffer {
  if (at < 0) return body;
  return Buffer.concat([body.subarray(0, at), Buffer.from(what), body.subarray(at)]);
}

type EditOfBytes = readonly [description: string, bytes: NonNullable<Fault['bytes']>];

/** Faults in the bytes of all answers, by name. */
function inBytes(row: string, strength: Fault['strength'], edits: Readonly<Record<string, EditOfBytes>>) {
  const trips = inAll(row);
  return Object.entries(edits).map(
    ([name, [description, bytes]]): Fault => ({ name, description, trips, strength, bytes }),
  );
}

/** What is wrong with an answer before its members are looked at. */
export const bodyFaults: readonly Fault[] = [
  ...inBytes(':json', 'stated', {
    'not-json': ['Responds with an HTML page.', () => Buffer.from('<!doctype html><title>Done</title>')],
    'empty-body': ['Responds with an empty body.', () => Buffer.alloc(0)],
    'cut-short': [
      'Leaves out the closing brace; Content-Length is the length of the shortened body.',
      (body) => body.subarray(0, -1),
    ],
    'trailing-garbage': [
      'Writes a word after the JSON object.',
      (body) => inserted(body, body.length, 'done'),
    ],
    'json-in-text': [
      'Responds with the JSON object as the text of a JSON string.',
      (body) => Buffer.from(JSON.stringify(body.toString())),
    ],
    'invalid-utf8': ['Puts the byte FF into the name of a member.', (body) => inserted(body, 2, noUtf8)],
    utf16: ['Encodes the body in UTF-16.', (body) => Buffer.from(body.toString(), 'utf16le')],
  }),
  ...inBytes(':byte-order-mark', 'shown', {
    'byte-order-mark': [
      'Puts a byte order mark before the JSON object.',
      (body) => inserted(body, 0, byteOrderMark),
    ],
  }),
  ...inBytes(':unique-keys', 'shown', {
    'duplicate-key': [
      'Writes `status` twice in the envelope, both times with the right value.',
      (body) => inserted(body, 1, '"status":"success",'),
    ],
    'duplicate-key-in-record': [
      'Writes the first member of the record twice, the right value last.',
      (body) => {
        const [record = '', start = '', name = ''] =
          /("data":\{)("[^"]*")/.exec(body.toString('latin1')) ?? [];
        return record === '' ? body : inserted(body, body.indexOf(record) + start.length, `${name}:"",`);
      },
    ],
  }),
];
