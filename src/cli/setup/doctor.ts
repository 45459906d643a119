import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { reporterNames } from '../../../reporters/index.ts';
import { connectionChecks, connectionOf, schemeCheck } from '../../doctor/connection.ts';
import {
  nodeCheck,
  operationChecks,
  secretFilesCheck,
  settingsChecks,
  tokenCheck,
} from '../../doctor/local-checks.ts';
import { sentChecks } from '../../doctor/sent-values.ts';
import { withoutSecrets } from '../../doctor/without-secrets.ts';
import { reach, speaksTls } from '../../http/reachability.ts';
import { toggle } from '../../kinds/kinds.ts';
import { type DoctorCheck, standingOf } from '../../model/check.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { folderCheck } from '../../output/folder-check.ts';
import { tellUnread } from '../../output/settings.ts';
import { interruptible, refuseAfterSignal } from '../../output/signals.ts';
import { tokenOf } from '../../run/commands.ts';
import { RefusedSettings } from '../../run/run.ts';
import { type Flags, type Inspection, inspectSettings, toldOperator } from '../../settings/index.ts';
import { plainJson } from '../../text/escape.ts';
import { command, option } from '../options/option.ts';
import type { Invocation } from '../program.ts';
import { checkText } from './check-text.ts';

export interface DoctorInput extends Pick<Invocation, 'environment' | 'cwd' | 'command' | 'io'> {
  readonly flags: Flags;
}

/** How the service is reached. */
export async function connectionFound(inspection: Inspection): Promise<readonly DoctorCheck[]> {
  const connection = connectionOf(inspection);
  if (!('target' in connection)) return [connection];
  const reached = await reach(connection);
  const isWrongScheme = reached.steps.every(({ cause }) => cause === null) && (await speaksTls(connection));
  const secure = connection.target.protocol === 'https:';
  const checks = [
    ...(connection.unusedProxy === null ? [] : [connection.unusedProxy]),
    ...connectionChecks(reached, secure, Date.now()),
    ...(isWrongScheme ? [schemeCheck(connection.target)] : []),
  ];
  return withoutSecrets(checks, inspection);
}

/** The operator's command for the token is run as a run would. */
async function tokenChecks(inspection: Inspection, environment: NodeJS.ProcessEnv): Promise<DoctorCheck> {
  const command = inspection.values.accessTokenCommand;
  const isRefused = inspection.problems.some(
    ({ key = '', setting }) =>
      key.startsWith('accessToken') || setting.startsWith('CONFORMANCE_ACCESS_TOKEN'),
  );
  const now = Date.now();
  if (command === undefined || isRefused) return tokenCheck(inspection, { now });
  return interruptible(async (signals) => {
    const asked = tokenOf({ kind: 'command', command }, { environment, signal: signals.signal });
    const found = await asked.then(
      (printed) => ({ problem: null, printed }),
      (error: unknown) => {
        if (!(error instanceof RefusedSettings)) throw error;
        const [problem = null] = error.problems.map((one) => toldOperator(one).message);
        return { problem };
      },
    );
    refuseAfterSignal(signals);
    return tokenCheck(inspection, { ...found, now });
  });
}

async function checksOf({ flags, environment, cwd, io }: DoctorInput): Promise<readonly DoctorCheck[]> {
  const inspection = await inspectSettings({ flags, environment, cwd, reporters: reporterNames });
  tellUnread(inspection, io);
  const { out = 'conformance-report' } = inspection.values;
  const here = [
    nodeCheck(process.versions.node, packageJson.engines.node),
    ...settingsChecks(inspection),
    await tokenChecks(inspection, environment),
    secretFilesCheck(inspection, cwd),
    ...operationChecks(inspection, contract.operations),
    ...sentChecks(inspection),
    folderCheck(resolve(cwd, out)),
  ];
  return [...withoutSecrets(here, inspection), ...(await connectionFound(inspection))];
}

const closings = {
  well: [exitCodes.conforms, 'Everything is ready. No request was sent to the service.'],
  configuration: [exitCodes.usage, 'The configuration has to be fixed. No request was sent to the service.'],
  connection: [exitCodes.incomplete, 'The service cannot be reached. No request was sent to it.'],
  insecure: [
    exitCodes.incomplete,
    'No secure connection to the service is possible. No request was sent to it.',
  ],
} as const;

/** A service that accepts connections and no TLS with them was reached. */
function closingOf(checks: readonly DoctorCheck[]): (typeof closings)[keyof typeof closings] {
  const standing = standingOf(checks);
  const isInsecure = checks.some(({ id, standing: found }) => id === 'tls' && found === 'fail');
  return closings[standing === 'connection' && isInsecure ? 'insecure' : standing];
}

/**
 * Checks everything that a run needs without sending a request.
 *
 * The code is 0, 2 (to be fixed here) or 3 (unreachable).
 */
export const doctor = command({
  options: { json: option('output', toggle, 'Print the checks as JSON.') },
  settings: ({ scope, env }) => scope !== 'run' || env === 'CONFORMANCE_OUT',
  examples: ['doctor', 'doctor --env-file staging.env --json'],
  async act({ options: { json }, flags, invocation }): Promise<ExitCode> {
    const { cwd, io } = invocation;
    const checks = await checksOf({ ...invocation, cwd, flags });
    const [code, text] = closingOf(checks);
    if (json === true) io.rendered(`${plainJson(JSON.stringify({ checks, exitCode: code }, null, 2))}\n`);
    else io.rendered(`${checkText(checks, io)}\n${text}\n`);
    return code;
  },
});
