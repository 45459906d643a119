import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configName } from '../../../src/settings/config-file.ts';
import { conformance, temporaryFolder } from '../../support/cli.ts';
import { runs } from '../../support/properties.ts';

/** A refusal repeats what was typed: run with what it says is missing, the same is not said again. */

const token = 'a-token-for-the-whole-world';

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

/** Settings of a service elsewhere, by the names that programs give them. */
const host = 'one.example.com';
const settings = {
  baseUrl: `https://${host}/api`,
  allowWritesTo: host,
  entityId: 'an-entity',
  businessDataTypeId: 'a-type',
  automationRuleId: 'a-rule',
  ruleCommand: './rule.sh',
  caFile: '/etc/hostname',
  timeoutMs: '700',
} as const;

type Key = keyof typeof settings;

const keys = fc
  .shuffledSubarray(Object.keys(settings) as Key[])
  .filter((all) => !all.includes('automationRuleId') || !all.includes('ruleCommand'));

interface World {
  readonly typed: readonly (readonly string[])[];
  readonly given: readonly Key[];
  /** None for a `.env`. */
  readonly targets: readonly string[];
  /** Settings that the targets share. */
  readonly shared: readonly Key[];
  readonly hasToken: boolean;
  readonly namesFile: boolean;
}

const worlds: fc.Arbitrary<World> = fc.record({
  typed: flags,
  given: keys.map((all) => all.filter((key) => key !== 'caFile')),
  targets: fc.constantFrom([], ['one'], ['one', 'two'], ['one', 'two', 'three']),
  shared: keys.map((all) =>
    all.filter((key) => key !== 'ruleCommand' && key !== 'automationRuleId' && key !== 'caFile'),
  ),
  hasToken: fc.boolean(),
  namesFile: fc.boolean(),
});

function variable(key: string): string {
  return `CONFORMANCE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function only(given: readonly Key[]) {
  return Object.fromEntries(given.map((key) => [key, settings[key]]));
}

/** What is there when a command is started. */
class State {
  readonly cwd = temporaryFolder();
  readonly env: Record<string, string> = {};
  #args: readonly string[];
  readonly #world: World;
  readonly #defaults: Record<string, unknown>;

  constructor(world: World) {
    const { typed, targets, hasToken, namesFile, shared } = world;
    this.#world = world;
    this.#defaults = only(shared);
    const choice =
      targets.length === 0 ? [] : targets.length > 2 ? ['--all-targets'] : ['--target', targets.join()];
    const name = !namesFile ? [] : targets.length === 0 ? ['--env-file', '.env'] : ['--config', configName];
    this.#args = ['run', ...choice, ...name, ...typed.flat().filter((one) => one !== '--plan'), '--plan'];
    if (hasToken) this.setTokens();
    this.#write();
  }

  get args(): readonly string[] {
    return this.#args;
  }

  setTokens(): void {
    const { targets } = this.#world;
    const names =
      targets.length === 0
        ? ['CONFORMANCE_ACCESS_TOKEN']
        : targets.map((name) => `CONFORMANCE_SECRET_${name.toUpperCase()}`);
    for (const name of names) this.env[name] = token;
  }

  #write(): void {
    const { targets, given } = this.#world;
    if (targets.length === 0) {
      const lines = given.map((key) => `${variable(key)}=${settings[key]}\n`);
      writeFileSync(join(this.cwd, '.env'), lines.join(''));
      return;
    }
    const one = (name: string) => ({
      ...only(given.filter((key) => this.#defaults[key] === undefined)),
      accessToken: { env: `CONFORMANCE_SECRET_${name.toUpperCase()}` },
    });
    const all = Object.fromEntries(targets.map((name) => [name, one(name)]));
    writeFileSync(
      join(this.cwd, configName),
      JSON.stringify({ defaults: this.#defaults, targets: all }, null, 2),
    );
  }

  /** Does what a refusal says. */
  follow(text: string): void {
    const [, line] = / If you trust the whole file: {2}conformance (.*)/.exec(text) ?? [];
    if (line !== undefined) {
      const words = [...line.matchAll(/(?:[^\s'\\]+|'[^']*'|\\')+/g)].map(([word]) =>
        word.replaceAll(/'([^']*)'|\\(')/g, '$1$2'),
      );
      expect(words.slice(0, this.#args.length)).toEqual(this.#args);
      this.#args = words;
    }
    for (const [, name = '', value = ''] of text.matchAll(
      /for example: (?:export )?(CONFORMANCE_\w+)=(\S+)/g,
    )) {
      if (/SECRET|TOKEN/.test(name)) this.setTokens();
      else this.env[name] ??= value;
    }
    for (const [, member = ''] of text.matchAll(/for example: ("\w+": "[^"]*")/g))
      if (!member.includes('SECRET')) Object.assign(this.#defaults, JSON.parse(`{${member}}`));
    this.#write();
  }
}

/** The first line of each problem. */
function problemsIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^ {2}\S/.test(line));
}

test('whatever is typed and missing: what a refusal says helps, and is said once', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const state = new State(world);
      const told: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        const { code, stderr } = await conformance([...state.args], { cwd: state.cwd, env: state.env });
        if (code === 0) return;
        expect(code).toBe(2);
        const problems = problemsIn(stderr);
        expect(new Set(problems).size).toBe(problems.length);
        for (const problem of problems) expect(told, stderr).not.toContain(problem);
        told.push(...problems);
        expect(stderr.match(/was found in/g)?.length ?? 0).toBeLessThan(2);
        state.follow(stderr);
      }
      throw new Error(`not done: ${told.join('\n')}`);
    }),
    runs(0.15),
  );
});
