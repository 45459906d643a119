import type { Fault } from './fault.ts';
import { inAll } from './fault.ts';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const noUtf8 = Buffer.from([0xff]);

/** A negative `at` is a place that another fault has removed. */
function inserted(body: Buffer, at: number, what: Buffer | string): Buffer {
  if (at < 0) return body;
  return Buffer.concat([body.subarray(0, at), Buffer.from(what), body.subarray(at)]);
}

const notJson = { trips: inAll(':json'), strength: 'stated' } as const;

/** What is wrong with an answer before its members are looked at. */
export const bodyFaults: readonly Fault[] = [
  {
    name: 'not-json',
    description: 'Responds with an HTML page.',
    ...notJson,
    bytes: () => Buffer.from('<!doctype html><title>Done</title>'),
  },
  {
    name: 'empty-body',
    description: 'Responds with an empty body.',
    ...notJson,
    bytes: () => Buffer.alloc(0),
  },
  {
    name: 'cut-short',
    description: 'Leaves out the closing brace; Content-Length is the length of the shortened body.',
    ...notJson,
    bytes: (body) => body.subarray(0, -1),
  },
  {
    name: 'trailing-garbage',
    description: 'Writes a word after the JSON object.',
    ...notJson,
    bytes: (body) => inserted(body, body.length, 'done'),
  },
  {
    name: 'json-in-text',
    description: 'Responds with the JSON object as the text of a JSON string.',
    ...notJson,
    bytes: (body) => Buffer.from(JSON.stringify(body.toString())),
  },
  {
    name: 'invalid-utf8',
    description: 'Puts the byte FF into the name of a member.',
    ...notJson,
    bytes: (body) => inserted(body, 2, noUtf8),
  },
  {
    name: 'utf16',
    description: 'Encodes the body in UTF-16.',
    ...notJson,
    bytes: (body) => Buffer.from(body.toString(), 'utf16le'),
  },
  {
    name: 'byte-order-mark',
    description: 'Puts a byte order mark before the JSON object.',
    trips: inAll(':byte-order-mark'),
    strength: 'shown',
    bytes: (body) => inserted(body, 0, byteOrderMark),
  },
  {
    name: 'duplicate-key',
    description: 'Writes `status` twice in the envelope, both times with the right value.',
    trips: inAll(':unique-keys'),
    strength: 'shown',
    bytes: (body) => inserted(body, 1, '"status":"success",'),
  },
  {
    name: 'duplicate-key-in-record',
    description: 'Writes the first member of the record twice, the right value last.',
    trips: inAll(':unique-keys'),
    strength: 'shown',
    bytes: (body) => {
      const [record = '', start = '', name = ''] = /("data":\{)("[^"]*")/.exec(body.toString('latin1')) ?? [];
      return record === '' ? body : inserted(body, body.indexOf(record) + start.length, `${name}:"",`);
    },
  },
];
