import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { relative, resolve } from 'node:path';
import { reporters } from '../../reporters/index.ts';
import { type CiForm, ciForms } from '../init/ci-settings.ts';
import {
  answerProblems,
  type Draft,
  type DraftContext,
  draftProblems,
  firstDraft,
  hasToken,
  tokenKeys,
  withAnswer,
  withoutAnswers,
} from '../init/draft.ts';
import { variablesOf } from '../init/variables.ts';
import { standingOf } from '../model/check.ts';
import { contract } from '../operations/index.ts';
import { settingsOf } from '../settings/definitions.ts';
import {
  type Inspection,
  inspectSettings,
  type Known,
  type NamedProblem,
  type Problem,
  settingSources,
  settingsToPlan,
  toldOperator,
} from '../settings/index.ts';
import { type Refusal, refusalOf } from '../settings/trust.ts';
import { checkText } from './check-text.ts';
import { namingFile } from './command-line.ts';
import { type DoctorInput, wayChecks } from './doctor.ts';
import { type EnvTarget, envTarget, refuseExisting } from './env-target.ts';
import { type ExitCode, exitCodes, UsageError } from './exit.ts';
import { interviewed, mendable } from './interview.ts';
import { nextSteps } from './next-steps.ts';
import { withAuthority } from './offer-authority.ts';
import { planText } from './plan-text.ts';
import type { Prompts } from './prompts.ts';
import { problemsError } from './settings-options.ts';

const names = reporters.map(({ name }) => name);
const definitions = settingsOf(contract);

/** What `init` was told on its command line, besides settings. */
interface Orders {
  readonly envFile: string;
  readonly tokenFile: string | null;
  readonly tokenLater: boolean;
  readonly form: CiForm | null;
  readonly yes: boolean;
}

function ordersOf(flags: DoctorInput['flags']): Orders {
  const { envFile, tokenFile, print } = flags;
  if (print !== undefined && !(String(print) in ciForms))
    throw new UsageError(
      `--print ${print} is not known. Expected ${Object.keys(ciForms).join(', ')}, for example --print github.`,
    );
  if (tokenFile !== undefined && flags['tokenLater'] === true)
    throw new UsageError('--token-file and --token-later contradict each other; keep one.');
  return {
    envFile: typeof envFile === 'string' ? envFile : '.env',
    tokenFile: typeof tokenFile === 'string' ? tokenFile : null,
    tokenLater: flags['tokenLater'] === true,
    form: (print as CiForm | undefined) ?? null,
    yes: flags['yes'] === true,
  };
}

/** The command line that names a file which was found. */
function namingOf({ environment }: DoctorInput, { form }: Orders): (file: string) => string {
  return namingFile(environment, 'init', ...(form === null ? [] : ['--print', form]));
}

/** What there is before an answer. A file that is to be written and not there yet is read as an empty one. */
function inspected(input: DoctorInput, orders: Orders): Promise<Inspection> {
  const { flags, cwd } = input;
  const { envFile } = flags;
  const isNew = typeof envFile === 'string' && !existsSync(resolve(cwd, envFile));
  return inspectSettings({
    ...input,
    flags: { ...flags, ...(isNew ? { envFile: devNull } : {}) },
    contract,
    reporters: names,
    naming: namingOf(input, orders),
  });
}

/** What a file decides that nobody named, and that neither a flag nor an answer has confirmed. */
function refusalFor(known: Known, { read }: Inspection, input: DoctorInput, orders: Orders): Refusal {
  return refusalOf(
    { given: known.given, values: { ...read.values, ...known.values } },
    {
      definitions,
      file: read.file,
      cwd: input.cwd,
      naming: namingOf(input, orders),
      tokenToCome: !hasToken({ known }),
    },
  );
}

function isMissingToken({ key, message }: NamedProblem): boolean {
  return key === 'accessToken' && message.startsWith('is missing');
}

/** A missing token can be left to a flag of `init`, which the rule about it does not know. */
function toldOfFlags(problem: NamedProblem): Problem {
  return isMissingToken(problem)
    ? { ...problem, example: '--token-file FILE, or --token-later if whoever runs it sets the variable' }
    : problem;
}

function refuse(problems: readonly NamedProblem[]): void {
  if (problems.length > 0) throw problemsError(problems.map(toldOfFlags));
}

/** The flag of `init` alone that gives a setting which has no flag for runs: a path is no secret. */
async function withTokenFile(draft: Draft, file: string, context: DraftContext): Promise<Draft> {
  const source = { kind: 'flag', name: '--token-file' } as const;
  const cleared = withoutAnswers(draft, tokenKeys);
  const problems = await answerProblems(cleared, 'accessTokenFile', file, context);
  const setting = '--token-file';
  refuse(
    problems.map((message) => ({ setting, message, example: '--token-file /run/secrets/access-token' })),
  );
  return withAnswer(cleared, 'accessTokenFile', file, context, source);
}

/** All that has to be known, from flags, the environment, the file and, where somebody is there, from answers. */
async function collected(input: DoctorInput, orders: Orders, prompts: Prompts | null): Promise<Draft> {
  const today = new Date().toISOString().slice(0, 10);
  const context: DraftContext = { contract, cwd: input.cwd, reporters: names, today };
  const inspection = await inspected(input, orders);
  const { tokenFile, tokenLater } = orders;
  const first = firstDraft(inspection, contract);
  const isAsked = prompts === null ? () => false : mendable(first, contract);
  const comesLater = (problem: NamedProblem) => isMissingToken(problem) && (tokenLater || tokenFile !== null);
  refuse(inspection.problems.filter((problem) => !isAsked(problem) && !comesLater(problem)));
  const told = tokenFile === null ? first : await withTokenFile(first, tokenFile, context);
  const draft = prompts === null ? told : await interviewed(prompts, told, context, tokenLater);
  const together = draftProblems(draft, contract, prompts !== null || tokenLater);
  refuse([
    ...refusalFor(draft.known, inspection, input, orders).problems,
    ...together.map((problem) => toldOperator(problem, contract)),
  ]);
  return prompts === null ? draft : withAuthority(prompts, draft, context);
}

function describe({ path, gitignore }: EnvTarget, names: readonly string[], cwd: string): string {
  const name = relative(cwd, path);
  const ignored = gitignore === null ? [] : [`${relative(cwd, gitignore)} gets the line ${name}`];
  return [`${name}:`, ...names.map((setting) => `  adds ${setting}`), ...ignored].join('\n');
}

function write(wanted: Draft['wanted'], { cwd, io }: DoctorInput, { envFile }: Orders): void {
  if (wanted.size === 0) {
    io.err(`Nothing to write: all is set already.\n`);
    return;
  }
  const { front } = definitions;
  const values = new Map([...wanted].map(([key, text]) => [front.name(key), text]));
  const target = envTarget(cwd, envFile, values);
  target.write();
  const text = describe(target, [...values.keys()], cwd);
  io.err(`Written, readable by you only: ${relative(cwd, target.path)}\n${text}\n`);
}

async function place(prompts: Prompts | null, { form, envFile }: Orders): Promise<CiForm | null> {
  if (prompts === null || form !== null) return form;
  const choice = await prompts.choose('Where shall the settings go?', [
    { value: 'file', label: `Into ${envFile}`, hint: 'readable by you only' },
    { value: 'github', label: 'On the screen, for GitHub Actions' },
    { value: 'gitlab', label: 'On the screen, for GitLab CI' },
    { value: 'shell', label: 'On the screen, for a shell' },
  ]);
  return choice === 'file' ? null : choice;
}

interface Delivered {
  /** What a run will find. */
  readonly inspection: Inspection;
  /** The file as a run has to be told of it; undefined for one that it finds and may trust. */
  readonly envFile?: string;
}

/** Reads the file again as a run will, which has to be told its name where it is another one or decides too much. */
async function readBack(input: DoctorInput, orders: Orders): Promise<Delivered> {
  const { envFile } = orders;
  const read = (flags: DoctorInput['flags']) =>
    inspectSettings({ ...input, contract, flags, reporters: names });
  const found = await read({});
  const isTrusted = envFile === '.env' && refusalFor(found, found, input, orders).keys.size === 0;
  return isTrusted ? { inspection: found } : { inspection: await read({ envFile }), envFile };
}

/** Writes the settings, or prints them for a CI job. */
async function delivered(draft: Draft, input: DoctorInput, orders: Orders): Promise<Delivered> {
  const { form } = orders;
  if (form === null) {
    write(draft.wanted, input, orders);
    return readBack(input, orders);
  }
  input.io.out(`${ciForms[form](variablesOf(draft, contract)).join('\n')}\n`);
  const { given, values } = draft.known;
  const sources = settingSources(definitions, given, values, false);
  return {
    inspection: { given, values, problems: [], untrusted: [], read: { file: null, values }, sources },
  };
}

/** Where somebody answers, unless a test puts answers in their place. */
async function openTerminal(): Promise<Prompts> {
  const { terminalPrompts } = await import('./prompts.ts');
  return terminalPrompts();
}

/**
 * Asks, or takes from flags, what a run needs; writes it; looks at the way to the service without a request; shows the
 * plan, and says what comes next.
 *
 * @returns 0, or 3 when the settings are in place and the service cannot be reached
 */
export async function init(input: DoctorInput, open = openTerminal): Promise<ExitCode> {
  const { environment, cwd, io } = input;
  const given = ordersOf(input.flags);
  const { tokenFile: _file, tokenLater: _later, print: _print, yes: _yes, ...flags } = input.flags;
  if (given.form === null) refuseExisting(cwd, given.envFile);
  const prompts = io.interactive === true && !given.yes ? await open() : null;
  const draft = await collected({ ...input, flags }, given, prompts);
  const orders = { ...given, form: await place(prompts, given) };
  const { inspection, envFile } = await delivered(draft, { ...input, flags }, orders);
  const checks = await wayChecks(inspection, cwd);
  const settings = settingsToPlan(inspection, { contract, cwd, usual: names });
  if (settings.reference) throw new Error('init made settings of the reference service');
  if (orders.form === null) io.rendered(`\n${checkText(checks, io)}\n`);
  else io.err(`\n${checkText(checks, { colour: false, columns: io.columns })}\n`);
  const tell = orders.form === null ? io.out : io.err;
  tell(`${planText({ contract, settings, sources: inspection.sources, columns: io.columns })}\n`);
  const reached = standingOf(checks) === 'well';
  const known = hasToken({ known: inspection });
  const isPrinted = orders.form !== null;
  tell(nextSteps({ reached, hasToken: known, envFile, isPrinted, environment, columns: io.columns }));
  return reached ? exitCodes.conforms : exitCodes.incomplete;
}
