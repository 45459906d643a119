import { expect, test } from 'vitest';
import { addresserOf } from '../../../src/traffic/addressed.ts';
import { contract } from '../../support/engine.ts';

const addressed = addresserOf(contract);
const prefixed = 'http://[::1]:8080/api/v1';
const encoded = { entityId: 'a b', automationRuleId: '%zz' };
const put = '/entity/e1/valuation/derivative/fact/transformer/';

test.each([
  ['PUT', `https://h.example${put}`, 'put', 'https://h.example', { entityId: 'e1' }],
  ['PUT', `${prefixed}${put}?x=/entity/1#y`, 'put', prefixed, { entityId: 'e1' }],
  ['PUT', put.replace(/\/$/, ''), 'put', '', { entityId: 'e1' }],
  ['put', put, 'put', '', { entityId: 'e1' }],
  ['DELETE', '/p/entity/a%20b/automationRule/%zz', 'delete', '/p', encoded],
  ['DELETE', '/entity//automationRule/', 'delete', '', {}],
  ['DELETE', '/entity//automationRule/r1', 'delete', '', { automationRuleId: 'r1' }],
] as const)('%s %s is of %s', (method, url, operation, base, identifiers) =>
  expect(addressed(method, url)).toEqual({ operation, base, identifiers }),
);

test.each([
  ['GET', put],
  ['PUT', `${put}more`],
  ['DELETE', 'https://h.example/x?y=/entity/e1/automationRule/r1'],
  ['DELETE', 'https://entity/e1/automationRule'],
  ['DELETE', 'https://x.example/entity/e1/automationrule/r1'],
])('%s %s is of none', (method, url) => expect(addressed(method, url)).toBeNull());

test('a host is no part of a path', () =>
  expect(addressed('DELETE', 'https://entity/e1/automationRule/r1')).toBeNull());
