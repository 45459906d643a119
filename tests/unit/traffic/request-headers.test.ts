import { expect, test } from 'vitest';
import { mostLists, requestHeaders } from '../../../src/traffic/headers.ts';

const headers = { host: 'a', accept: 'b', 'user-agent': 'c' };
const list = [
  ['host', 'a'],
  ['accept', 'b'],
  ['user-agent', 'c'],
];

test('headers that come again are one list, in whatever form they are recorded', () => {
  const first = requestHeaders({ headers });
  expect(first).toEqual(list);
  expect(requestHeaders({ headers: { ...headers } })).toBe(first);
  expect(requestHeaders({ headers: list })).toBe(first);
  expect(requestHeaders({ headers: list.map(([name, value]) => ({ name, value })) })).toBe(first);
});

test.each<readonly [what: string, headers: Record<string, unknown>, list: readonly string[]]>([
  ['another value', { ...headers, accept: 'x' }, ['host: a', 'accept: x', 'user-agent: c']],
  ['another name', { host: 'a', Accept: 'b', via: 'c' }, ['host: a', 'Accept: b', 'via: c']],
  ['another order', { accept: 'b', host: 'a', via: 'c' }, ['accept: b', 'host: a', 'via: c']],
  ['fewer', { host: 'a', accept: 'b' }, ['host: a', 'accept: b']],
  ['more', { ...headers, via: 'd' }, ['host: a', 'accept: b', 'user-agent: c', 'via: d']],
  ['more, without a value', { ...headers, via: null }, ['host: a', 'accept: b', 'user-agent: c']],
  ['a number', { ...headers, accept: 1 }, ['host: a', 'accept: 1', 'user-agent: c']],
  ['two values', { ...headers, accept: ['b', 'b'] }, ['host: a', 'accept: b', 'accept: b', 'user-agent: c']],
])('%s: as they were recorded', (_, changed, expected) => {
  requestHeaders({ headers });
  expect(requestHeaders({ headers: changed })).toEqual(expected.map((line) => line.split(': ')));
});

test('the lists that were made last are remembered', () => {
  const first = requestHeaders({ headers });
  for (let at = 0; at < mostLists; at += 1) requestHeaders({ headers: { ...headers, at: String(at) } });
  expect(requestHeaders({ headers })).toEqual(first);
  expect(requestHeaders({ headers })).not.toBe(first);
});
