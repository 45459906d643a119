import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../support/cli.ts';
import { type Ended, runIn, type Workspace } from './workspace.ts';

/** Runs action.yml as GitHub's runner does: a file per command channel, one bash per step. */

interface Step {
  readonly id?: string;
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

type Contexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `inputs.a || env.B`, `steps.run.outputs.c`: as much of the expression language as the action uses. */
function evaluated(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const values = expression.split('||').map((part) => contextValue(part.trim(), contexts));
    return values.find((value) => value !== '') ?? '';
  });
}

function contextValue(path: string, contexts: Contexts): string {
  const [, context = '', name = ''] = /^(inputs|env|steps\.\w+\.outputs)\.([\w-]+)$/.exec(path) ?? [];
  if (context === '') throw new Error(`the test does not know the expression ${path}`);
  return contexts[context]?.[name] ?? '';
}

/** A file of outputs: `name=value` lines, and blocks between delimiters. */
function readOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    const [, name, delimiter = ''] = /^([\w-]+)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined) outputs[name] = lines.splice(0, lines.indexOf(delimiter)).join('\n');
    if (name !== undefined) lines.shift();
    else if (line.includes('='))
      outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  return outputs;
}

export interface Acted extends Ended {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface ActionCall {
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables of the job. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What `uses:` does: every step in order until one fails; outputs are there either way. */
export async function act(workspace: Workspace, { inputs, env = {} }: ActionCall): Promise<Acted> {
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: text = '' }]) => [name, inputs[name] || text]),
  );
  const contexts: Record<string, Readonly<Record<string, string>>> = { inputs: given, env };
  const files = join(workspace.temp, '_runner_file_commands');
  mkdirSync(files, { recursive: true });
  let ended: Ended = { code: 0, stdout: '', stderr: '' };
  for (const [index, step] of action.runs.steps.entries()) {
    if (ended.code !== 0) break;
    const channel = (name: string) => join(files, `${name}_${index}`);
    for (const name of ['output', 'summary', 'env', 'path']) writeFileSync(channel(name), '');
    const script = join(workspace.temp, `step-${index}.sh`);
    writeFileSync(script, evaluated(step.run, contexts));
    const variables = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluated(text, contexts)]);
    const end = await runIn(workspace, ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script], {
      ...env,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: root.replace(/\/$/, ''),
      GITHUB_WORKSPACE: workspace.folder,
      GITHUB_OUTPUT: channel('output'),
      GITHUB_STEP_SUMMARY: channel('summary'),
      GITHUB_ENV: channel('env'),
      GITHUB_PATH: channel('path'),
      RUNNER_TEMP: workspace.temp,
      ...Object.fromEntries(variables),
    });
    ended = { code: end.code, stdout: ended.stdout + end.stdout, stderr: ended.stderr + end.stderr };
    contexts[`steps.${step.id}.outputs`] = readOutputs(readFileSync(channel('output'), 'utf8'));
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    evaluated(value, contexts),
  ]);
  const summary = action.runs.steps.map((_, index) => readFileSync(join(files, `summary_${index}`), 'utf8'));
  return { ...ended, outputs: Object.fromEntries(outputs), summary: summary.join('') };
}
