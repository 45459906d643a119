import type { Contract } from '../contract/contract.ts';
import {
  answerProblems,
  type Draft,
  type DraftContext,
  hasToken,
  isSettled,
  tokenKeys,
  withAnswer,
} from '../init/draft.ts';
import type { ChoiceAsked, SettingAsked } from '../model/setting.ts';
import { settingsOf } from '../settings/definitions.ts';
import type { NamedProblem } from '../settings/index.ts';
import { UsageError } from './exit.ts';
import type { Prompts } from './prompts.ts';

/** An interview in progress. */
interface Interview {
  readonly prompts: Prompts;
  readonly context: DraftContext;
}

type Asked = SettingAsked | ChoiceAsked;

async function askText(
  { prompts, context }: Interview,
  draft: Draft,
  { key, needed, message, placeholder }: SettingAsked,
): Promise<Draft> {
  const answer = await prompts.text({
    message,
    ...(placeholder === undefined ? {} : { placeholder }),
    problemsOf: async (text) =>
      needed && text === '' ? ['an answer is needed here'] : answerProblems(draft, key, text, context),
  });
  return answer === '' ? draft : withAnswer(draft, key, answer, context);
}

/** The settings that a question is about. */
function keysOf(asked: Asked): readonly string[] {
  return 'key' in asked ? [asked.key] : asked.choices.flatMap(({ next }) => next?.key ?? []);
}

async function ask(interview: Interview, draft: Draft, asked: Asked): Promise<Draft> {
  if (keysOf(asked).some((key) => isSettled(draft, key))) return draft;
  if ('key' in asked) return askText(interview, draft, asked);
  const { message, choices } = asked;
  const options = choices.map(({ label, hint, next }) => ({ value: next?.key ?? 'none', label, hint }));
  const chosen = await interview.prompts.choose(message, options);
  const next = choices.find((choice) => choice.next?.key === chosen)?.next;
  return next ? askText(interview, draft, next) : draft;
}

/** The host is taken from the base URL, and somebody has to say yes to it. */
async function askLeave({ prompts, context }: Interview, draft: Draft): Promise<Draft> {
  const { baseUrl } = draft.known.values;
  if (baseUrl === undefined || baseUrl.loopback || isSettled(draft, 'allowWritesTo')) return draft;
  if (!(await prompts.confirm(`May runs write to ${baseUrl.host}, and delete there?`, false)))
    throw new UsageError(
      `without leave to write to ${baseUrl.host} a run can send nothing. Nothing was written.`,
    );
  return withAnswer(draft, 'allowWritesTo', baseUrl.host, context);
}

async function askUnencrypted({ prompts, context }: Interview, draft: Draft): Promise<Draft> {
  const { baseUrl } = draft.known.values;
  if (baseUrl === undefined || baseUrl.loopback || baseUrl.protocol === 'https:') return draft;
  if (isSettled(draft, 'allowHttp')) return draft;
  if (!(await prompts.confirm('http: sends the token unencrypted. May it?', false)))
    throw new UsageError('give a base URL of https:. Nothing was written.');
  return withAnswer(draft, 'allowHttp', 'true', context);
}

const baseUrlAsked: SettingAsked = {
  key: 'baseUrl',
  message: 'Base URL of the service',
  placeholder: 'https://staging.example.com/api',
};

const entityAsked: SettingAsked = { key: 'entityId', message: 'Id of the entity to work on' };

const tokenAsked: ChoiceAsked = {
  message: 'Where does the access token live?',
  choices: [
    { label: 'In CONFORMANCE_ACCESS_TOKEN', hint: 'set before each run', next: null },
    {
      label: 'In a file',
      hint: 'that holds nothing else',
      next: {
        key: 'accessTokenFile',
        message: 'The file',
        needed: true,
        placeholder: '/run/secrets/access-token',
      },
    },
    {
      label: 'A command prints it',
      hint: 'of a password manager, for example',
      next: {
        key: 'accessTokenCommand',
        message: 'The command',
        needed: true,
        placeholder: 'vault read -field=token secret/staging',
      },
    },
  ],
};

function askedKeys({ operations }: Contract): readonly string[] {
  const ofOperations = operations.flatMap(({ asks = [] }) => asks).flatMap(keysOf);
  return ['baseUrl', 'allowWritesTo', 'allowHttp', 'entityId', ...ofOperations, ...tokenKeys];
}

/** Tells the problems that an interview will mend from those that have to be mended before. */
export function mendable(draft: Draft, contract: Contract): (problem: NamedProblem) => boolean {
  const open = askedKeys(contract).filter((key) => !isSettled(draft, key));
  return ({ key }) => key !== undefined && open.includes(key);
}

function settledText({ known }: Draft, key: string, contract: Contract): string {
  const { front, get } = settingsOf(contract);
  const given = known.given.get(key);
  const value = get(key).secret === true ? '' : ` = ${given?.text}`;
  const from = given?.source.kind === 'environment' ? 'the environment' : given?.source.name;
  return `${front.name(key)}${value}, from ${from}`;
}

/** Asks for what is not given yet. The token itself is never asked for. */
export async function interviewed(
  prompts: Prompts,
  first: Draft,
  context: DraftContext,
  tokenLater: boolean,
): Promise<Draft> {
  const interview: Interview = { prompts, context };
  const { contract } = context;
  prompts.tell('Nothing is written before the last answer; Ctrl-C leaves.');
  for (const key of askedKeys(contract).filter((name) => isSettled(first, name)))
    prompts.tell(settledText(first, key, contract));
  let draft = await ask(interview, first, baseUrlAsked);
  draft = await askLeave(interview, draft);
  draft = await askUnencrypted(interview, draft);
  const further = [
    entityAsked,
    ...contract.operations.flatMap(({ asks = [] }) => asks),
    ...(tokenLater || hasToken(first) ? [] : [tokenAsked]),
  ];
  for (const asked of further) draft = await ask(interview, draft, asked);
  return draft;
}
