import { expect, test } from 'vitest';
import { Judge, judge } from '../../../src/judge/judge.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { contract } from '../../../src/operations/index.ts';
import { exchangeOf, putAnswer, refusalBody, utf8Response } from '../../support/conforming.ts';

function foundOf(exchanges: readonly Exchange[], id: string) {
  return judge(
    contract,
    exchanges.map((one, at) => ({ ...one, id: `e${at}` })),
  ).findings.get(id);
}

const conforms = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));
const withData = (data: object) =>
  exchangeOf(
    'put',
    'authorised',
    utf8Response(JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, ...data } })),
  );

test('a deviation has its evidence, however many responses conformed before', () => {
  const many = Array.from({ length: 30 }, () => conforms);
  const found = foundOf([...many, withData({ name: 5 })], 'put.data.name:type');
  expect(found?.evidence.map(({ exchange, actual }) => [exchange, actual])).toEqual([['e30', '5']]);
});

test('a reason that names its cause goes before one that was there first', () => {
  const refused = exchangeOf('put', 'authorised', utf8Response(refusalBody, 500));
  const found = foundOf([refused, withData({ conditions: 'none' })], 'put.data.conditions.each.column:type');
  expect(found?.why?.because).toBe('put.data.conditions:type');
  expect(foundOf([refused], 'put.data.conditions.each.column:type')?.why?.because).toBeUndefined();
});

test('what was not sent is no reason to say that it could not be read', () => {
  const { request } = conforms;
  const { body: _, ...bodiless } = request;
  const found = foundOf([{ ...conforms, request: bodiless }], 'put.data.name:echo');
  expect(found?.why?.reason).toBe('it was not sent, so nothing can be compared');
});

test('an exchange that is shown has to be the one that was judged', () => {
  const judged = new Judge(contract);
  for (const key of [0, 1]) judged.add({ ...conforms, id: `e${key}` }, key);
  const withoutId = exchangeOf('put', 'authorised', utf8Response('{"status":"success"}'));
  for (const given of [undefined, withoutId])
    expect(() => judged.results(() => given)).toThrow('the key 0 is not the one that was judged');
});
