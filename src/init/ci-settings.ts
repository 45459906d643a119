import type { Contract } from '../contract/contract.ts';
import { proxySecrets } from '../http/proxy.ts';
import { settingsOf } from '../settings/definitions.ts';
import type { Inspection } from '../settings/index.ts';
import { hasToken } from './draft.ts';

/** A variable of a CI job: its value, or nothing for a secret that the CI system itself keeps. */
export interface Variable {
  readonly name: string;
  readonly value: string | null;
}

function yaml(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const expression = `$\{{`;

/** GitHub evaluates `${{ … }}` in any value of a workflow. */
function github({ name, value }: Variable): string {
  return value === null
    ? `  ${name}: \${{ secrets.${name} }}`
    : `  ${name}: ${yaml(value.replaceAll(expression, `${expression} '${expression}' }}`))}`;
}

/** GitLab expands `$NAME` in values; `$$` is one dollar sign. */
function gitlab({ name, value }: Variable): string {
  return `  ${name}: ${yaml((value ?? '').replaceAll('$', '$$$$'))}`;
}

function shell({ name, value }: Variable): string {
  return value === null
    ? `: "\${${name}:?is a secret: set it before}"; export ${name}`
    : `export ${name}='${value.replaceAll("'", "'\\''")}'`;
}

function secretsNote(variables: readonly Variable[], where: string): readonly string[] {
  const names = variables.filter(({ value }) => value === null).map(({ name }) => name);
  return names.length === 0 ? [] : [`# ${where}: ${names.join(', ')}`];
}

function open(variables: readonly Variable[]): readonly Variable[] {
  return variables.filter(({ value }) => value !== null);
}

/** Settings of a job in the forms of CI systems. A secret is referred to and never printed. */
export const ciForms = {
  github: (variables: readonly Variable[]) => [
    ...secretsNote(variables, 'Secrets to add under Settings, Secrets and variables, Actions'),
    'env:',
    ...variables.map(github),
  ],
  gitlab: (variables: readonly Variable[]) => [
    ...secretsNote(variables, 'Masked variables to add under Settings, CI/CD, Variables'),
    'variables:',
    ...open(variables).map(gitlab),
  ],
  shell: (variables: readonly Variable[]) => variables.map(shell),
} as const;

export type CiForm = keyof typeof ciForms;

/** A proxy's URL is a secret where it holds credentials. */
function isSecretProxy(key: string, url: string): boolean {
  return /^https?Proxy$/.test(key) && proxySecrets({ httpProxy: url }).length > 0;
}

/** What a CI job has to be given: every setting about the target, secrets without their values. */
export function variablesOf(known: Pick<Inspection, 'given'>, contract: Contract): readonly Variable[] {
  const given = settingsOf(contract).entries.flatMap(
    ([key, { env, secret, scope, reach }]): readonly Variable[] => {
      const text = known.given.get(key);
      if (env === null || scope === 'run' || text === undefined || text.source.kind === 'default') return [];
      const isSecret = secret === true && reach !== 'command';
      return [{ name: env, value: isSecret || isSecretProxy(key, text.text) ? null : text.text }];
    },
  );
  return hasToken(known) ? given : [...given, { name: 'CONFORMANCE_ACCESS_TOKEN', value: null }];
}
