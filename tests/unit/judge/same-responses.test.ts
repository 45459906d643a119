import { expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.ts';
import type { Response } from '../../../src/model/exchange.ts';
import { contract } from '../../../src/operations/index.ts';
import { exchangeOf, utf8Response } from '../../support/conforming.ts';

const text = 'AAAA';
const readable = utf8Response(text);
const bytes: Response = { ...readable, body: { encoding: 'base64', text, bytes: 3 } };

function verdict(unauthorised: Response, authorised: Response): string | undefined {
  const exchanges = [exchangeOf('put', 'none', unauthorised), exchangeOf('put', 'authorised', authorised)];
  return judge(contract, exchanges).findings.get('put:json')?.verdict;
}

test('the same bytes for everybody are not held against the service', () => {
  expect(verdict(readable, readable)).toBe('not-exercised');
  expect(verdict(bytes, bytes)).toBe('not-exercised');
});

test('other bytes that a recording writes in the same way are other bytes', () =>
  expect(verdict(bytes, readable)).toBe('deviates'));
