import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conformance, folderWith } from '../../support/cli.ts';
import { runs } from '../../support/properties.ts';

/** With what a refusal says is missing, the same is not said again. */

/** Flags that change what a run does; in any order. */
const flags = fc.shuffledSubarray([
  ['--strict'],
  ['--serial'],
  ['--quiet'],
  ['--no-unauthorized'],
  ['--out', "it's 1 of 2"],
  ['--repeat', '2'],
  ['--timeout-ms=500'],
  ['--plan'],
  ['--require-shown', 'put.data.conditions:count'],
]);

/** Settings of a service elsewhere. */
const host = 'one.example.com';
const settings = {
  CONFORMANCE_BASE_URL: `https://${host}/api`,
  CONFORMANCE_ALLOW_WRITES_TO: host,
  CONFORMANCE_ACCESS_TOKEN: 'a-token-for-the-whole-world',
  CONFORMANCE_ENTITY_ID: 'an-entity',
  CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'a-type',
  CONFORMANCE_AUTOMATION_RULE_ID: 'a-rule',
  CONFORMANCE_RULE_COMMAND: './rule.sh',
  CONFORMANCE_TIMEOUT_MS: '700',
};

const given = fc
  .shuffledSubarray(Object.entries(settings))
  .map((entries) => Object.fromEntries(entries))
  .filter((all) => !('CONFORMANCE_AUTOMATION_RULE_ID' in all && 'CONFORMANCE_RULE_COMMAND' in all));

function fileOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** The first line of each problem. */
function problemsIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^ {2}\S/.test(line));
}

test('whatever is typed and missing: what a refusal says helps, and is said once', async () => {
  await fc.assert(
    fc.asyncProperty(flags, given, async (typed, found) => {
      const all: Record<string, string> = { ...found };
      const args = ['run', ...typed.flat().filter((one) => one !== '--plan'), '--plan'];
      const told: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        const { code, stderr } = await conformance(args, { cwd: folderWith({ '.env': fileOf(all) }) });
        if (code === 0) return;
        expect(code).toBe(2);
        const problems = problemsIn(stderr);
        expect(new Set(problems).size).toBe(problems.length);
        for (const problem of problems) expect(told, stderr).not.toContain(problem);
        told.push(...problems);
        for (const [, name = '', value = ''] of stderr.matchAll(/for example: (CONFORMANCE_\w+)=(\S+)/g))
          all[name] = value;
      }
      throw new Error(`not done: ${told.join('\n')}`);
    }),
    runs(0.15),
  );
});
