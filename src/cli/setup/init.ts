import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { relative, resolve } from 'node:path';
import { reporterNames } from '../../../reporters/index.ts';
import { sentChecks } from '../../doctor/sent-values.ts';
import { type CiForm, ciForms, variablesOf } from '../../init/ci-settings.ts';
import { answerProblems, type Draft, hasToken, type Inspect, wanted, withAnswer } from '../../init/draft.ts';
import { standingOf } from '../../model/check.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { ownPrefix, settingsOf } from '../../settings/definitions.ts';
import {
  type ConfigInput,
  type Inspection,
  inspectSettings,
  type NamedProblem,
  settingsToPlan,
} from '../../settings/index.ts';
import { shellWord } from '../../text/escape.ts';
import { wrap } from '../../text/layout.ts';
import { namingFile, programName } from '../options/command-line.ts';
import { planText } from '../run/plan-text.ts';
import { checkText } from './check-text.ts';
import { connectionFound, type DoctorInput } from './doctor.ts';
import { type Ignoring, refuseExisting, writeEnv } from './env-target.ts';
import { type InitOptions, isMissingToken, type Orders, ordersOf, refuse } from './init-orders.ts';
import { interviewed, isFixedByAnswer, withAuthority } from './interview.ts';
import type { Prompts } from './prompts.ts';

const definitions = settingsOf(contract);

/** Reads all settings. A file that is to be written and not there yet is read as an empty one. */
function inspectWith(
  input: DoctorInput,
  more: Pick<ConfigInput, 'answers' | 'tokenToCome'>,
): Promise<Inspection> {
  const { flags, cwd, command, args = ['init'] } = input;
  const { envFile } = flags;
  const isNew = typeof envFile === 'string' && !existsSync(resolve(cwd, envFile));
  return inspectSettings({
    ...input,
    ...more,
    flags: { ...flags, ...(isNew ? { envFile: devNull } : {}) },
    contract,
    reporters: reporterNames,
    naming: namingFile(command, ...args),
  });
}

/** What a flag of `init` alone gives: a path or a command, and never a secret. */
async function withOwn(draft: Draft, { flag, key, text }: Orders['own'][number]): Promise<Draft> {
  const source = { kind: 'flag', name: flag, isAnswer: true } as const;
  const problems = await answerProblems(draft, key, text, source);
  const setting = `${flag} (${definitions.wording.name(key)})`;
  const example = `${flag} ${definitions.get(key).example}`;
  const told = problems.map(({ message }) => ({ setting, message, example }));
  refuse(told, draft.inspection);
  return withAnswer(draft, key, text, source);
}

/** All that a run needs, from flags, the environment, the file and, where somebody is there, from answers. */
async function collected(input: DoctorInput, orders: Orders, prompts: Prompts | null): Promise<Draft> {
  const inspect: Inspect = (answers) => inspectWith(input, { answers });
  const { own, tokenLater } = orders;
  const answers = new Map();
  const first: Draft = { answers, inspect, inspection: await inspect(answers) };
  const isAsked = prompts === null ? () => false : isFixedByAnswer(first);
  const isMissing = isMissingToken(first.inspection);
  const isTokenToCome = tokenLater || own.some(({ key }) => definitions.get(key).group === 'token');
  const comesLater = (problem: NamedProblem) => isTokenToCome && isMissing(problem);
  const { problems } = first.inspection;
  const open = problems.filter((problem) => !isAsked(problem) && !comesLater(problem));
  refuse(open, first.inspection);
  let named = first;
  for (const one of own) named = await withOwn(named, one);
  const draft = prompts === null ? named : await interviewed(prompts, named, orders);
  const inspection = await inspectWith(input, { answers: draft.answers, tokenToCome: true });
  const isLater = prompts !== null || tokenLater ? isMissingToken(inspection) : () => false;
  const left = inspection.problems.filter((problem) => !isLater(problem));
  refuse(left, inspection);
  return prompts === null ? draft : withAuthority(prompts, draft);
}

/** What belongs to no repository: the file of the token, and the folders of reports. */
function unshared({ given }: Inspection, cwd: string): readonly string[] {
  const pathOf = (key: string, end: string) =>
    [given.get(key)?.text ?? ''].filter(Boolean).map((text) => `${resolve(cwd, text)}${end}`);
  return [...pathOf('accessTokenFile', ''), ...pathOf('out', '/'), ...pathOf('history', '/')];
}

/** What was written, and what the environment gives: that stays there, as it may be meant for other programs too. */
function tellWritten(
  { inspection: { given } }: Draft,
  { cwd, io }: DoctorInput,
  { gitignore, ignored }: Pick<Ignoring, 'gitignore' | 'ignored'>,
  what: string,
  names: readonly string[] = [],
): void {
  const kept = [...given.values()].flatMap(({ source: { kind, name } }) =>
    kind === 'environment' && name.startsWith(ownPrefix) && !names.includes(name) ? [name] : [],
  );
  const lines = [
    what,
    ...names.map((name) => `  ${name}`),
    ...ignored.map((line) => `Added the line ${line} to ${relative(cwd, gitignore)}`),
    ...(kept.length === 0 ? [] : [`Not written, because already set in the environment: ${kept.join(', ')}`]),
  ];
  io.err(lines.map((line) => `${line}\n`).join(''));
}

function write(draft: Draft, input: DoctorInput, { envFile }: Orders): void {
  const { cwd, io } = input;
  const values = wanted(draft, contract);
  if (values.size === 0) {
    io.err('Nothing was written: all settings are set already.\n');
    return;
  }
  const made = writeEnv(cwd, envFile, values, unshared(draft.inspection, cwd));
  const what = `Created ${relative(cwd, made.path)} (only you can read it), with these settings:`;
  tellWritten(draft, input, made, what, [...values.keys()]);
}

async function place(prompts: Prompts | null, { form, envFile }: Orders): Promise<CiForm | null> {
  if (prompts === null || form !== null) return form;
  const choice = await prompts.choose('Where should the settings be written?', [
    { value: 'file', label: `To ${envFile}`, hint: 'only you can read it' },
    { value: 'github', label: 'To the screen, for GitHub Actions' },
    { value: 'gitlab', label: 'To the screen, for GitLab CI' },
    { value: 'shell', label: 'To the screen, for a shell' },
  ]);
  return choice === 'file' ? null : choice;
}

/** What `init` has written, as a run reads it, with the flags that it needs to read it. */
interface Delivered {
  readonly inspection: Inspection;
  readonly words: readonly string[];
}

/** Reads the file again as a run will. A run needs its name where it is not `.env` or decides too much. */
async function readBack(input: DoctorInput, envFile: string): Promise<Delivered> {
  const read = (flags: DoctorInput['flags']) =>
    inspectSettings({ ...input, contract, flags, reporters: reporterNames, tokenToCome: true });
  const found = await read({});
  const isTrusted = envFile === '.env' && found.untrusted.length === 0;
  if (isTrusted) return { inspection: found, words: [] };
  return { inspection: await read({ envFile }), words: ['--env-file', envFile] };
}

/** Writes the settings, or prints them for a CI job. */
async function delivered(draft: Draft, input: DoctorInput, orders: Orders): Promise<Delivered> {
  const { form, envFile } = orders;
  if (form === null) {
    write(draft, input, orders);
    return readBack(input, envFile);
  }
  const { inspection } = draft;
  input.io.out(`${ciForms[form](variablesOf(inspection, contract)).join('\n')}\n`);
  return { inspection, words: [] };
}

/** What to do now, as commands to copy. @param untold the variable that is to hold the token; null where it is known */
function nextSteps(
  { command = programName, io }: DoctorInput,
  words: readonly string[],
  { isReached, isPrinted }: { readonly isReached: boolean; readonly isPrinted: boolean },
  untold: string | null,
): string {
  const written = isReached
    ? 'No request was sent to the service. Next:'
    : 'The settings are written, but the connection to the service failed. Fix the lines marked →, then:';
  const failed = isReached ? '' : '; the connection from here to the service failed';
  const head = isPrinted
    ? `No request was sent to the service${failed}. Set the variables above in the job, which then runs:`
    : written;
  const flag = words.map((word) => ` ${shellWord(word)}`).join('');
  const doctor = isReached ? [] : [`  ${command} doctor${flag}`];
  // For this shell, without showing it.
  const typed = [`  read -rs ${untold}   # paste it, then Enter`, `  export ${untold}`];
  const first = isPrinted ? [] : [...doctor, ...(untold === null ? [] : typed)];
  return `${[...wrap(head, io.columns), '', ...first, `  ${command} run${flag}`].join('\n')}\n`;
}

/**
 * Asks, or takes from flags, what a run needs; writes it; checks the connection to the service without a request;
 * shows the plan, and says what comes next.
 *
 * @param open where somebody answers, unless a test puts answers in their place
 * @returns 0, or 3 when the settings are in place and the service cannot be reached
 */
export async function init(
  input: DoctorInput,
  options: InitOptions = {},
  open: () => Promise<Prompts> = async () => (await import('./prompts.ts')).terminalPrompts(),
): Promise<ExitCode> {
  const { cwd, io } = input;
  const given = ordersOf(input, options);
  if (given.form === null) refuseExisting(cwd, given.envFile);
  const prompts = io.interactive === true && !given.yes ? await open() : null;
  const draft = await collected(input, given, prompts);
  const orders = { ...given, form: await place(prompts, given) };
  const { inspection, words } = await delivered(draft, input, orders);
  const checks = [...sentChecks(inspection, contract), ...(await connectionFound(inspection))];
  const settings = settingsToPlan(inspection, { contract, cwd, usual: reporterNames });
  if (settings.reference) throw new Error('init made settings of the reference service');
  const isPrinted = orders.form !== null;
  if (isPrinted) io.err(`\n${checkText(checks, { colour: false, columns: io.columns })}\n`);
  else io.rendered(`\n${checkText(checks, io)}\n`);
  const tell = isPrinted ? io.err : io.out;
  tell(`${planText({ contract, settings, sources: inspection.sources, columns: io.columns })}\n`);
  const isReached = standingOf(checks) === 'well';
  tell(
    nextSteps(
      input,
      words,
      { isReached, isPrinted },
      hasToken(inspection) ? null : definitions.wording.name('accessToken'),
    ),
  );
  return isReached ? exitCodes.conforms : exitCodes.incomplete;
}
