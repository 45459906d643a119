/** Bodies, headers and texts as a service may send them, by what they show; the golden file has what is kept of each. */

export const token = 'tok-5f3b9c.A~z';
const hex = Buffer.from(token).toString('hex');
const basic = Buffer.from(`someone:${token}:and more`).toString('base64');

/** The secrets of a run, of which the token is one. */
export const secrets = [
  { name: 'access token', value: token },
  { name: 'header X-Gateway-Key', value: 'gw/7781' },
  { name: 'pin', value: '12345678' },
  { name: 'short', value: 'abc' },
  { name: 'shown', value: 'true', isShown: true },
];

/** JSON, damaged JSON, and what is none. */
export const bodies: Readonly<Record<string, readonly string[]>> = {
  'secrets of the run': [
    `{ "a/b" : [1, "x ${token}"],\n  "c~d": { "${token}": null }, "e": 5 }`,
    '{"a":"\\u0067w\\/7781","b":"gw&#47;7781","c":"gw%2F7781"}',
    '{"a":[9912345678,12345678.5,1],"b":-12345678}',
    '12345678',
    `\ufeff{"a":"${token}"}`,
    `{"a":"${token}"`,
    `{"token":"a ${token}"}`,
    `{"__proto__":"${token}","a":1,"a":"${token}","constructor":{"toString":"${token}"}}`,
    '{"a":true,"b":null,"c":"abc","d":false}',
    `${token}, gw/7781 and ${token} b`,
    `Basic ${basic}.`,
    `\\u0074ok-5f3b\\u0039c.A~z`,
  ],
  'names that say secret': [
    '{"password":"a","\\u0070wd":"b"}',
    '{"x":{"Client_Secret":"a","token":7,"jwt":-1.5e3}}',
    '{"password":["x",["y",1]],"z":"c"}',
    '{"accessToken":{"value":"a","x":[{"token":"b"}]}}',
    '[{"apiKeys":[{"id":1}]},"a",["b"]]',
    '{"secret":{},"passwords":[],"y":{"z":"a"},"credentials":{"tokens2":"b"}}',
    '{"user_password":"a","X-Auth-Token":"b","ACCESS_KEY":"c","API_KEYS":"d","password2":"e","X-Amz-Credential":"f"}',
    '{"Ocp-Apim-Subscription-Key":"a","x-goog-signature":"b","X-Functions-Key":"c","AWSAccessKeyId":"d","sig":"e"}',
    '{"a":{"token":"abcd"},"a":1}',
    '{"token":true,"token":"abcd"}',
    '{"withCredentials":"true","token":"falsehood"}',
  ],
  'names that say nothing': [
    '{"apiKey":"","tokens":[true,null,"false"],"code":40101,"key":"a","tokenType":"Bearer","error":{"code":"x"}}',
    '{"signatures_total":1,"passwordPolicy":"x","author":"y","secretary":"z","":"w","keyword":"v"}',
  ],
  'cut, or no JSON': [
    '{"a":1,"password":"x y',
    '{"tokens":["x","y"],"b":',
    '{"tokens":{"x":"y',
    'log: {"secret": 12, "b": 3}',
    'password=x&code=y&name=z',
    'code=40101 is what it said',
    '<a href="https://me:pw@h/?token=t">',
  ],
  'credentials in URLs': [
    ...[
      'https://me:pw@h/a@b',
      'https:\\/\\/me:pw@h\\/',
      'see h/?a=b&client_secret=s&c=d',
      'h/?a=b\\u0026token=t\\u0026c=d',
      'h/\\u003Fa#access_token=t',
      '{\\"a\\":\\"h/?token=t\\"}',
      'h/?callback_token=https://me:pw@h',
      'me@h, a = b, h/?a=b&token=&tokenType=c',
      'https://me:p@s@s:@h/a@b',
      'https:me:pw@h',
      'WSS:/me:pw@h',
      'see https:\\\\me:p w@h\\\\x',
      'https:\\n//me:p\\tw\\u0040x@h',
      'redis://:pw@h',
      'see https://h.example or write to me@h',
      '?next=https%3A%2F%2Fme%3Apw%40h%2F',
      '?u=h%3Fa%3Db%26token%3Dt%26c',
      '?access%5Ftoken=a%26b&c',
      '?pass%77ord=a&c',
      'h?token\\u003dt\\u0026c',
      'h?u=h/?X-Amz-Signature=t&c',
      '{\\"password\\":\\"p\\",\\"b\\":1}',
      'password=p&key=k&b=c',
    ].map((value) => `{"a":{"b":"${value}"}}`),
  ],
};

/** Name and value. */
export const headers: readonly (readonly [string, string])[] = [
  ['Content-Type', 'text/html'],
  ['RateLimit-Remaining', '3'],
  ['X-Unknown', 'v'],
  ['X-Unknown', `v ${token}`],
  [`X-${token}`, 'v'],
  ['Server', `v ${token}`],
  ['Set-Cookie', 'a=b'],
  ['set-cookie2', 'a=b'],
  ['Set-Cookie', `a=${token}`],
  ['Authorization', 'Bearer b'],
  ['Proxy-Authorization', 'Basic b'],
  ['X-Api-Key', 'k'],
  ['X-Csrf-Token', 'k'],
  ['X-With-Credentials', 'false'],
  ['Access-Control-Allow-Credentials', 'true'],
  ['Access-Control-Token', 'k'],
  ['X-Requires-Token', 'TRUE'],
  ['WWW-Authenticate', 'Bearer realm="a@b", code="x"'],
  ['Location', '/a?b=c&d=e#f'],
  ['Location', `/a?t=${token}`],
  ['Location', `/a?t=${hex}`],
  ['Location', 'https://me:pw@h/?x=1&client_secret=s#access_token=t'],
  ['Location', '/callback?state=x&code=abcd'],
  ['Location', '/callback?state=x&amp;code=abcd'],
  ['Location', "$.items[?(@.key=='EUR')].code"],
  ['Link', '<https://me:pw@h/?a=b&sig=s>; rel="next"'],
  ['Link', 'see h/a?b[password]=c and tokens[0]=d'],
  ['Link', 'https:///me@h, //x:y@h'],
  ['Link', 'http://h:80/a@b?c=d@e'],
  ['Cache-Control', 'max-age=1; key=a'],
];

/** Pieces of which a search that took the square of a text's length would not end in the time of a test. */
export const pieces: readonly string[] = [
  ...['@', 'http:', 'http:x@', '//', '//x', 'a@/', ' @', '\t@', 'http: ', '//a b@', '%', '%40', '=', 'a='],
  ...['?', '?a', '?token=', '?token=a&', '"', '\\"', '\\u0040', '=\\', '@\\\\', '"a":', '"token":"'],
  ...['"token":[', '{"token":', '"password":{"a":"b"},', '"a" ', 'token', 'token1', '1', '\\', '\\u0', '&#0'],
  ...['&#113;', '71', ' ', ',', '"1"', token.slice(0, 12), token],
];
