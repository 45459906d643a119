import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'vitest';
import { type Case, env, expectProblem, type World } from './load.ts';
import { certificate, key } from './pem.ts';

const body = (content: string | Uint8Array) => env('TRANSFORMER_FILE', 'body.json', { 'body.json': content });
const headers = (content: string) => env('HEADERS_FILE', 'headers', { headers: content });
const certificates = (content: string) => env('CA_FILE', 'ca.pem', { 'ca.pem': content });
const pair = (keyPem: string): World => ({
  environment: { CONFORMANCE_CLIENT_CERT_FILE: 'c.pem', CONFORMANCE_CLIENT_KEY_FILE: 'c.key' },
  files: { 'c.pem': certificate, 'c.key': keyPem },
});

function freshKey(cipher?: { cipher: string; passphrase: string }): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }).toString();
}

const bodies: readonly Case[] = [
  ['no file', env('TRANSFORMER_FILE', 'body.json'), 'TRANSFORMER_FILE', /body\.json, which does not exist/],
  ['a folder', env('TRANSFORMER_FILE', '.'), 'TRANSFORMER_FILE', /is a folder/],
  ['below a file', env('TRANSFORMER_FILE', 'a/b', { a: '' }), 'TRANSFORMER_FILE', /does not exist/],
  [
    'a name too long',
    env('TRANSFORMER_FILE', 'a'.repeat(300)),
    'TRANSFORMER_FILE',
    /cannot be read \(ENAMETOOLONG/,
  ],
  ['endless', env('TRANSFORMER_FILE', '/dev/zero'), 'TRANSFORMER_FILE', /more than 1048576 bytes/],
  ['not JSON', body('{"name": }'), 'TRANSFORMER_FILE', /is not JSON: no JSON value at offset/],
  ['too deep', body('['.repeat(300)), 'TRANSFORMER_FILE', /nested deeper than/],
  ['an array', body('[]'), 'TRANSFORMER_FILE', /at its root something other than an object/],
  ['key twice', body('{"name": "a", "name": "b"}'), 'TRANSFORMER_FILE', /the key \/name twice/],
  ['wrong type', body('{"name": 1}'), 'TRANSFORMER_FILE', /at \/name something other than a string/],
  ['a null', body('{"conditions": null}'), 'TRANSFORMER_FILE', /\/conditions something other than an array/],
  ['no integer', body('{"action": {"amount": 1.5}}'), 'TRANSFORMER_FILE', /\/action\/amount .* an integer/],
  ['text', body('{"action": {"amount": "1"}}'), 'TRANSFORMER_FILE', /\/action\/amount .* an integer/],
  [
    'barely no integer',
    body('{"action": {"amount": 1.00000000000000000001}}'),
    'TRANSFORMER_FILE',
    /integer/,
  ],
  [
    'in a later condition',
    body('{"conditions": [{"column": 1}, {"column": true}]}'),
    'TRANSFORMER_FILE',
    /\/conditions\/1\/column .* an integer/,
  ],
  ['another data type', body('{"businessDataTypeId": "type-2"}'), 'BUSINESS_DATA_TYPE_ID', /contradicts/],
  ['another data type', body('{"businessDataTypeId": "type-2"}'), 'TRANSFORMER_FILE', /contradicts/],
];

const headerFiles: readonly Case[] = [
  ...['Authorization', 'content-type', 'Content-Length', 'HOST', 'Connection', 'Transfer-Encoding'].map(
    reserved,
  ),
  ...['Accept-Encoding', 'User-Agent', 'X-HTTP-Method-Override', 'Proxy-Authorization'].map(reserved),
  ['no colon', headers('X-A: b\nsecret'), 'HEADERS_FILE', /line 2 is not of the form Name: value/],
  ['no name', headers(': b'), 'HEADERS_FILE', /line 1 is not of the form/],
  ['space in name', headers('X A: b'), 'HEADERS_FILE', /line 1 is not of the form/],
  ['folded', headers('X-A: b\n c: d'), 'HEADERS_FILE', /line 2 is not of the form/],
  ['no value', headers('X-A:'), 'HEADERS_FILE', /line 1 gives X-A no value/],
  ['control in value', headers('X-A: a\u0007b'), 'HEADERS_FILE', /not visible ASCII/],
  ['bare carriage return', headers('X-A: a\rX-B: b'), 'HEADERS_FILE', /not visible ASCII/],
  ['twice', headers('X-A: b\n# comment\nx-a: c'), 'HEADERS_FILE', /line 3 sets x-a a second time/],
];

function reserved(name: string): Case {
  return [name, headers(`${name}: x`), 'HEADERS_FILE', new RegExp(`sets ${name}, which is not`)];
}

const tls: readonly Case[] = [
  ['no PEM', certificates('hello'), 'CONFORMANCE_CA_FILE', /holds no certificate in PEM/],
  ['a key', certificates(key), 'CONFORMANCE_CA_FILE', /holds no certificate in PEM/],
  [
    'damaged',
    certificates(certificate + certificate.replace('MIIB', 'AAAA')),
    'CA_FILE',
    /certificate 2 of 2/,
  ],
  [
    'certificate without key',
    env('CLIENT_CERT_FILE', 'c.pem', { 'c.pem': certificate }),
    'CONFORMANCE_CLIENT_KEY_FILE',
    /is missing/,
  ],
  ['key without certificate', env('CLIENT_KEY_FILE', 'k', { k: key }), 'CLIENT_CERT_FILE', /is missing/],
  ['no key', pair(certificate), 'CLIENT_KEY_FILE', /holds no private key/],
  ['damaged key', pair(key.replace('MIGH', 'AAAA')), 'CLIENT_KEY_FILE', /cannot be read/],
  [
    'encrypted key',
    pair(freshKey({ cipher: 'aes-256-cbc', passphrase: 'x' })),
    'CLIENT_KEY_FILE',
    /passphrase/,
  ],
  ['another key', pair(freshKey()), 'CLIENT_KEY_FILE', /does not belong/],
];

describe.each([
  ['transformer file', bodies],
  ['headers file', headerFiles],
  ['TLS', tls],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, world, setting, message) => expectProblem(world, setting, message));
});
