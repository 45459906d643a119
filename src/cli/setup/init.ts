import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { relative, resolve } from 'node:path';
import { reporters } from '../../../reporters/index.ts';
import { formChecks } from '../../doctor/local-checks.ts';
import { type CiForm, ciForms, variablesOf } from '../../init/ci-settings.ts';
import { secretVariable } from '../../init/config-text.ts';
import {
  type Draft,
  hasToken,
  type Inspect,
  responseProblems,
  wanted,
  withAnswer,
} from '../../init/draft.ts';
import { standingOf } from '../../model/check.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { problemsError } from '../../output/settings.ts';
import { settingsOf } from '../../settings/definitions.ts';
import {
  type ConfigInput,
  type Inspection,
  inspectSettings,
  type NamedProblem,
  settingsToPlan,
} from '../../settings/index.ts';
import { namingFile, programName } from '../options/command-line.ts';
import { planText } from '../run/plan-text.ts';
import { checkText } from './check-text.ts';
import type { InitOptions } from './commands.ts';
import { connectionFound, type DoctorInput } from './doctor.ts';
import { type EnvTarget, envTarget, refuseExisting } from './env-target.ts';
import {
  type Delivered,
  deliveredTarget,
  type NewTarget,
  newTarget,
  unwrittenTarget,
} from './init-target.ts';
import { interviewed, isFixedByAnswer, withAuthority } from './interview.ts';
import { nextSteps } from './next-steps.ts';
import type { Prompts } from './prompts.ts';

const names = reporters.map(({ name }) => name);
const definitions = settingsOf(contract);

/** What the command line of `init` gives in addition to settings. */
interface Orders {
  readonly envFile: string;
  readonly tokenFile: string | null;
  readonly tokenLater: boolean;
  /** The variable that holds the token where nothing else does. */
  readonly variable: string;
  readonly form: CiForm | null;
  readonly yes: boolean;
  /** The target to write instead of a file of variables; null for none. */
  readonly target: NewTarget | null;
}

function ordersOf({ envFile }: DoctorInput['flags'], options: InitOptions, cwd: string): Orders {
  const { tokenFile = null, tokenLater = false, print: form = null, target, config, yes = false } = options;
  const rival = [envFile && '--env-file', form && '--print'].find((flag) => typeof flag === 'string');
  if (target !== undefined && rival !== undefined)
    throw new UsageError(`--target and ${rival} contradict each other: settings go to one place. Keep one.`);
  if (tokenFile !== null && tokenLater)
    throw new UsageError('--token-file and --token-later contradict each other; keep one.');
  return {
    envFile: typeof envFile === 'string' ? envFile : '.env',
    tokenFile,
    tokenLater,
    form,
    yes,
    target: target === undefined ? null : newTarget(target, config, cwd),
    variable: target === undefined ? definitions.wording.name('accessToken') : secretVariable(target),
  };
}

/** The command line that names a file which was found. */
function namingOf({ command }: DoctorInput, { form }: Orders): (file: string) => string {
  return namingFile(command, 'init', ...(form === null ? [] : ['--print', form]));
}

/** Reads all settings. A file that is to be written and not there yet is read as an empty one. */
function inspectWith(
  input: DoctorInput,
  orders: Orders,
  more: Pick<ConfigInput, 'answers' | 'tokenToCome'>,
): Promise<Inspection> {
  const { flags, cwd } = input;
  const { envFile } = flags;
  const isNew = typeof envFile === 'string' && !existsSync(resolve(cwd, envFile));
  return inspectSettings({
    ...input,
    ...more,
    flags: { ...flags, ...(isNew ? { envFile: devNull } : {}) },
    contract,
    reporters: names,
    naming: namingOf(input, orders),
    ...(orders.target === null ? {} : { target: unwrittenTarget(orders.target) }),
  });
}

/** A missing token can be left to a flag of `init`, which the rule about it does not know. */
function refuse(problems: readonly NamedProblem[], { inspection }: Pick<Draft, 'inspection'>): void {
  if (problems.length === 0) return;
  const example = '--token-file FILE, or --token-later if the variable will be set before each run';
  const isMissing = isMissingToken(inspection);
  throw problemsError(problems.map((problem) => (isMissing(problem) ? { ...problem, example } : problem)));
}

function isMissingToken(inspection: Inspection): (problem: NamedProblem) => boolean {
  return ({ key }) => key === 'accessToken' && !hasToken(inspection);
}

/** The flag of `init` alone that gives a setting which has no flag for runs: a path is not a secret. */
async function withTokenFile(draft: Draft, file: string): Promise<Draft> {
  const setting = '--token-file';
  const source = { kind: 'flag', name: setting, isAnswer: true } as const;
  const problems = await responseProblems(draft, 'accessTokenFile', file, source);
  const name = definitions.wording.name('accessTokenFile');
  const example = '--token-file /run/secrets/access-token';
  refuse(
    problems.map(({ message }) => ({ setting, message: `${name} ${message}`, example })),
    draft,
  );
  return withAnswer(draft, 'accessTokenFile', file, source);
}

/** All that a run needs, from flags, the environment, the file and, where somebody is there, from answers. */
async function collected(input: DoctorInput, orders: Orders, prompts: Prompts | null): Promise<Draft> {
  const inspect: Inspect = (answers) => inspectWith(input, orders, { answers });
  const { tokenFile, tokenLater } = orders;
  const answers = new Map();
  const first: Draft = { answers, inspect, inspection: await inspect(answers) };
  const isAsked = prompts === null ? () => false : isFixedByAnswer(first, contract);
  const isMissing = isMissingToken(first.inspection);
  const comesLater = (problem: NamedProblem) => isMissing(problem) && (tokenLater || tokenFile !== null);
  const { problems } = first.inspection;
  refuse(
    problems.filter((problem) => !isAsked(problem) && !comesLater(problem)),
    first,
  );
  const named = tokenFile === null ? first : await withTokenFile(first, tokenFile);
  const draft = prompts === null ? named : await interviewed(prompts, named, contract, orders);
  const inspection = await inspectWith(input, orders, { answers: draft.answers, tokenToCome: true });
  const isLater = prompts !== null || tokenLater ? isMissingToken(inspection) : () => false;
  refuse(
    inspection.problems.filter((problem) => !isLater(problem)),
    { inspection },
  );
  return prompts === null ? draft : withAuthority(prompts, draft, contract);
}

/** What belongs to no repository: the file of the token, and the folders of reports. */
function unshared({ given }: Inspection, cwd: string): readonly string[] {
  const pathOf = (key: string, end: string) =>
    [given.get(key)?.text ?? ''].filter(Boolean).map((text) => `${resolve(cwd, text)}${end}`);
  return [...pathOf('accessTokenFile', ''), ...pathOf('out', '/'), ...pathOf('history', '/')];
}

function describe({ path, gitignore, ignored }: EnvTarget, names: readonly string[], cwd: string): string {
  const name = relative(cwd, path);
  const lines = ignored.map((line) => `${relative(cwd, gitignore)} gets the line ${line}`);
  return [`${name}:`, ...names.map((setting) => `  adds ${setting}`), ...lines].join('\n');
}

function write(draft: Draft, { cwd, io }: DoctorInput, { envFile }: Orders): void {
  const values = wanted(draft, contract);
  if (values.size === 0) {
    io.err(`Nothing to write: all is set already.\n`);
    return;
  }
  const target = envTarget(cwd, envFile, values, unshared(draft.inspection, cwd));
  target.write();
  const text = describe(target, [...values.keys()], cwd);
  io.err(`Written, readable by you only: ${relative(cwd, target.path)}\n${text}\n`);
}

async function place(prompts: Prompts | null, { form, envFile, target }: Orders): Promise<CiForm | null> {
  if (prompts === null || form !== null || target !== null) return form;
  const choice = await prompts.choose('Where shall the settings go?', [
    { value: 'file', label: `Into ${envFile}`, hint: 'readable by you only' },
    { value: 'github', label: 'On the screen, for GitHub Actions' },
    { value: 'gitlab', label: 'On the screen, for GitLab CI' },
    { value: 'shell', label: 'On the screen, for a shell' },
  ]);
  return choice === 'file' ? null : choice;
}

/** Reads the file again as a run will. A run needs its name where it is not `.env` or decides too much. */
async function readBack(input: DoctorInput, envFile: string): Promise<Delivered> {
  const read = (flags: DoctorInput['flags']) =>
    inspectSettings({ ...input, contract, flags, reporters: names, tokenToCome: true });
  const found = await read({});
  const isTrusted = envFile === '.env' && found.untrusted.length === 0;
  if (isTrusted) return { inspection: found, words: [] };
  return { inspection: await read({ envFile }), words: ['--env-file', envFile] };
}

/** Writes the settings, or prints them for a CI job. */
async function delivered(draft: Draft, input: DoctorInput, orders: Orders): Promise<Delivered> {
  const { form, envFile, target } = orders;
  if (target !== null) return deliveredTarget(draft, input, target);
  if (form === null) {
    write(draft, input, orders);
    return readBack(input, envFile);
  }
  const { inspection } = draft;
  input.io.out(`${ciForms[form](variablesOf(inspection, contract)).join('\n')}\n`);
  return { inspection, words: [] };
}

/** Where somebody answers, unless a test puts answers in their place. */
async function openTerminal(): Promise<Prompts> {
  const { terminalPrompts } = await import('./prompts.ts');
  return terminalPrompts();
}

/**
 * Asks, or takes from flags, what a run needs; writes it; checks the connection to the service without a request;
 * shows the plan, and says what comes next.
 *
 * @returns 0, or 3 when the settings are in place and the service cannot be reached
 */
export async function init(
  input: DoctorInput,
  options: InitOptions = {},
  open = openTerminal,
): Promise<ExitCode> {
  const { environment, cwd, command = programName, io } = input;
  const given = ordersOf(input.flags, options, cwd);
  if (given.form === null && given.target === null) refuseExisting(cwd, given.envFile);
  const prompts = io.interactive === true && !given.yes ? await open() : null;
  const draft = await collected(input, given, prompts);
  const orders = { ...given, form: await place(prompts, given) };
  const { inspection, words } = await delivered(draft, input, orders);
  const checks = [...formChecks(inspection, contract), ...(await connectionFound(inspection, cwd))];
  const settings = settingsToPlan(inspection, { contract, cwd, usual: names });
  if (settings.reference) throw new Error('init made settings of the reference service');
  if (orders.form === null) io.rendered(`\n${checkText(checks, io)}\n`);
  else io.err(`\n${checkText(checks, { colour: false, columns: io.columns })}\n`);
  const tell = orders.form === null ? io.out : io.err;
  tell(`${planText({ contract, settings, sources: inspection.sources, columns: io.columns })}\n`);
  const reached = standingOf(checks) === 'well';
  const { variable } = given;
  const known =
    given.target === null
      ? hasToken(inspection)
      : hasToken(draft.inspection) || Boolean(environment[variable]);
  const isPrinted = orders.form !== null;
  const steps = { reached, hasToken: known, words, variable, isPrinted, command, columns: io.columns };
  tell(nextSteps(steps));
  return reached ? exitCodes.conforms : exitCodes.incomplete;
}
