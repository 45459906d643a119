import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../support/cli.ts';
import { act } from './action.ts';
import { type Ended, runIn, type Workspace } from './workspace.ts';

export type Environment = Readonly<Record<string, string>>;

type Recipe = (workspace: Workspace, env: Environment) => Promise<Ended>;

export const job = parse(readFileSync(join(root, 'ci/gitlab.yml'), 'utf8')).conformance as {
  readonly variables: Environment;
  readonly script: readonly string[];
};

export const generic: Recipe = (workspace, env) => runIn(workspace, ['sh', join(root, 'ci/generic.sh')], env);

/** Each installs the suite and calls it with `run`. */
export const recipes: Readonly<Record<string, Recipe>> = {
  'ci/generic.sh': generic,
  'ci/gitlab.yml': (workspace, env) =>
    runIn(workspace, ['bash', '-c', ['set -eo pipefail', ...job.script].join('\n')], {
      ...job.variables,
      ...env,
    }),
  'action.yml': (workspace, env) => act(workspace, { inputs: { version: env['SUITE_VERSION'] ?? '' }, env }),
};
