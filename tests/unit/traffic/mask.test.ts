import { expect, test } from 'vitest';
import { conformingExchanges } from '../../support/conforming.ts';
import { asLine, readOf } from '../../support/traffic.ts';

/** No token of traffic is in anything that leaves. */

const token = 'tok-3f9a1c77b2e84d60';
const cookie = 'session=9f8e7d6c5b4a';
const key = 'k-1122334455667788';

function lineWith(
  change: (line: { request: Record<string, unknown>; response: Record<string, unknown> }) => void,
): string {
  const line = JSON.parse(asLine(conformingExchanges()[2] as never));
  change(line);
  return JSON.stringify(line);
}

const secretLine = lineWith(({ request, response }) => {
  request['headers'] = {
    Authorization: `Bearer ${token}`,
    Cookie: cookie,
    'X-Api-Key': key,
    'User-Agent': 'curl/8',
  };
  request['url'] =
    `https://user:${key}@h.example${new URL(String(request['url'])).pathname}?access_token=${token}&x=1`;
  response['headers'] = [
    ['Set-Cookie', cookie],
    ['X-Debug', token],
  ];
  const body = JSON.parse(String(response['body']));
  body.data.name = `Bearer ${token}`;
  body.data.timezone = Buffer.from(token).toString('base64');
  body.token = 'another-secret-of-the-service';
  response['body'] = JSON.stringify(body);
});

test('what a request carries and what names say is masked, wherever it stands', async () => {
  const read = await readOf(secretLine, { side: 'both' });
  const text = JSON.stringify([
    read.info,
    [...read.judgement.findings],
    read.judgement.observations,
    read.exchanges,
    read.judgement.unanswered,
  ]);
  expect(read.exchanges).toHaveLength(1);
  for (const secret of [
    token,
    cookie,
    key,
    Buffer.from(token).toString('base64').slice(0, 20),
    'another-secret',
  ])
    expect(text).not.toContain(secret);
  expect(read.exchanges[0]?.request.headers).toContainEqual([
    'Authorization',
    'Bearer [masked: access token]',
  ]);
});

test('a field with the token in it is not judged by its value', async () => {
  const { judgement } = await readOf(secretLine);
  expect(judgement.findings.get('put.data.name:echo')?.verdict).toBe('not-exercised');
  expect(judgement.observations.find(({ id }) => id === 'question.response.secrets')?.prominent).toBe(true);
});

test.each([
  ['application/json', 'conforms'],
  [`text/${token}`, 'deviates'],
])('an exchange is kept without its token, sent with %s', async (type, verdict) => {
  const line = lineWith(({ request }) => {
    request['headers'] = { Authorization: `Bearer ${token}`, 'Content-Type': type };
  });
  const { exchanges, judgement } = await readOf(line, { side: 'both' });
  const contentType = judgement.findings.get('put.request:content-type');
  expect(contentType).toMatchObject({
    verdict,
    evidence: [{ actual: type.replace(token, '[masked: access token]') }],
  });
  expect(exchanges[0]?.request.headers).toContainEqual(['Authorization', 'Bearer [masked: access token]']);
  expect(JSON.stringify(exchanges)).not.toContain(token);
});

test.each([
  ['Bearer ***', 'Bearer [masked: access token]', 'conforms'],
  ['Bearer abc', 'Bearer [masked: access token]', 'conforms'],
  ['[REDACTED]', '[masked: header Authorization]', 'not-exercised'],
  ['Basic dXNlcjpwYXNzd29yZA==', 'Basic [masked: access token]', 'deviates'],
  ['hunter two', '[masked: header Authorization]', 'not-exercised'],
])('Authorization: %s is shown as %s, and %s', async (value, shown, verdict) => {
  const line = lineWith(({ request }) => {
    request['headers'] = { Authorization: value, 'Content-Type': 'application/json' };
  });
  const { exchanges, judgement } = await readOf(line, { side: 'request' });
  expect(exchanges[0]?.request.headers).toContainEqual(['Authorization', shown]);
  expect(judgement.findings.get('put.request:bearer')?.verdict).toBe(verdict);
});

test('each of many clients, in its User-Agent, its URL and encoded in what it is answered', async () => {
  const tokenOf = (at: number) => `client-${at}-b1946ac92492d2347c6235b4d2611184`;
  const numbers = Array.from({ length: 60 }, (_, at) => at);
  const lines = numbers.map((at) =>
    lineWith(({ request, response }) => {
      request['headers'] = { Authorization: `Bearer ${tokenOf(at)}`, 'User-Agent': `curl ${tokenOf(at)}` };
      request['url'] = `https://h.example/${tokenOf(at)}${new URL(String(request['url'])).pathname}`;
      const body = JSON.parse(String(response['body']));
      body.data.status = Buffer.from(tokenOf(at)).toString('base64');
      response['body'] = JSON.stringify(body);
    }),
  );
  const { secrets: _, ...leaves } = await readOf(lines.join('\n'), { side: 'both' });
  const read = JSON.stringify(leaves, (_name, value) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
  const found = numbers.filter((at) => {
    const token = tokenOf(at);
    return [token, Buffer.from(token).toString('base64')].some((form) => read.includes(form));
  });
  expect(found).toEqual([]);
});

test.each([
  ['https://h.example', 'https://h.example'],
  ['https://me:p@ss@h.example', 'https://h.example'],
  ['https:me:pass@h.example', 'https:h.example'],
  ['https:\\\\me:pass@h.example\\a', 'https:\\\\h.example\\a'],
  ['//pass@h.example/pre', '//h.example/pre'],
])('base URLs are counted without user information: %s', async (base, counted) => {
  const line = lineWith(({ request }) => {
    request['url'] = `${base}${new URL(String(request['url'])).pathname}?sig=hunter`;
    request['headers'] = { 'User-Agent': `bot (+${base}/?a=b&key=hunter)` };
  });
  const { info, exchanges } = await readOf(line);
  expect(info.baseUrls.map(({ value }) => value)).toEqual([counted]);
  const text = JSON.stringify([info, exchanges]);
  expect(text).not.toMatch(/pass|ss@|hunter/);
  expect(text).toContain('a=b&key=[masked: key]');
});
