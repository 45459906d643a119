import { expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.ts';
import { contract } from '../../../src/operations/index.ts';
import { exchangeOf, utf8Response } from '../../support/conforming.ts';

test.each([
  ['null', 'null'],
  ['[]', 'a JSON array'],
  ['17', 'a JSON number'],
  ['"ok"', 'a JSON string'],
  ['true', 'a JSON boolean'],
])('%s in place of an object is called %s', (text, said) => {
  const exchange = exchangeOf('put', 'authorised', utf8Response(text));
  const found = judge(contract, [exchange]).findings.get('put:json');
  expect(found?.evidence.map(({ actual }) => actual)).toEqual([said]);
});

test('conditions are not counted where no array was sent', () => {
  const sound = exchangeOf(
    'put',
    'authorised',
    utf8Response('{"status":"success","data":{"conditions":[]}}'),
  );
  const exchange = { ...sound, request: { ...sound.request, body: '{"conditions":"none"}' } };
  const found = judge(contract, [exchange]).findings.get('put.data.conditions:count');
  expect(found).toMatchObject({
    verdict: 'not-exercised',
    why: { reason: 'no array was sent, so nothing can be compared' },
  });
});
