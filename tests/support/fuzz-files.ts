import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { main } from '../../src/cli/program.ts';
import { anyEnvFile } from '../properties/env-file.ts';
import { anyFile, reportDocument } from '../properties/read-back.ts';
import { fakeIo } from '../unit/cli/io.ts';
import { acting } from './acting.ts';

/** What a command was given, and what is wrong with what it did; empty for nothing. */
async function problemsOf(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv = {},
): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-fuzz-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const io = fakeIo({ annotations: true });
    const code = await main({ args, environment, cwd, io });
    const printed = io.printed() + io.errors();
    return [
      ...([0, 1, 2].includes(code) ? [] : [`${args.join(' ')} ended with ${code}: ${printed}`]),
      ...(acting.test(printed) ? [`${args.join(' ')} printed something that acts`] : []),
      ...Object.values(environment)
        .filter((value) => value !== undefined && printed.includes(value))
        .map(() => `${args.join(' ')} printed a secret of the environment`),
    ];
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function sampled<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as Value;
}

/** A recording or a report that somebody else wrote, read by every command that reads one. */
export async function tryReadBack(seed: number): Promise<readonly string[]> {
  const { name, text } = sampled(anyFile, seed);
  const files = { [name]: text, 'ours.json': JSON.stringify(reportDocument) };
  const commands = [
    ['render', name, '--out', 'out'],
    ['compare', name, 'ours.json', '--out', 'out'],
    ['waive', name, '--out', 'waivers.json'],
  ];
  const problems: string[] = [];
  for (const args of commands) problems.push(...(await problemsOf(args, files)));
  return problems;
}

/** A `.env` that somebody else wrote, beside a token of the environment: the plan is made or refused, nothing is sent. */
export function trySettings(seed: number): Promise<readonly string[]> {
  const environment = { CONFORMANCE_ACCESS_TOKEN: 'token-of-somebody-7f3a' };
  return problemsOf(['run', '--plan'], { '.env': sampled(anyEnvFile, seed) }, environment);
}
