import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSettlement, settlement } from '../../../src/report/settlement.ts';
import { type Finished, finished, root, temporaryFolder } from '../../support/cli.ts';
import type { Report } from '../../support/subject.ts';

/** vitest, started by hand with the target's own configuration, as the package has it. */

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const targetConfig = join(root, 'dist/vitest.target.config.js');

/** Colours are off, so that texts can be compared; settings are all that there are. */
export function byHand(
  [command = 'run', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { config = targetConfig, cwd = temporaryFolder() } = {},
): Promise<Finished> {
  return finished(vitest, [command, '--config', config, ...args], { env: { NO_COLOR: '1', ...env }, cwd });
}

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

export interface Judged extends Finished {
  /** Status of each test, by the requirement's id. */
  readonly statuses: Readonly<Record<string, string>>;
}

/** The same, with what vitest's JSON reporter makes of every test. */
export async function judgedByHand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options: { readonly config?: string; readonly cwd?: string } = {},
): Promise<Judged> {
  const file = join(temporaryFolder(), 'vitest.json');
  const end = await byHand(['run', ...args, '--reporter=json', `--outputFile=${file}`], env, options);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { ...end, statuses: Object.fromEntries(tests.map(({ title, status }) => [idOf(title), status])) };
}

/** The id that begins a title; `the` is of the run as a whole. */
function idOf(title: string): string {
  return title.split(' ')[0] ?? '';
}

const statusOf = { pass: 'passed', annotate: 'passed', fail: 'failed', skip: 'skipped' } as const;

/** What vitest has to say of a report's requirements, and of the run as a whole. */
export function expectedStatuses(report: Report): Readonly<Record<string, string>> {
  const rows = report.requirements.map((row) => [row.id, statusOf[settlement(report, row).kind]]);
  return Object.fromEntries([...rows, ['the', statusOf[runSettlement(report).kind]]]);
}

export function withStatus({ statuses }: Judged, status: string): readonly string[] {
  return Object.keys(statuses).filter((id) => statuses[id] === status);
}
