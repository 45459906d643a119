import { describe, expect, test } from 'vitest';
import { plannedRequests, requestPath } from '../../../src/run/plan.ts';
import { planBeforeCommands } from '../../../src/run/prepare.ts';
import type { TargetSettings } from '../../../src/settings/index.ts';
import { contract } from '../../support/engine.ts';
import { targetSettings } from '../../support/run-target.ts';

function planWith(changes: Partial<TargetSettings> = {}, ids: readonly string[] = ['R1']) {
  const transformer = { text: '{"name":"n"}', businessDataTypeId: null };
  const values = { transformerFile: transformer, automationRuleId: ids };
  const settings = targetSettings('https://api.example.test/prefix/', { entityId: 'E1', values, ...changes });
  return planBeforeCommands(contract, settings, 'run1');
}

function lines(changes?: Partial<TargetSettings>, ids?: readonly string[]): readonly string[] {
  return plannedRequests(planWith(changes, ids)).map(
    ({ probe, method, path }) => `${probe} ${method} ${path}`,
  );
}

const put = '/prefix/entity/E1/valuation/derivative/fact/transformer/';
const remove = '/prefix/entity/E1/automationRule';

describe('a plan', () => {
  test('asks without proper credentials first, then with the token', () =>
    expect(lines({ operations: ['put', 'delete'] })).toEqual([
      `put-no-header PUT ${put}`,
      `put-made-up-token PUT ${put}`,
      `put-authorised PUT ${put}`,
      `delete-no-header DELETE ${remove}/R1`,
      `delete-made-up-token DELETE ${remove}/R1`,
      `delete-authorised DELETE ${remove}/R1`,
    ]));

  test('tries refusals on the first named rule only', () =>
    expect(lines({ operations: ['delete'] }, ['R1', 'R2'])).toEqual([
      `delete-no-header DELETE ${remove}/R1`,
      `delete-made-up-token DELETE ${remove}/R1`,
      `delete-authorised DELETE ${remove}/R1`,
      `delete-authorised-2 DELETE ${remove}/R2`,
    ]));

  test('repeats the authorised PUT only', () =>
    expect(lines({ operations: ['put'], repeat: 3, unauthorized: false })).toEqual([
      `put-authorised PUT ${put}`,
      `put-authorised-2 PUT ${put}`,
      `put-authorised-3 PUT ${put}`,
    ]));

  test('names the gap where there is no rule to delete', () => {
    const plan = planWith({ operations: ['put', 'delete'] }, []);
    expect(plan.gaps).toEqual([
      {
        operation: 'delete',
        reason: expect.stringMatching(/^no automation rule was set/),
        setting: 'CONFORMANCE_AUTOMATION_RULE_ID, or CONFORMANCE_RULE_COMMAND',
        isSet: false,
      },
    ]);
    expect(plan.chains).toHaveLength(1);
    expect(planWith({ operations: ['put'] }, []).gaps).toEqual([]);
  });

  test('sends the body to the PUT alone, the same for every caller', () => {
    const bodies = planWith()
      .chains.flat()
      .map(({ method, body }) => [method, body]);
    const others = bodies.filter(([method]) => method !== 'PUT');
    expect(bodies.slice(0, 3)).toEqual(Array(3).fill(['PUT', '{"name":"n"}']));
    expect(others.every(([, body]) => body === undefined)).toBe(true);
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
  ])('refuses %j', (id) => expect(() => path(id)).toThrow(/automationRuleId/));
});
