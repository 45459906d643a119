import { answerProblems, type Draft, hasToken, isSettled, withAnswer } from '../../init/draft.ts';
import { known } from '../../model/known.ts';
import type { ChoiceAsked, SettingAsked } from '../../model/setting.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { definitions } from '../../settings/definitions.ts';
import { type NamedProblem, tokenKeys } from '../../settings/index.ts';
import type { Prompts } from './prompts.ts';

const { wording, get } = definitions;

type InterviewStep = SettingAsked | ChoiceAsked;

/** The settings that a question is about. */
function keysOf(asked: InterviewStep): readonly string[] {
  return 'key' in asked ? [asked.key] : asked.choices.flatMap(({ key }) => key ?? []);
}

/** Asks for what is not given yet, until it is valid; an empty answer leaves the draft as it is, where none is needed. */
async function ask(prompts: Prompts, draft: Draft, asked: InterviewStep, isNeeded = false): Promise<Draft> {
  if (keysOf(asked).some((key) => isSettled(draft, key))) return draft;
  if (!('key' in asked)) {
    const options = asked.choices.map(({ label, hint, key = 'none' }) => ({ value: key, label, hint }));
    const chosen = await prompts.choose(asked.message, options);
    const { key, message = '', ...rest } = asked.choices.find((choice) => choice.key === chosen) ?? {};
    return key === undefined ? draft : ask(prompts, draft, { key, message, ...rest }, true);
  }
  const { key, message, placeholder } = asked;
  const problemsOf = async (text: string) => {
    if (isNeeded && text === '') return ['a value is required'];
    const problems = await answerProblems(draft, key, text);
    return problems.map((problem) => `${wording.name(key)} ${problem.message}`);
  };
  const answer = await prompts.text({ message, ...known({ placeholder }), problemsOf });
  return answer === '' ? draft : withAnswer(draft, key, answer);
}

/** Somebody has to allow what is written to the host of the base URL, and a token that is sent unencrypted. */
async function askPermissions(prompts: Prompts, draft: Draft): Promise<Draft> {
  const { baseUrl } = draft.inspection.values;
  if (baseUrl === undefined || baseUrl.loopback) return draft;
  const { host, protocol } = baseUrl;
  let allowed = draft;
  if (!isSettled(draft, 'allowWritesTo')) {
    if (!(await prompts.confirm(`May runs write to ${host}, and delete there?`, false)))
      throw new UsageError(
        `without permission to write to ${host} a run can send nothing. Nothing was written.`,
      );
    allowed = await withAnswer(allowed, 'allowWritesTo', host);
  }
  if (protocol === 'https:' || isSettled(draft, 'allowHttp')) return allowed;
  if (!(await prompts.confirm('http: sends the token unencrypted. Allow it?', false)))
    throw new UsageError('enter a base URL with https:. Nothing was written.');
  return withAnswer(allowed, 'allowHttp', 'true');
}

const baseUrlAsked: SettingAsked = {
  key: 'baseUrl',
  message: 'Base URL of the service',
  placeholder: 'https://staging.example.com/api',
};

const entityAsked: SettingAsked = { key: 'entityId', message: 'Id of the entity to work on' };

const tokenAsked = (envFile: string): ChoiceAsked => ({
  message: 'Where is the access token stored?',
  choices: [
    { label: `In ${envFile}`, hint: 'you add it there afterwards' },
    {
      ...{ label: 'In a file', hint: 'that holds nothing else' },
      ...{ key: 'accessTokenFile', message: 'The file', placeholder: '/run/secrets/access-token' },
    },
    {
      ...{ label: 'A command prints it', hint: 'of a password manager, for example' },
      ...{ key: 'accessTokenCommand', message: 'The command' },
      placeholder: 'vault read -field=token secret/staging',
    },
  ],
});

const ofOperations = contract.operations.flatMap(({ asks = [] }) => asks);

const askedKeys: readonly string[] = [
  ...['baseUrl', 'allowWritesTo', 'allowHttp', 'entityId'],
  ...ofOperations.flatMap(keysOf),
  ...tokenKeys,
];

/** Whether an interview will fix a problem; every other one has to be fixed first. */
export function isFixedByAnswer(draft: Draft): (problem: NamedProblem) => boolean {
  const open = askedKeys.filter((key) => !isSettled(draft, key));
  return ({ key }) => key !== undefined && open.includes(key);
}

function settledText({ inspection }: Draft, key: string): string {
  const given = inspection.given.get(key);
  const value = get(key).secret === true ? '' : ` = ${given?.text}`;
  const from = given?.source.kind === 'environment' ? 'the environment' : given?.source.name;
  return `${wording.name(key)}${value}, from ${from}`;
}

/** Asks for what is not given yet. The token itself is never asked for. */
export async function interviewed(prompts: Prompts, first: Draft, envFile: string): Promise<Draft> {
  prompts.tell('Nothing is written before the last prompt; Ctrl-C cancels.');
  for (const key of askedKeys.filter((name) => isSettled(first, name))) prompts.tell(settledText(first, key));
  let draft = await ask(prompts, first, baseUrlAsked);
  draft = await askPermissions(prompts, draft);
  const further = [
    entityAsked,
    ...ofOperations,
    ...(hasToken(first.inspection) ? [] : [tokenAsked(envFile)]),
  ];
  for (const asked of further) draft = await ask(prompts, draft, asked);
  return draft;
}
