import { describe, expect, test } from 'vitest';
import { folderWith } from '../../support/cli.ts';
import { contract, definitions } from '../../support/engine.ts';
import { inspectSettings } from '../../support/subject.ts';
import { complete } from './load.ts';
import { certificate, key } from './pem.ts';

const { entries } = definitions;

/** Settings that are alternatives, or belong together: one source gives them all. */

const world = {
  'token.txt': 'token-of-a-file',
  'client.pem': certificate,
  'client.key': key,
};

const texts: Partial<Readonly<Record<string, string>>> = {
  accessToken: 'token-of-somebody',
  accessTokenFile: 'token.txt',
  accessTokenCommand: 'print-token',
  automationRuleId: 'rule-1',
  ruleCommand: 'make-rule',
  clientCertificate: 'client.pem',
  clientKey: 'client.key',
};

interface Member {
  readonly name: string;
  readonly group: string;
  readonly env: string;
  readonly flag: string | null;
}

const members: readonly Member[] = entries.flatMap(([name, { group, env, flag }]) =>
  group === undefined || env === null ? [] : [{ name, group, env, flag }],
);
const alternatives = members.filter(({ group }) => group !== 'client certificate');
const pairs = alternatives.flatMap((one) =>
  alternatives
    .filter(({ group, name }) => group === one.group && name !== one.name)
    .map((other) => [one, other] as const),
);

async function inspected(
  environment: Readonly<Record<string, string>>,
  file: Readonly<Record<string, string>>,
  flags: Readonly<Record<string, string>> = {},
) {
  const lines = Object.entries(file).map(([name, value]) => `${name}=${value}`);
  const cwd = folderWith({ ...world, 'named.env': lines.join('\n') });
  const { CONFORMANCE_ACCESS_TOKEN: _, ...rest } = complete;
  const isTokenGiven = [...Object.keys(environment), ...Object.keys(file)].some((name) =>
    name.includes('ACCESS_TOKEN'),
  );
  const base = isTokenGiven ? rest : complete;
  return inspectSettings({
    contract,
    flags: { envFile: 'named.env', ...flags },
    environment: { ...base, ...environment },
    cwd,
    reporters: [],
  });
}

const textOf = ({ name }: Member) => texts[name] ?? '';
const titled = pairs.map(([one, other]) => ({ title: `${one.env} and ${other.env}`, one, other }));

describe('two of one group', () => {
  test('are there to be tried', () => expect(titled).toHaveLength(8));

  test.each(titled)('$title: the environment replaces the file', async ({ one, other }) => {
    const { problems, values } = await inspected({ [one.env]: textOf(one) }, { [other.env]: textOf(other) });
    expect(problems).toEqual([]);
    expect(values).toHaveProperty(one.name);
    expect(values).not.toHaveProperty(other.name);
  });

  test.each(titled)('$title: contradict each other within one source', async ({ one, other }) => {
    const both = { [one.env]: textOf(one), [other.env]: textOf(other) };
    for (const { problems } of [await inspected(both, {}), await inspected({}, both)]) {
      expect(problems.map(({ message }) => message)).toEqual([
        expect.stringContaining('contradicts'),
        expect.stringContaining('contradicts'),
      ]);
    }
  });

  test('a flag replaces the command of the environment and of the file', async () => {
    const command = { CONFORMANCE_RULE_COMMAND: 'make-rule' };
    const { problems, values } = await inspected(command, command, { automationRuleId: 'rule-2' });
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ automationRuleId: ['rule-2'] });
    expect(values).not.toHaveProperty('ruleCommand');
  });

  test('an empty flag brings no other rule into play', async () => {
    const { problems } = await inspected(
      {},
      { CONFORMANCE_RULE_COMMAND: 'make-rule' },
      { automationRuleId: '' },
    );
    expect(problems.map(({ message }) => message)).toEqual(['on the command line is empty']);
  });

  test('a certificate takes its key from where it comes from itself', async () => {
    const file = { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' };
    expect((await inspected({}, file)).problems).toEqual([]);
    expect((await inspected(file, file)).problems).toEqual([]);
    const { problems } = await inspected({ CONFORMANCE_CLIENT_CERT_FILE: 'client.pem' }, file);
    expect(problems.map(({ setting, message }) => `${setting} ${message}`)).toEqual([
      'CONFORMANCE_CLIENT_KEY_FILE is missing: CONFORMANCE_CLIENT_CERT_FILE from the environment needs it. Set both in the same place',
    ]);
  });
});
