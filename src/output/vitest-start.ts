import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../files/write.ts';
import { UsageError } from './exit.ts';
import { journalName } from './folder.ts';

/** The variable in which the reporter, before any worker starts, says where the report of this start will be. */
const startVariable = 'ENTITY_CONFIG_CONFORMANCE_START';
const refused = 'refused: ';

/** What the reporter gives to the workers. @param why nothing may be sent in this start; null where it may */
export function offerStart(environment: NodeJS.ProcessEnv, why: string | null): void {
  const path = join(tmpdir(), `conformance-${randomUUID()}`, 'report.json');
  environment[startVariable] = why === null ? path : refused + why;
}

const judgeInstead = `or judge a recording: CONFORMANCE_EXCHANGES=conformance-report/${journalName}`;

/** Where the report of this start is to be. @throws UsageError where nothing may be sent */
export function startOf({ [startVariable]: start }: NodeJS.ProcessEnv): string {
  if (start === undefined)
    throw new UsageError(
      `nothing was sent: without its reporter, each worker of vitest would send. Add 'entity-config-conformance/reporter' to test.reporters, beside 'default', ${judgeInstead}.`,
    );
  if (start.startsWith(refused))
    throw new UsageError(
      `nothing was sent: ${start.slice(refused.length)} would send again and again. Use vitest run, ${judgeInstead}.`,
    );
  return start;
}

/** Removes what the workers of this start shared. */
export function endStart({ [startVariable]: start = refused }: NodeJS.ProcessEnv): void {
  if (!start.startsWith(refused)) removeFolder(dirname(start));
}
