import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { marker } from '../../../src/secrets/marker.ts';
import { isAllowedHeader, parameterKind, sensitiveKind } from '../../../src/secrets/sensitive-names.ts';
import { createRedactor } from '../../support/subject.ts';

const token = 'tok-5f3b9c.A~z';
const redactor = createRedactor([
  { name: 'access token', value: token },
  { name: 'header X-Gateway-Key', value: 'gw/7781' },
]);
const none = createRedactor([]);

test('a marker is inert in every format that a report has', () => {
  expect(marker('access token')).toBe('[masked: access token]');
  expect(marker('header X|`*<&>"\'$\\{}\n\u202e')).toMatch(/^\[masked: [A-Za-z0-9 _.-]+\]$/);
});

describe('a text', () => {
  test('holds a marker for each secret, and what stands around it', () =>
    expect(redactor.text(`a ${token}, gw/7781 and ${token} b`)).toEqual({
      text: 'a [masked: access token], [masked: header X-Gateway-Key] and [masked: access token] b',
      masked: ['access token', 'header X-Gateway-Key'],
    }));

  test('loses the bits of Base64 that a secret shares with its neighbours, and no more', () => {
    const basic = Buffer.from(`someone:${token}:and more`).toString('base64');
    const { text } = redactor.text(`Basic ${basic}.`);
    const [before = '', after = ''] = text.split('[masked: access token]');
    // 8 and 22 bytes are 10 and 29 characters and a part of one.
    expect([before, after]).toEqual([`Basic ${basic.slice(0, 10)}`, `${basic.slice(30)}.`]);
  });

  test('is named by the secret that is found, of several secrets that overlap', () => {
    const both = createRedactor([
      { name: 'long', value: 'abcdefghij' },
      { name: 'short', value: 'cdefgh' },
      { name: 'next', value: 'ijklmn' },
    ]);
    expect(both.text('_abcdefghijklmn_')).toEqual({ text: '_[masked: long]_', masked: ['long'] });
    expect(both.contains('_abcdefghijklmn_')).toEqual(['long']);
  });

  test('has two secrets that overlap masked as one', () => {
    const both = createRedactor([
      { name: 'first', value: 'abcdefgh' },
      { name: 'second', value: 'efghijkl' },
    ]);
    expect(both.text('_abcdefghijkl_').text).toBe('_[masked: first]_');
  });

  const shortest: Readonly<Record<string, (text: string) => string>> = {
    'as it is': (text) => text,
    'in Base64': (text) => Buffer.from(text).toString('base64'),
    'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  };

  test.each(Object.entries(shortest))('may be a secret in the fewest characters, %s', (_, write) => {
    const whole = 'ABC-DEF-0123';
    const written = write(whole);
    for (const value of [whole, `${whole}456-789A`]) {
      const search = createRedactor([{ name: 'x', value }]);
      expect(search.text(written).text).toBe('[masked: x]');
      expect(search.text(`(${written})`).text).toBe('([masked: x])');
      expect(search.contains(written)).toEqual(['x']);
    }
  });

  test('keeps what is too short to be a secret, and what is shown anyway', () => {
    const shown = ['true', 'null', 'false'].map((value) => ({ name: 'x', value, isShown: true }));
    const redact = createRedactor([{ name: 'x', value: 'abc' }, ...shown]);
    const text = '{"a":true,"b":null,"c":"abc","d":false}';
    expect(redact.jsonBody(text)).toEqual({ text, masked: [] });
    expect(redact.text(text)).toEqual({ text, masked: [] });
  });

  test('is searched wherever it stands in a long text', () => {
    const redact = createRedactor([{ name: 'x', value: 'tok-abcdefgh' }]);
    const escaped = '\\u0074ok-abc\\u0064efgh';
    for (const written of ['tok-abcdefgh', escaped, '%74ok%2Dabc%64efgh']) {
      const { text } = redact.text(`${'\\'.repeat(128 * 1024)} ${written} `);
      expect(text.slice(128 * 1024)).toBe(' [masked: x] ');
    }
  });

  test('is not searched for secrets in its markers', () => {
    const words = createRedactor([
      { name: 'gate key', value: 'masked' },
      { name: 'b', value: 'gate' },
    ]);
    const { text } = words.text('masked gate');
    expect(text).toBe('[masked: gate key] [masked: b]');
    expect(words.contains(text)).toEqual([]);
    expect(words.contains(`${text} gate`)).toEqual(['b']);
    expect(words.contains('[masked: gate]')).toEqual(['gate key', 'b']);
  });

  test('of secrets only, or of escapes only, ends', () => {
    expect(redactor.text(token.repeat(20_000)).text).toBe('[masked: access token]'.repeat(20_000));
    for (const sequence of ['\\', '\\u0041', '%41', '&#65;', '&', '%', '\\u', '\n'])
      expect(redactor.text(sequence.repeat(50_000)).masked).toEqual([]);
  });
});

describe('a response header', () => {
  test.for<[string, string, string, string[]]>([
    ['Content-Type', 'text/html', 'text/html', []],
    ['RateLimit-Remaining', '3', '3', []],
    ['X-RateLimit-Reset', '3', '3', []],
    ['X-Unknown', 'v', '[masked: not on the allow-list]', []],
    ['X-Unknown', `v ${token}`, '[masked: access token]', ['access token']],
    ['Server', `v ${token}`, 'v [masked: access token]', ['access token']],
    ['Set-Cookie', 'a=b', '[masked: set-cookie]', ['set-cookie']],
    ['set-cookie2', 'a=b', '[masked: set-cookie]', ['set-cookie']],
    ['Set-Cookie', `a=${token}`, '[masked: access token]', ['access token']],
    ['Authorization', 'Bearer b', '[masked: authorization]', ['authorization']],
    ['Proxy-Authorization', 'Basic b', '[masked: authorization]', ['authorization']],
    ['X-Api-Key', 'k', '[masked: api key]', ['api key']],
    ['X-Csrf-Token', 'k', '[masked: token]', ['token']],
    ['Access-Control-Allow-Credentials', 'true', 'true', []],
    ['Access-Control-Allow-Origin', '*', '*', []],
    ['Access-Control-Token', 'k', '[masked: token]', ['token']],
    ['X-Requires-Token', 'TRUE', '[masked: not on the allow-list]', []],
    ['WWW-Authenticate', 'Bearer realm="r"', 'Bearer realm="r"', []],
    ['Location', '/a?b=c&d=e#f', '/a?b=c&d=e#f', []],
    ['Location', `/a?t=${token}`, '/a?t=[masked: access token]', ['access token']],
    [
      'Location',
      `/a?t=${Buffer.from(token).toString('hex')}`,
      '/a?t=[masked: access token]',
      ['access token'],
    ],
    [
      'Location',
      'https://me:pw@h/?x=1&client_secret=s#access_token=t',
      'https://[masked: credentials]@h/?x=1&client_secret=[masked: secret]#access_token=[masked: token]',
      ['credentials in a URL'],
    ],
  ])('%s: %s', ([name, value, kept, masked]) =>
    expect(redactor.header([name, value])).toEqual({ header: [name, kept], masked }),
  );

  test('has its name searched too', () => {
    expect(redactor.header([`X-${token}`, 'v'])).toEqual({
      header: ['X-[masked: access token]', '[masked: not on the allow-list]'],
      masked: ['access token'],
    });
    expect(JSON.stringify(redactor.header([`X-${token}-Secret`, 'v']))).not.toContain(token);
  });

  test('the allow-list names no header that carries a credential', () => {
    for (const name of 'cookie set-cookie authorization x-api-key authentication-info x-amz-security-token'.split(
      ' ',
    ))
      expect(isAllowedHeader(name)).toBe(false);
  });
});

describe('names that say secret', () => {
  test.for<[string, string | undefined]>([
    ['password', 'password'],
    ['user_password', 'password'],
    ['X-Auth-Token', 'token'],
    ['accessToken', 'token'],
    ['ACCESS_KEY', 'access key'],
    ['Set-Cookie', 'set-cookie'],
    ['passwords', 'password'],
    ['API_KEYS', 'api key'],
    ['password2', 'password'],
    ['X-Amz-Credential', 'credentials'],
    ['Ocp-Apim-Subscription-Key', 'subscription key'],
    ['x-goog-signature', 'signature'],
    ['X-Functions-Key', 'key'],
    ['AWSAccessKeyId', 'access key'],
    ['sig', 'signature'],
    ['code', undefined],
    ['key', undefined],
    ['signatures_total', undefined],
    ['tokenType', undefined],
    ['passwordPolicy', undefined],
    ['author', undefined],
    ['secretary', undefined],
    ['Access-Control-Allow-Credentials', undefined],
    ['Sec-Fetch-Site', undefined],
    ['WWW-Authenticate', undefined],
    ['Proxy-Authenticate', undefined],
    ['Clear-Site-Data', undefined],
    ['', undefined],
  ])('%s: %s', ([name, kind]) => expect(sensitiveKind(name)).toBe(kind));

  test.for<[string, string | undefined]>([
    ['code', 'code'],
    ['Key', 'key'],
    ['auth', 'authorization'],
    ['X-Amz-Signature', 'signature'],
    ['errorCode', undefined],
    ['keyword', undefined],
    ['author', undefined],
  ])('of a parameter, %s: %s', ([name, kind]) => expect(parameterKind(name)).toBe(kind));

  test('say nothing of a boolean, which is no secret', () => {
    expect(redactor.header(['X-With-Credentials', 'false']).masked).toEqual([]);
    expect(none.jsonBody('{"withCredentials":"true","token":"falsehood"}').masked).toEqual([
      { at: '/token', what: 'token' },
    ]);
  });

  test('are none that the document gives to a field', () => {
    const names = ['envelope', 'transformer-request', 'transformer-record', 'automation-rule-record'];
    for (const name of names) {
      const schema = readFileSync(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), 'utf8');
      JSON.parse(schema, (key, value) => {
        expect([key, sensitiveKind(key)]).toEqual([key, undefined]);
        return value;
      });
    }
  });
});
