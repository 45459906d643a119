import { resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { reporters } from '../../reporters/index.ts';
import { clockCheck, connectionChecks, connectionOf } from '../doctor/connection.ts';
import {
  datedFiles,
  nodeCheck,
  operationChecks,
  secretFilesCheck,
  settingsChecks,
  tokenCheck,
  trackedChecks,
} from '../doctor/local-checks.ts';
import { isTracked } from '../doctor/tracked.ts';
import { withoutSecrets } from '../doctor/without-secrets.ts';
import { reach } from '../http/reachability.ts';
import { type Check, standingOf } from '../model/check.ts';
import { contract } from '../operations/index.ts';
import { tokenOf } from '../run/commands.ts';
import { type Flags, type Inspection, inspectSettings, toldOperator } from '../settings/index.ts';
import { plainJson } from '../text/escape.ts';
import { checkText } from './check-text.ts';
import { namingFile } from './command-line.ts';
import { type ExitCode, exitCodes } from './exit.ts';
import { folderCheck } from './folder-check.ts';
import type { Io } from './io.ts';
import { untilSignal } from './signals.ts';

export interface DoctorInput {
  readonly flags: Flags;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly io: Io;
}

/** How the service is reached, and what the clock says beside it. */
export async function connectionFound(inspection: Inspection, cwd: string): Promise<readonly Check[]> {
  const connection = connectionOf(inspection);
  const files = datedFiles([cwd, resolve(cwd, '.env')]);
  if (!('target' in connection)) return [connection, clockCheck(Date.now(), null, files)];
  const reached = await reach(connection);
  const now = Date.now();
  const secure = connection.target.protocol === 'https:';
  const checks = [
    ...(connection.unusedProxy === null ? [] : [connection.unusedProxy]),
    ...connectionChecks(reached, secure, now),
    clockCheck(now, reached.certificate, files),
  ];
  return withoutSecrets(checks, inspection, contract);
}

/** The operator's command for the token is run as a run would; one in a `.env` that lies in the folder never is. */
async function tokenChecks(inspection: Inspection, environment: NodeJS.ProcessEnv): Promise<Check> {
  const command = inspection.values.accessTokenCommand;
  const isRefused = inspection.problems.some(({ setting }) => setting.startsWith('CONFORMANCE_ACCESS_TOKEN'));
  const now = Date.now();
  if (command === undefined || isRefused) return tokenCheck(inspection, { now });
  const needs = { contract, settings: { token: { kind: 'command', command } }, environment } as const;
  const token = await untilSignal((signal) => tokenOf(needs, signal));
  if ('token' in token) return tokenCheck(inspection, { problem: null, printed: token.token, now });
  return tokenCheck(inspection, { problem: toldOperator(token, contract).message, now });
}

async function checksOf({ flags, environment, cwd }: DoctorInput): Promise<readonly Check[]> {
  const names = reporters.map(({ name }) => name);
  const inspection = await inspectSettings({
    contract,
    flags,
    environment,
    cwd,
    reporters: names,
    naming: namingFile(environment, 'doctor'),
  });
  const { out = 'conformance-report' } = inspection.values;
  const here = [
    nodeCheck(process.versions.node, packageJson.engines.node),
    ...settingsChecks(inspection),
    await tokenChecks(inspection, environment),
    secretFilesCheck(inspection, cwd, contract),
    ...trackedChecks(inspection, cwd, contract, isTracked),
    ...operationChecks(inspection, contract.operations),
    folderCheck(resolve(cwd, out)),
  ];
  return [...withoutSecrets(here, inspection, contract), ...(await connectionFound(inspection, cwd))];
}

const closings = {
  well: { code: exitCodes.conforms, text: 'All is well. No request was sent to the service.' },
  configuration: {
    code: exitCodes.usage,
    text: 'The configuration has to be mended. No request was sent to the service.',
  },
  connection: {
    code: exitCodes.incomplete,
    text: 'The service cannot be reached. No request was sent to it.',
  },
} as const;

/** Checks everything that a run needs, short of a request. @returns 0, 2 (to be fixed here) or 3 (unreachable) */
export async function doctor(input: DoctorInput): Promise<ExitCode> {
  const { json, ...flags } = input.flags;
  const checks = await checksOf({ ...input, flags });
  const { code, text } = closings[standingOf(checks)];
  if (json === true) input.io.rendered(`${plainJson(JSON.stringify({ checks, exitCode: code }, null, 2))}\n`);
  else input.io.rendered(`${checkText(checks, input.io)}\n${text}\n`);
  return code;
}
