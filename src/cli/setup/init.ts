import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { relative, resolve } from 'node:path';
import { reporterNames } from '../../../reporters/index.ts';
import { sentChecks } from '../../doctor/sent-values.ts';
import { kindOf } from '../../files/look.ts';
import { createFile, ownerOnly } from '../../files/write.ts';
import { answerProblems, type Draft, hasToken, type Inspect, wanted, withAnswer } from '../../init/draft.ts';
import { envLines, envText } from '../../init/env-text.ts';
import { path, toggle } from '../../kinds/kinds.ts';
import { flagLine } from '../../kinds/setting.ts';
import { standingOf } from '../../model/check.ts';
import { known } from '../../model/known.ts';
import { exitCodes, refusing, UsageError } from '../../output/exit.ts';
import { problemsError } from '../../output/settings.ts';
import { definitions, ownPrefix } from '../../settings/definitions.ts';
import {
  type ConfigInput,
  type Inspection,
  inspectSettings,
  type NamedProblem,
  settingsToPlan,
  tokenKeys,
} from '../../settings/index.ts';
import { shellWord } from '../../text/escape.ts';
import { wrap } from '../../text/layout.ts';
import { programName } from '../options/command-line.ts';
import { command, option } from '../options/option.ts';
import { planText } from '../run/plan-text.ts';
import { checkText } from './check-text.ts';
import { connectionFound, type DoctorInput } from './doctor.ts';
import { interviewed, isFixedByAnswer } from './interview.ts';
import type { Prompts } from './prompts.ts';

/** What `init` works on: a file that is to be written, or one that is there, which no command edits. */
interface WorkedFile {
  /** As it was named. */
  readonly name: string;
  readonly path: string;
  readonly isThere: boolean;
}

/** @throws UsageError for what is there and is no regular file */
function envFileAt(cwd: string, name: string): WorkedFile {
  const path = resolve(cwd, name);
  const kind = kindOf(path);
  if (kind === null || kind === 'file') return { name, path, isThere: kind !== null };
  throw new UsageError(
    `${path} is not a regular file; nothing was written. Choose another file, for example -e staging.env.`,
  );
}

/** Reads all settings, those of the file too where it is there. */
function inspectWith(
  input: DoctorInput,
  { name, isThere }: WorkedFile,
  answers?: ConfigInput['answers'],
): Promise<Inspection> {
  const { flags } = input;
  return inspectSettings({
    ...input,
    ...known({ answers }),
    flags: { ...flags, envFile: isThere ? name : devNull },
    reporters: reporterNames,
  });
}

/** What `init` alone says of a missing base URL: the rules about it know neither its flags nor that it runs nothing. */
const missingBaseUrl = {
  message: 'is missing. If the service is not on this machine, also set --allow-writes-to HOST',
  example: '--base-url https://staging.example.com/api',
};

/** What was not given, by its flag: whoever runs `init` types flags. */
function byFlag(problem: NamedProblem): NamedProblem {
  const { key = '', setting } = problem;
  const definition = key === '' ? null : definitions.get(key);
  if (definition?.flag == null) return problem;
  const { flag } = definition;
  const named = { setting: setting.includes(flag) ? setting : flag, example: flagLine(definition) };
  return { ...problem, ...named, ...(key === 'baseUrl' ? missingBaseUrl : {}) };
}

/** @throws UsageError where there is a problem */
function refuse(problems: readonly NamedProblem[], { given }: Inspection): void {
  if (problems.length === 0) return;
  throw problemsError(problems.map((one) => (given.has(one.key ?? '') ? one : byFlag(one))));
}

/** A file with the token is a setting that has a flag here alone. @throws UsageError for one that cannot be used */
async function withTokenFile(draft: Draft, text: string): Promise<Draft> {
  const [key, flag] = ['accessTokenFile', '--token-file'];
  const source = { kind: 'flag', name: flag, isAnswer: true } as const;
  const problems = await answerProblems(draft, key, text, source);
  const setting = `${flag} (${definitions.wording.name(key)})`;
  const example = `${flag} ${shellWord(definitions.get(key).example)}`;
  const told = problems.map(({ message }) => ({ setting, message, example }));
  refuse(told, draft.inspection);
  return withAnswer(draft, key, text, source);
}

/** All that a run needs but the token, which may come later: from flags, the environment, the file and, where somebody is there, from answers. */
async function collected(
  input: DoctorInput,
  file: WorkedFile,
  tokenFile: string | undefined,
  prompts: Prompts | null,
): Promise<Draft> {
  const inspect: Inspect = (answers) => inspectWith(input, file, answers);
  const refuseAll = ({ inspection }: Draft, isLeft: (problem: NamedProblem) => boolean = () => false) => {
    const hasText = hasToken(inspection) && inspection.given.get('accessToken')?.text !== '';
    const isLater = ({ key }: NamedProblem) => key === 'accessToken' && !hasText;
    const found = inspection.problems.filter((problem) => !isLater(problem) && !isLeft(problem));
    refuse(found, inspection);
  };
  const first: Draft = { answers: new Map(), inspect, inspection: await inspect(new Map()) };
  refuseAll(first, prompts === null ? undefined : isFixedByAnswer(first));
  const named = tokenFile === undefined ? first : await withTokenFile(first, tokenFile);
  if (prompts === null) return named;
  const draft = await interviewed(prompts, named, file.name);
  refuseAll(draft);
  return draft;
}

/** Writes the file, or prints what one that is there lacks. Settings of the environment stay there: other programs may need them. */
function deliver(draft: Draft, { cwd, io }: DoctorInput, { path, isThere }: WorkedFile): void {
  const { given } = draft.inspection;
  const values = wanted(draft);
  const shown = relative(cwd, path);
  if (values.size === 0) {
    io.err('Nothing was written: all settings are set already.\n');
    return;
  }
  const made = envLines(values);
  if ('impossible' in made)
    throw new UsageError(
      `${path} cannot be written: ${made.impossible.join(', ')} holds a line break or all three kinds of quotes, which no .env file can express. Nothing was written.`,
    );
  const { lines } = made;
  if (isThere)
    io.out(
      `${shown} exists, and init edits no file. Add these lines to it, or replace them:\n\n${lines.join('\n')}\n`,
    );
  else {
    refusing(
      () => createFile(path, envText(lines), ownerOnly),
      ({ code, message }) => `${path} cannot be written (${code ?? message}). Choose another folder.`,
    );
    const names = [...values.keys()].map((name) => `  ${name}\n`);
    io.err(`Created ${shown} (only you can read it), with these settings:\n${names.join('')}`);
  }
  const kept = [...given.values()].flatMap(({ source: { kind, name } }) =>
    kind === 'environment' && name.startsWith(ownPrefix) && !values.has(name) ? [name] : [],
  );
  if (kept.length > 0) io.err(`Not written, because already set in the environment: ${kept.join(', ')}\n`);
  const secret = [shown, given.get('accessTokenFile')?.text ?? []].flat();
  const { text: out = 'conformance-report' } = given.get('out') ?? {};
  io.err(`In a git repository, list in .gitignore: ${[...secret, out].join(', ')}\n`);
}

/** What a run needs to find the file: one that was not named is read only where nothing else gives the token. */
function wordsFor({ name, path }: WorkedFile, { given }: Inspection): readonly string[] {
  const isElsewhere = tokenKeys.some((key) => given.get(key)?.source.kind === 'environment');
  return !existsSync(path) || (name === '.env' && !isElsewhere) ? [] : ['--env-file', name];
}

/** What to do now, as commands to copy. @param words with which a run finds the file `name` */
function nextSteps(
  { command = programName, io }: DoctorInput,
  name: string,
  words: readonly string[],
  inspection: Inspection,
  isReached: boolean,
): string {
  const done = isReached
    ? 'No request was sent to the service.'
    : 'The connection to the service failed: fix the lines marked →.';
  const token = `Add the line ${definitions.wording.name('accessToken')}=… with the token to ${name}.`;
  const head = [done, ...(hasToken(inspection) ? [] : [token]), 'Next:'].join(' ');
  const flag = words.map((word) => ` ${shellWord(word)}`).join('');
  const doctor = isReached ? [] : [`  ${command} doctor${flag}`];
  return `${[...wrap(head, io.columns), '', ...doctor, `  ${command} run${flag}`].join('\n')}\n`;
}

const tokenFile = path('file', 'a file that holds the token');

/**
 * Asks, or takes from flags, what a run needs; writes it; checks the connection to the service without a request;
 * shows the plan, and says what comes next. The code is 0, or 3 when the settings are in place and the service cannot be
 * reached.
 */
export const init = command({
  options: {
    tokenFile: option('credentials', tokenFile, 'A file that holds the access token.', {
      example: '/run/secrets/access-token',
    }),
    yes: option('command', toggle, 'Ask no questions.'),
  },
  settings: ({ scope }) => scope !== 'run',
  examples: [
    'init',
    'init -e staging.env --base-url https://staging.example.com/api',
    'init --yes --base-url http://127.0.0.1:8080 --token-file token',
  ],
  async act({ options, flags, invocation }) {
    const { cwd, io } = invocation;
    const input = { ...invocation, cwd, flags };
    const file = envFileAt(cwd, String(flags['envFile'] ?? '.env'));
    const isAsked = io.interactive === true && options.yes !== true;
    const prompts = isAsked ? (await import('./prompts.ts')).terminalPrompts() : null;
    const draft = await collected(input, file, options.tokenFile, prompts);
    deliver(draft, input, file);
    const words = wordsFor(file, draft.inspection);
    // What was written is read again, as a run reads it.
    const found = {
      ...input,
      flags: words.length === 0 ? {} : { envFile: file.name },
      reporters: reporterNames,
    };
    const inspection = file.isThere ? draft.inspection : await inspectSettings(found);
    const checks = [...sentChecks(inspection), ...(await connectionFound(inspection))];
    const settings = settingsToPlan(inspection, { cwd, usual: reporterNames });
    if (settings.reference) throw new Error('init made settings of the reference service');
    io.rendered(`\n${checkText(checks, io)}\n`);
    io.out(`${planText({ settings, sources: inspection.sources, columns: io.columns })}\n`);
    const isReached = standingOf(checks) === 'well';
    io.out(nextSteps(input, file.name, words, inspection, isReached));
    return isReached ? exitCodes.conforms : exitCodes.incomplete;
  },
});
