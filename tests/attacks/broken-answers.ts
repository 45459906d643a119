import { putAnswer } from '../support/conforming.ts';
import { data, type Hostile, whole } from './answers.ts';

const bodyLimit = 1024 * 1024;

const answer = JSON.stringify(putAnswer);

function redirect(status: string, location: string): Hostile {
  return {
    name: `a redirect ${status} to ${location}`,
    answer: whole('', `location: ${location}`, status),
    exitCode: 3,
    says: new RegExp(`${status.slice(0, 3)} to ${location.replaceAll('.', '\\.')}`),
  };
}

/** Services whose HTTP is sound and whose answer is not: bodies, content types, refusals, redirects. */
export const brokenAnswers: readonly Hostile[] = [
  {
    name: '204 with a body',
    answer: whole(answer, 'content-type: application/json', '204 No Content'),
    exitCode: 1,
    says: /body is empty/,
  },
  {
    name: 'invalid UTF-8',
    answer: whole(
      Buffer.concat([Buffer.from('{"status":"success","x":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ),
    exitCode: 1,
    says: /not valid UTF-8/,
  },
  {
    name: 'a byte order mark',
    answer: whole('\ufeff{"status":"success","requestId":"3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f"}'),
    exitCode: 1,
    says: /U\+FEFF before the JSON value/,
  },
  {
    name: 'UTF-16',
    answer: whole(Buffer.from(answer, 'utf16le')),
    exitCode: 1,
    says: /not (?:valid UTF-8|JSON)/,
  },
  {
    name: 'NUL bytes',
    answer: whole('\0\0\0\0'),
    exitCode: 1,
    says: /not JSON/,
  },
  {
    name: 'JSON nested 200,000 deep',
    answer: whole('['.repeat(200_000) + ']'.repeat(200_000)),
    exitCode: 3,
    says: /nested deeper/,
  },
  {
    name: 'a string of 20 MB',
    answer: whole(`{"status":"success","x":"${'x'.repeat(20_000_000)}"}`),
    exitCode: 3,
    says: /larger than \d+ bytes/,
  },
  {
    name: 'a string just below the limit',
    answer: whole(data(`"x":"${'x'.repeat(bodyLimit - 1_000)}"`)),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: '10,000 unknown fields',
    answer: whole(data(Array.from({ length: 10_000 }, (_, at) => `"f${at}":${at}`).join(','))),
    exitCode: 1,
    says: /and \d+ more/,
  },
  {
    name: '100,000 conditions',
    answer: whole(data(`"conditions":[${Array.from({ length: 100_000 }, () => '{"a":1}').join(',')}]`)),
    exitCode: 3,
    says: /more than 20000 JSON values/,
  },
  {
    name: '9,000 conditions',
    answer: whole(data(`"conditions":[${Array.from({ length: 9_000 }, () => '{"a":1}').join(',')}]`)),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: 'keys of the prototype',
    answer: whole(data('"__proto__":{"name":"x"},"constructor":{},"toString":1,"hasOwnProperty":2')),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: 'duplicate keys at depth',
    answer: whole(data('"action":{"x":[{"k":1,"k":1}]}')),
    exitCode: 1,
    says: /more than once/,
  },
  {
    name: 'a long key over many duplicates',
    answer: whole(
      data(`"${'k'.repeat(400_000)}":{${Array.from({ length: 80_000 }, () => '"a":1').join(',')}}`),
    ),
    exitCode: 3,
    says: /more than 20000 JSON values/,
  },
  {
    name: 'a longer key over fewer duplicates',
    answer: whole(
      data(`"${'k'.repeat(900_000)}":{${Array.from({ length: 15_000 }, () => '"a":1').join(',')}}`),
    ),
    exitCode: 1,
    says: /more than once/,
  },
  {
    name: 'odd numbers',
    answer: whole(
      data('"action":{"amount":1e400,"currency":-0,"datetime":9007199254740993,"assetName":1e-400}'),
    ),
    exitCode: 1,
    says: /1e-400/,
  },
  {
    name: 'a huge exponent',
    answer: whole(data(`"action":{"amount":1e${'9'.repeat(100_000)}}`)),
    exitCode: 1,
    says: /absent/,
  },
  {
    name: 'lone surrogates',
    answer: whole(data('"name":"\\ud800","businessDataTypeId":"\\udc00\\ud800"')),
    exitCode: 1,
    says: /ud800/,
  },
  {
    name: 'JSON as text/html',
    answer: whole(data('"name":1'), 'content-type: text/html'),
    exitCode: 1,
    says: /text\/html/,
  },
  {
    name: 'HTML as application/json',
    answer: whole('<!doctype html><h1>Sign in</h1>'),
    exitCode: 1,
    says: /not JSON/,
  },
  {
    name: '429 with Retry-After',
    answer: whole('{}', 'retry-after: 3600', '429 Too Many Requests'),
    exitCode: 3,
    says: /429.*retry-after: 3600/,
  },
  {
    name: '503 with Retry-After',
    answer: whole('{}', 'retry-after: 0', '503 Service Unavailable'),
    exitCode: 3,
    says: /503.*retry-after: 0/,
  },
  ...[
    '301 Moved Permanently',
    '302 Found',
    '303 See Other',
    '307 Temporary Redirect',
    '308 Permanent Redirect',
  ].flatMap((status) => [redirect(status, '/elsewhere'), redirect(status, 'http://127.0.0.2:9/stolen')]),
];
