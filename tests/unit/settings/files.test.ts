import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'vitest';
import { type Case, env, expectProblem, type World } from './load.ts';
import { certificate, key } from './pem.ts';

type Row = readonly [name: string, world: World, message: RegExp];

const named = (path: string, files?: World['files']) => env('TRANSFORMER_FILE', path, files);
const body = (content: string | Uint8Array) => named('body.json', { 'body.json': content });
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

const bodies: readonly Row[] = [
  ['no file', named('body.json'), /body\.json, which does not exist/],
  ['a folder', named('.'), /is a folder/],
  ['below a file', named('a/b', { a: '' }), /does not exist/],
  ['a name too long', named('a'.repeat(300)), /cannot be read \(ENAMETOOLONG/],
  ['endless', named('/dev/zero'), /more than 1048576 bytes/],
  ['not JSON', body('{"name": }'), /is not JSON: no JSON value at offset/],
  ['too deep', body('['.repeat(300)), /nested deeper than/],
  ['an array', body('[]'), /at its root something other than an object/],
  ['key twice', body('{"name": "a", "name": "b"}'), /the key \/name twice/],
  ['wrong type', body('{"name": 1}'), /at \/name something other than a string/],
  ['a null', body('{"conditions": null}'), /\/conditions something other than an array/],
  ['no integer', body('{"action": {"amount": 1.5}}'), /\/action\/amount .* an integer/],
  ['text', body('{"action": {"amount": "1"}}'), /\/action\/amount .* an integer/],
  ['barely no integer', body('{"action": {"amount": 1.00000000000000000001}}'), /integer/],
  [
    'in a later condition',
    body('{"conditions": [{"column": 1}, {"column": true}]}'),
    /\/conditions\/1\/column .* an integer/,
  ],
  ['another data type', body('{"businessDataTypeId": "type-2"}'), /contradicts/],
];

const headerFiles: readonly Row[] = [
  ...['Authorization', 'content-type', 'Content-Length', 'HOST', 'Connection', 'Transfer-Encoding'].map(
    reserved,
  ),
  ...['Accept-Encoding', 'User-Agent', 'X-HTTP-Method-Override', 'Proxy-Authorization'].map(reserved),
  ['no colon', headers('X-A: b\nsecret'), /line 2 is not of the form Name: value/],
  ['no name', headers(': b'), /line 1 is not of the form/],
  ['space in name', headers('X A: b'), /line 1 is not of the form/],
  ['folded', headers('X-A: b\n c: d'), /line 2 is not of the form/],
  ['no value', headers('X-A:'), /line 1 has no value for X-A/],
  ['control in value', headers('X-A: a\u0007b'), /not visible ASCII/],
  ['bare carriage return', headers('X-A: a\rX-B: b'), /not visible ASCII/],
  ['twice', headers('X-A: b\n# comment\nx-a: c'), /line 3 sets x-a a second time/],
];

function reserved(name: string): Row {
  return [name, headers(`${name}: x`), new RegExp(`sets ${name}, which this file may not set`)];
}

const damaged = certificate.replace('MIIB', 'AAAA');
const encrypted = { cipher: 'aes-256-cbc', passphrase: 'x' };

const tls: readonly Case[] = [
  ['no PEM', certificates('hello'), 'CONFORMANCE_CA_FILE', /holds no certificate in PEM/],
  ['a key', certificates(key), 'CONFORMANCE_CA_FILE', /holds no certificate in PEM/],
  ['damaged', certificates(certificate + damaged), 'CA_FILE', /certificate 2 of 2/],
  [
    'certificate without key',
    env('CLIENT_CERT_FILE', 'c', { c: certificate }),
    'CLIENT_KEY_FILE',
    /is missing/,
  ],
  ['key without certificate', env('CLIENT_KEY_FILE', 'k', { k: key }), 'CLIENT_CERT_FILE', /is missing/],
  ['no key', pair(certificate), 'CLIENT_KEY_FILE', /holds no private key/],
  ['damaged key', pair(key.replace('MIGH', 'AAAA')), 'CLIENT_KEY_FILE', /cannot be read/],
  ['encrypted key', pair(freshKey(encrypted)), 'CLIENT_KEY_FILE', /passphrase/],
  ['another key', pair(freshKey()), 'CLIENT_KEY_FILE', /does not belong/],
];

const of = (setting: string, rows: readonly Row[]): readonly Case[] =>
  rows.map(([name, world, message]) => [name, world, setting, message]);
const other = body('{"businessDataTypeId": "type-2"}');

describe.each([
  ['transformer file', of('TRANSFORMER_FILE', bodies)],
  ['another data type', [['in it', other, 'BUSINESS_DATA_TYPE_ID', /contradicts/] satisfies Case]],
  ['headers file', of('HEADERS_FILE', headerFiles)],
  ['TLS', tls],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_name, world, setting, message) => expectProblem(world, setting, message));
});
