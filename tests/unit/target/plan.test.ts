import { describe, expect, test } from 'vitest';
import { makePlan, type PlanInput, plannedRequests, requestPath } from '../../../src/target/plan.ts';

const input: PlanInput = {
  baseUrl: new URL('https://api.example.test/prefix/'),
  entityId: 'E1',
  ruleIds: ['R1'],
  transformer: '{"name":"n"}',
  operations: ['put', 'delete'],
  unauthorized: true,
  repeat: 1,
  noRule: 'none was named',
};

function lines(changes: Partial<PlanInput> = {}): readonly string[] {
  return plannedRequests(makePlan({ ...input, ...changes })).map(
    ({ probe, method, path }) => `${probe} ${method} ${path}`,
  );
}

const put = '/prefix/entity/E1/valuation/derivative/fact/transformer/';
const remove = '/prefix/entity/E1/automationRule';

describe('a plan', () => {
  test('asks without proper credentials first, then with the token', () => {
    expect(lines()).toEqual([
      `put-no-header PUT ${put}`,
      `put-made-up-token PUT ${put}`,
      `put-authorised PUT ${put}`,
      `delete-no-header DELETE ${remove}/R1`,
      `delete-made-up-token DELETE ${remove}/R1`,
      `delete-authorised DELETE ${remove}/R1`,
    ]);
  });

  test('tries refusals on the first named rule only', () => {
    expect(lines({ operations: ['delete'], ruleIds: ['R1', 'R2'] })).toEqual([
      `delete-no-header DELETE ${remove}/R1`,
      `delete-made-up-token DELETE ${remove}/R1`,
      `delete-authorised DELETE ${remove}/R1`,
      `delete-authorised-2 DELETE ${remove}/R2`,
    ]);
  });

  test('repeats the authorised PUT only', () => {
    expect(lines({ operations: ['put'], repeat: 3, unauthorized: false })).toEqual([
      `put-authorised PUT ${put}`,
      `put-authorised-2 PUT ${put}`,
      `put-authorised-3 PUT ${put}`,
    ]);
  });

  test('names the gap where there is no rule to delete', () => {
    const plan = makePlan({ ...input, ruleIds: [] });
    expect(plan.gaps).toEqual([{ operation: 'delete', reason: 'none was named' }]);
    expect(plan.chains).toHaveLength(1);
    expect(makePlan({ ...input, ruleIds: [], operations: ['put'] }).gaps).toEqual([]);
  });

  test('sends the body to the PUT alone, the same for every caller', () => {
    const bodies = makePlan(input)
      .chains.flat()
      .map(({ body }) => body);
    expect(bodies).toEqual(['{"name":"n"}', '{"name":"n"}', '{"name":"n"}', undefined, undefined, undefined]);
  });
});

describe('a path', () => {
  const template = '/entity/{entityId}/automationRule/{automationRuleId}';
  const path = (automationRuleId: string, base = 'http://h/') =>
    requestPath(new URL(base), template, { entityId: 'E', automationRuleId });

  test.each([
    ['plain', 'abc', '/entity/E/automationRule/abc'],
    ['reserved characters', 'a:b@c;d=e,f+g&h', /^\/entity\/E\/automationRule\/[^/]+$/],
    ['other scripts', 'é', '/entity/E/automationRule/%C3%A9'],
    ['an ellipsis', '...', '/entity/E/automationRule/...'],
  ])('holds %s in one segment', (_, id, expected) => {
    if (typeof expected === 'string') expect(path(id)).toBe(expected);
    else expect(path(id)).toMatch(expected);
  });

  test('keeps the prefix of the base URL, with or without its trailing slash', () => {
    expect(path('r', 'http://h/v1')).toBe('/v1/entity/E/automationRule/r');
    expect(path('r', 'http://h/v1/')).toBe('/v1/entity/E/automationRule/r');
  });

  test.each([
    '',
    '.',
    '..',
    'a/b',
    '/',
    'a\\b',
    '%2e',
    'a%2Fb',
    'a b',
    'a\n',
    '\u0000',
    'a?b',
    'a#b',
    '\ud800',
  ])('refuses %j', (id) => {
    expect(() => path(id)).toThrow(/automationRuleId/);
  });
});
