import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/model/report.ts';
import { type Finished, finished, root, type Started, start, temporaryFolder } from './cli.ts';

/** vitest, started by hand with the target's own configuration. */

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const targetConfig = join(root, 'vitest.target.config.ts');

export interface ByHand extends Finished {
  /** The sentence that the suite itself adds. */
  readonly conclusion: string | null;
}

/** Colours are off, so that texts can be compared; settings are all that there are. */
export async function byHand(
  [command = 'run', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { config = targetConfig, cwd = temporaryFolder(), deadlineMs = 25_000 } = {},
): Promise<ByHand> {
  const end = await finished(vitest, [command, '--config', config, ...args], {
    env: { NO_COLOR: '1', ...env },
    cwd,
    deadlineMs,
  });
  const conclusion = /^conformance: (.*)$/m.exec(end.stderr)?.[1] ?? null;
  return { ...end, conclusion };
}

/** Started and left running, for vitest's modes that do not end by themselves. */
export function startByHand(args: readonly string[], env: Readonly<Record<string, string>>): Started {
  return start(vitest, [...args, '--config', targetConfig], { env: { NO_COLOR: '1', ...env } });
}

interface JsonReport {
  readonly success: boolean;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

export interface Judged extends ByHand {
  /** Status of each test, by the requirement's id. */
  readonly statuses: Readonly<Record<string, string>>;
}

/** The same, with what vitest's JSON reporter makes of every test. */
export async function judgedByHand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Judged> {
  const file = join(temporaryFolder(), 'vitest.json');
  const end = await byHand(['run', ...args, '--reporter=json', `--outputFile=${file}`], env);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { ...end, statuses: Object.fromEntries(tests.map(({ title, status }) => [idOf(title), status])) };
}

function idOf(title: string): string {
  return title.split(' ')[0] ?? '';
}

/** What vitest has to say of a report's requirements. */
export function expectedStatuses({ requirements, run }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.map(({ id, verdict, strength }) => {
      const fails = verdict === 'deviates' && (strength === 'stated' || run.options.strict);
      const skips = verdict === 'not-exercised' || verdict === 'waived';
      return [id, fails ? 'failed' : skips ? 'skipped' : 'passed'];
    }),
  );
}

export function withStatus({ statuses }: Judged, status: string): readonly string[] {
  return Object.keys(statuses).filter((id) => statuses[id] === status);
}
