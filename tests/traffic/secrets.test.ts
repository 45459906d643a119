import { expect, test } from 'vitest';
import { editedPut } from '../cases/recorded-entries.ts';
import { readOf } from '../support/traffic.ts';

/** No token of traffic is in anything that leaves, and what was masked is not judged by its value. */

const token = 'tok-3f9a1c77b2e84d60';
const cookie = 'session=9f8e7d6c5b4a';
const key = 'k-1122334455667788';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const everything = (read: object) =>
  JSON.stringify(read, (name, value) =>
    name === 'secrets' ? undefined : value instanceof Map || value instanceof Set ? [...value] : value,
  );
const pathOf = (url: string) => new URL(url).pathname;

test('what a request carries and what names say is masked, wherever it stands', async () => {
  const line = editedPut(({ request, response }) => {
    request.headers = { Authorization: `Bearer ${token}`, Cookie: cookie, 'X-Api-Key': key };
    request.url = `https://user:${key}@h.example${pathOf(request.url)}?access_token=${token}&x=1`;
    response.headers = { 'Set-Cookie': cookie, 'X-Debug': token };
    const body = JSON.parse(response.body);
    const data = { ...body.data, name: `Bearer ${token}`, timezone: base64(token) };
    response.body = JSON.stringify({ ...body, data, token: 'another-secret-of-the-service' });
  });
  const read = await readOf(line, { side: 'both' });
  const text = everything(read);
  for (const secret of [token, cookie, key, base64(token).slice(0, 20), 'another-secret'])
    expect(text).not.toContain(secret);
  const [exchange] = read.exchanges;
  expect(exchange?.request.headers).toContainEqual(['Authorization', 'Bearer [masked: access token]']);
  expect(read.judgement.findings.get('put.data.name:echo')?.verdict).toBe('not-exercised');
  const seen = read.judgement.observations.find(({ id }) => id === 'question.response.secrets');
  expect(seen?.prominent).toBe(true);
});

test.each([
  ['Bearer ***', 'Bearer [masked: access token]', 'conforms'],
  ['Bearer abc', 'Bearer [masked: access token]', 'conforms'],
  ['[REDACTED]', '[masked: header Authorization]', 'not-exercised'],
  ['Basic dXNlcjpwYXNzd29yZA==', 'Basic [masked: access token]', 'deviates'],
  ['hunter two', '[masked: header Authorization]', 'not-exercised'],
])('Authorization: %s is shown as %s, and %s', async (value, shown, verdict) => {
  const line = editedPut(({ request }) => {
    request.headers = { Authorization: value, 'Content-Type': 'application/json' };
  });
  const { exchanges, judgement } = await readOf(line, { side: 'request' });
  expect(exchanges[0]?.request.headers).toContainEqual(['Authorization', shown]);
  expect(judgement.findings.get('put.request:bearer')?.verdict).toBe(verdict);
});

test('a secret under a name that another value hides, beside a request that hides none', async () => {
  const twice = Array.from({ length: 2 }, () => '"error":{"password":["hunter"]}');
  const line = editedPut(({ response }) =>
    Object.assign(response, { status: 401, headers: {}, body: `{${twice}}` }),
  );
  expect(everything(await readOf(line))).not.toContain('hunter');
});

test('each of many clients, in its type, its User-Agent, its URL and encoded in what it is answered', async () => {
  const tokens = Array.from({ length: 60 }, (_, at) => `client-${at}-b1946ac92492d2347c6235b4d2611184`);
  const lines = tokens.map((one) =>
    editedPut(({ request, response }) => {
      request.headers = {
        Authorization: `Bearer ${one}`,
        'User-Agent': `curl ${one}`,
        'Content-Type': `text/${one}`,
      };
      request.url = `https://h.example/${one}${pathOf(request.url)}`;
      response.body = response.body.replace('DOING', base64(one));
    }),
  );
  const read = everything(await readOf(lines.join('\n'), { side: 'both' }));
  expect(tokens.filter((one) => read.includes(one) || read.includes(base64(one)))).toEqual([]);
});

test.each([
  ['https://h.example', 'https://h.example'],
  ['https://me:p@ss@h.example', 'https://h.example'],
  ['https:\\\\me:pass@h.example\\a', 'https:\\\\h.example\\a'],
  ['//pass@h.example/pre', '//h.example/pre'],
])('base URLs are counted without user information: %s', async (base, counted) => {
  const line = editedPut(({ request }) => {
    request.url = `${base}${pathOf(request.url)}?sig=hunter`;
    request.headers = { 'User-Agent': `bot (+${base}/?a=b&key=hunter)` };
  });
  const { info, exchanges } = await readOf(line);
  expect(info.baseUrls.map(({ value }) => value)).toEqual([counted]);
  expect(everything([info, exchanges])).not.toMatch(/pass|ss@|hunter/);
});
