import { describe, expect, test } from 'vitest';
import { createRedactor, limits, parseJson } from '../../support/subject.ts';

const token = 'tok-5f3b9c.A~z';
const redactor = createRedactor([
  { name: 'access token', value: token },
  { name: 'header X-Gateway-Key', value: 'gw/7781' },
]);
const none = createRedactor([]);

describe('a JSON body', () => {
  test('keeps its layout and says where it was masked', () => {
    const body = `{ "a/b" : [1, "x ${token}"],\n  "c~d": { "${token}": null }, "e": 5 }`;
    expect(redactor.jsonBody(body)).toEqual({
      text: '{ "a/b" : [1, "x [masked: access token]"],\n  "c~d": { "[masked: access token]": null }, "e": 5 }',
      masked: [
        { at: '/a~1b/1', what: 'access token' },
        { at: '/c~0d/[masked: access token]', what: 'access token' },
      ],
    });
  });

  test('has the secret masked behind escapes of any kind', () => {
    const { text, masked } = redactor.jsonBody('{"a":"\\u0067w\\/7781","b":"gw&#47;7781","c":"gw%2F7781"}');
    expect(Object.values(JSON.parse(text))).toEqual(Array(3).fill('[masked: header X-Gateway-Key]'));
    expect(masked.map(({ at }) => at)).toEqual(['/a', '/b', '/c']);
  });

  test('has a number that holds a secret replaced by a string', () => {
    const digits = createRedactor([{ name: 'pin', value: '12345678' }]);
    const { text, masked } = digits.jsonBody('{"a":[9912345678,12345678.5,1],"b":-12345678}');
    expect(JSON.parse(text)).toEqual({ a: ['[masked: pin]', '[masked: pin]', 1], b: '[masked: pin]' });
    expect(masked.map(({ at }) => at)).toEqual(['/a/0', '/a/1', '/b']);
    expect(digits.jsonBody('12345678')).toEqual({
      text: '"[masked: pin]"',
      masked: [{ at: '', what: 'pin' }],
    });
  });

  test('stays JSON where a secret begins or ends inside an escape', () => {
    for (const value of ['nabcdefg', '0041abcd', 'abcdefg\\', 'u0041abcd']) {
      const { text } = createRedactor([{ name: 's', value }]).jsonBody('["\\nabcdefg\\n", "\\u0041abcd"]');
      expect(JSON.parse(text)).toHaveLength(2);
    }
  });

  test('is found to be JSON behind a byte order mark', () =>
    expect(redactor.jsonBody(`\ufeff{"a":"${token}"}`)).toEqual({
      text: '\ufeff{"a":"[masked: access token]"}',
      masked: [{ at: '/a', what: 'access token' }],
    }));

  test('that is no JSON is a text', () =>
    expect(redactor.jsonBody(`{"a":"${token}"`)).toEqual({
      text: '{"a":"[masked: access token]"',
      masked: [{ at: '', what: 'access token' }],
    }));

  test.each([
    ['{"password":"a","\\u0070wd":"b"}', ['/password', '/pwd']],
    ['{"x":{"Client_Secret":"a","token":7,"jwt":-1.5e3}}', ['/x/Client_Secret', '/x/token', '/x/jwt']],
    ['{"password":["a",["b",1]],"x":"c"}', ['/password/0', '/password/1/0', '/password/1/1']],
    ['{"accessToken":{"value":"a","x":[{"token":"b"}]}}', ['/accessToken/value', '/accessToken/x/0/token']],
    ['[{"apiKeys":[{"id":1}]},"a",["b"]]', ['/0/apiKeys/0/id']],
    ['{"secret":{},"passwords":[],"y":{"z":"a"},"credentials":{"tokens2":"b"}}', ['/credentials/tokens2']],
  ])(
    'has every leaf masked of a member whose name says "secret", and nothing beside it: %s',
    (body, places) => {
      const { text, masked } = none.jsonBody(body);
      expect(masked.map(({ at }) => at)).toEqual(places);
      const kept = JSON.stringify(JSON.parse(body), (_, value: unknown) =>
        typeof value === 'object' ? value : 0,
      );
      const shown = JSON.stringify(JSON.parse(text), (_, value: unknown) =>
        typeof value === 'object' ? value : 0,
      );
      expect(shown).toBe(kept);
      expect(text.match(/\[masked: [a-z ]+\]/g)).toHaveLength(places.length);
    },
  );

  test('keeps what is no secret under such names, and what others mean by code and key', () => {
    const body =
      '{"apiKey":"","tokens":[true,null,"false"],"code":40101,"key":"a","tokenType":"Bearer","error":{"code":"x"}}';
    expect(none.jsonBody(body)).toEqual({ text: body, masked: [] });
  });

  test('has the token of a run named where it is all of a secret of others', () =>
    expect(redactor.jsonBody(`{"token":"a ${token}"}`)).toEqual({
      text: '{"token":"[masked: access token]"}',
      masked: [{ at: '/token', what: 'access token' }],
    }));

  test.each([
    ['{"a":1,"password":"x y', '{"a":1,"password":"[masked: password]'],
    ['{"tokens":["x","y"],"b":', '{"tokens":[masked: token]'],
    ['{"tokens":{"x":"y', '{"tokens":[masked: token]'],
    ['log: {"secret": 12, "b": 3}', 'log: {"secret": [masked: secret], "b": 3}'],
    ['password=x&code=y&name=z', 'password=[masked: password]&code=[masked: code]&name=z'],
    ['code=40101 is what it said', 'code=40101 is what it said'],
  ])('that was cut, or is none, has them masked as well: %s', (body, text) => {
    expect(none.jsonBody(body).text).toBe(text);
    expect(none.bytes(Buffer.from(`${body}\xff`, 'latin1')).bytes.toString('latin1')).toContain(
      text.replace(/[^\]]*$/, ''),
    );
  });

  test.each([
    ['https://me:pw@h/a@b', 'https://[masked: credentials]@h/a@b'],
    ['https:\\/\\/me:pw@h\\/', 'https:\\/\\/[masked: credentials]@h\\/'],
    ['see h/?a=b&client_secret=s&c=d', 'see h/?a=b&client_secret=[masked: secret]&c=d'],
    ['h/?a=b\\u0026token=t\\u0026c=d', 'h/?a=b\\u0026token=[masked: token]\\u0026c=d'],
    ['h/\\u003Fa#access_token=t', 'h/\\u003Fa#access_token=[masked: token]'],
    ['{\\"a\\":\\"h/?token=t\\"}', '{\\"a\\":\\"h/?token=[masked: token]\\"}'],
    ['h/?callback_token=https://me:pw@h', 'h/?callback_token=[masked: token]'],
    ['h/?token=[masked: token]', 'h/?token=[masked: token]'],
    ['me@h, a = b, h/?a=b&token=&tokenType=c', 'me@h, a = b, h/?a=b&token=&tokenType=c'],
    ['https://me:p@s@s:@h/a@b', 'https://[masked: credentials]@h/a@b'],
    ['https:me:pw@h', 'https:[masked: credentials]@h'],
    ['WSS:/me:pw@h', 'WSS:/[masked: credentials]@h'],
    ['see https:\\\\me:p w@h\\\\x', 'see https:\\\\[masked: credentials]@h\\\\x'],
    ['https:\\n//me:p\\tw\\u0040x@h', 'https:\\n//[masked: credentials]@h'],
    ['redis://:pw@h', 'redis://[masked: credentials]@h'],
    ['see https://h.example or write to me@h', 'see https://h.example or write to me@h'],
    ['?next=https%3A%2F%2Fme%3Apw%40h%2F', '?next=https%3A%2F%2F[masked: credentials]%40h%2F'],
    ['?u=h%3Fa%3Db%26token%3Dt%26c', '?u=h%3Fa%3Db%26token%3D[masked: token]%26c'],
    ['?access%5Ftoken=a%26b&c', '?access%5Ftoken=[masked: token]&c'],
    ['h?token\\u003dt\\u0026c', 'h?token\\u003d[masked: token]\\u0026c'],
    ['h?u=h/?X-Amz-Signature=t&c', 'h?u=h/?X-Amz-Signature=[masked: signature]&c'],
    ['{\\"password\\":\\"p\\",\\"b\\":1}', '{\\"password\\":\\"[masked: password]\\",\\"b\\":1}'],
    ['password=p&key=k&b=c', 'password=[masked: password]&key=[masked: key]&b=c'],
  ])('has credentials in the URL of a string masked: %s', (value, kept) => {
    const { text, masked } = none.jsonBody(`{"a":{"b":"${value}"}}`);
    expect(text).toBe(`{"a":{"b":"${kept}"}}`);
    expect([...new Set(masked.map(({ at }) => at))]).toEqual(value === kept ? [] : ['/a/b']);
    expect(none.jsonBody(text)).toEqual({ text, masked: [] });
  });

  test('that is none has credentials in its URLs masked as well', () =>
    expect(none.jsonBody('<a href="https://me:pw@h/?token=t">')).toEqual({
      text: '<a href="https://[masked: credentials]@h/?token=[masked: token]">',
      masked: [
        { at: '', what: 'credentials' },
        { at: '', what: 'token' },
      ],
    }));

  test('keeps the order and the doubles of keys, and keys that are names in JavaScript', () => {
    const { text, masked } = redactor.jsonBody(
      `{"__proto__":"${token}","a":1,"a":"${token}","constructor":{"toString":"${token}"}}`,
    );
    expect(text).toBe(
      '{"__proto__":"[masked: access token]","a":1,"a":"[masked: access token]","constructor":{"toString":"[masked: access token]"}}',
    );
    expect(masked.map(({ at }) => at)).toEqual(['/__proto__', '/a', '/constructor/toString']);
  });

  test('is a text when it is nested deeper than JSON is read', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"${token}"${']'.repeat(depth)}`;
    const { depth } = limits;
    for (const [levels, at] of [
      [depth, '/0'.repeat(depth)],
      [depth + 1, ''],
      [100_000, ''],
    ] as const) {
      const { text, masked } = redactor.jsonBody(nested(levels));
      expect(text).toBe(nested(levels).replace(token, '[masked: access token]'));
      expect(masked).toEqual([{ at, what: 'access token' }]);
    }
  });

  test('gives no pointer that would be too long', () => {
    const body = JSON.stringify({ ['k'.repeat(limits.pointerLength)]: token });
    expect(redactor.jsonBody(body).masked).toEqual([{ at: '', what: 'access token' }]);
  });

  test('has as many places noted as the limit allows, and the rest as one', () => {
    const body = JSON.stringify(Array(limits.maskedPlaces + 50).fill(token));
    const { text, masked } = redactor.jsonBody(body);
    expect(text).not.toContain(token);
    expect(masked).toHaveLength(limits.maskedPlaces + 1);
    expect(masked.at(-1)).toEqual({ at: '', what: 'access token' });
  });

  test('gives pointers that lead to the masked places of what is kept', () => {
    const { text, masked } = redactor.jsonBody(`{"a":[{"b":"${token}"}],"x":"y ${token}"}`);
    const { root } = parseJson(text);
    expect(root.type).toBe('object');
    const values = JSON.parse(text);
    expect(masked.map(({ at }) => at)).toEqual(['/a/0/b', '/x']);
    expect([values.a[0].b, values.x]).toEqual(['[masked: access token]', 'y [masked: access token]']);
  });
});

describe('a JSON text of ours', () => {
  const digits = createRedactor([{ name: 'code', value: '271828182845' }]);

  test('is masked in its strings; numbers and keys stay, so its form does', () => {
    const { text, masked } = digits.jsonStrings('{"a":271828182845,"271828182845":"x 271828182845"}');
    expect(text).toBe('{"a":271828182845,"271828182845":"x [masked: code]"}');
    expect(masked).toEqual(['code']);
  });
});
