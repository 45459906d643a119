import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ciForms, type Variable } from '../../../src/init/ci-settings.ts';

const awkward = `it's #1: "$HOME" \${{ github.token }} \\ \`id\``;

const variables: readonly Variable[] = [
  { name: 'CONFORMANCE_BASE_URL', value: 'https://staging.example.com/api' },
  { name: 'CONFORMANCE_BUSINESS_DATA_TYPE_ID', value: awkward },
  { name: 'CONFORMANCE_ACCESS_TOKEN', value: null },
];

describe('settings of a CI job', () => {
  test('GitHub: values as they are, expressions not evaluated, the secret by its name', () => {
    const { env } = parse(ciForms.github(variables).join('\n')) as { env: Record<string, string> };
    const evaluated = env['CONFORMANCE_BUSINESS_DATA_TYPE_ID']?.replace(`$\{{ '$\{{' }}`, `$\{{`);
    expect(evaluated).toBe(awkward);
    expect(env['CONFORMANCE_BASE_URL']).toBe('https://staging.example.com/api');
    expect(env['CONFORMANCE_ACCESS_TOKEN']).toBe(`$\{{ secrets.CONFORMANCE_ACCESS_TOKEN }}`);
  });

  test('GitLab: dollar signs doubled; the secret is left to a masked variable', () => {
    const text = ciForms.gitlab(variables).join('\n');
    const parsed = parse(text) as { variables: Record<string, string> };
    expect(parsed.variables).toEqual({
      CONFORMANCE_BASE_URL: 'https://staging.example.com/api',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: awkward.replaceAll('$', '$$$$'),
    });
    expect(text).toMatch(/^# Masked variables .*: CONFORMANCE_ACCESS_TOKEN$/m);
  });

  test('a shell that reads it has the same values, and one without the secret says so', () => {
    const script = `${ciForms.shell(variables).join('\n')}\nprintf %s "$CONFORMANCE_BUSINESS_DATA_TYPE_ID"`;
    const run = (env: NodeJS.ProcessEnv) =>
      execFileSync('sh', ['-c', script], { env, encoding: 'utf8', stdio: 'pipe' });
    expect(run({ CONFORMANCE_ACCESS_TOKEN: 'x' })).toBe(awkward);
    expect(() => run({})).toThrow(/CONFORMANCE_ACCESS_TOKEN: is a secret: set it before/);
  });
});
