import { definitions, type Key } from '../config/definitions.ts';
import { label, type ParseContext, type Problem, type Setting } from '../config/setting.ts';
import {
  answerProblems,
  type Draft,
  hasToken,
  isSettled,
  tokenKeys,
  withAnswer,
  withoutAnswers,
} from '../setup/draft.ts';
import { UsageError } from './exit.ts';
import type { Prompts } from './prompts.ts';

/** An interview in progress. */
interface Interview {
  readonly prompts: Prompts;
  readonly context: ParseContext;
}

interface Wording {
  readonly message: string;
  /** Nothing is no answer, though the setting itself may be left out. */
  readonly needed?: boolean;
  readonly placeholder?: string;
}

function isSecret(key: Key): boolean {
  return (definitions[key] as Setting<unknown>).secret === true;
}

async function askText(
  { prompts, context }: Interview,
  draft: Draft,
  key: Key,
  { needed = false, ...wording }: Wording,
): Promise<Draft> {
  const before = draft.known.given.get(key);
  const answer = await prompts.text({
    ...wording,
    // A command may hold a secret, and would stand on the screen.
    initial: before?.source.kind === 'file' && !isSecret(key) ? before.text : undefined,
    problemsOf: async (text) =>
      needed && text === '' ? ['an answer is needed here'] : answerProblems(draft, key, text, context),
  });
  return answer === '' ? withoutAnswers(draft, [key]) : withAnswer(draft, key, answer, context);
}

function unlessSettled(
  interview: Interview,
  draft: Draft,
  key: Key,
  wording: Wording,
): Promise<Draft> | Draft {
  return isSettled(draft, key) ? draft : askText(interview, draft, key, wording);
}

/** The host is taken from the base URL, and somebody has to say yes to it. */
async function askLeave({ prompts, context }: Interview, draft: Draft): Promise<Draft> {
  const { baseUrl, allowWritesTo } = draft.known.values;
  if (baseUrl === undefined || baseUrl.loopback || isSettled(draft, 'allowWritesTo')) return draft;
  const isNamed = allowWritesTo?.includes(baseUrl.host) === true;
  if (!(await prompts.confirm(`May runs write to ${baseUrl.host}, and delete there?`, isNamed)))
    throw new UsageError(
      `without leave to write to ${baseUrl.host} a run can send nothing. Nothing was written.`,
    );
  return isNamed ? draft : withAnswer(draft, 'allowWritesTo', baseUrl.host, context);
}

async function askUnencrypted({ prompts, context }: Interview, draft: Draft): Promise<Draft> {
  const { baseUrl, allowHttp } = draft.known.values;
  if (baseUrl === undefined || baseUrl.loopback || baseUrl.protocol === 'https:') return draft;
  if (isSettled(draft, 'allowHttp') || allowHttp === true) return draft;
  if (!(await prompts.confirm('http: sends the token unencrypted. May it?', false)))
    throw new UsageError('give a base URL of https:. Nothing was written.');
  return withAnswer(draft, 'allowHttp', 'true', context);
}

async function askRule(interview: Interview, draft: Draft): Promise<Draft> {
  if (isSettled(draft, 'automationRuleIds') || isSettled(draft, 'ruleCommand')) return draft;
  const hasCommand = draft.known.given.has('ruleCommand');
  const kept = [{ value: 'kept', label: 'One that the command makes which is named now' }] as const;
  const choice = await interview.prompts.choose(
    'Which automation rule may a run delete?',
    [
      ...(hasCommand ? kept : []),
      { value: 'ids', label: 'One that I name', hint: 'it will be gone afterwards' },
      { value: 'command', label: 'One that a command makes', hint: 'it prints the id' },
      { value: 'none', label: 'None yet', hint: 'the DELETE is left out' },
    ],
    hasCommand ? 'kept' : 'ids',
  );
  if (choice === 'kept') return draft;
  if (choice === 'none') return withoutAnswers(draft, ['automationRuleIds', 'ruleCommand']);
  if (choice === 'ids')
    return askText(interview, withoutAnswers(draft, ['ruleCommand']), 'automationRuleIds', {
      message: 'Its id; several with commas between. THESE WILL BE DELETED',
      needed: true,
    });
  return askText(interview, withoutAnswers(draft, ['automationRuleIds']), 'ruleCommand', {
    message: 'The command that makes a rule and prints its id',
    needed: true,
    placeholder: './create-rule.sh',
  });
}

async function askToken(interview: Interview, draft: Draft): Promise<Draft> {
  if (tokenKeys.some((key) => isSettled(draft, key))) return draft;
  const kept = [{ value: 'kept', label: 'Where it is now', hint: 'in the .env file' }] as const;
  const choice = await interview.prompts.choose('Where does the access token live?', [
    ...(hasToken(draft) ? kept : []),
    { value: 'later', label: 'In CONFORMANCE_ACCESS_TOKEN', hint: 'set before each run' },
    { value: 'file', label: 'In a file', hint: 'that holds nothing else' },
    { value: 'command', label: 'A command prints it', hint: 'of a password manager, for example' },
  ]);
  if (choice === 'kept') return draft;
  const cleared = withoutAnswers(draft, tokenKeys);
  if (choice === 'later') return cleared;
  return choice === 'file'
    ? askText(interview, cleared, 'accessTokenFile', {
        message: 'The file',
        needed: true,
        placeholder: '/run/secrets/access-token',
      })
    : askText(interview, cleared, 'accessTokenCommand', {
        message: 'The command',
        needed: true,
        placeholder: 'vault read -field=token secret/staging',
      });
}

const asked: readonly Key[] = [
  'baseUrl',
  'allowWritesTo',
  'allowHttp',
  'entityId',
  'businessDataTypeId',
  'automationRuleIds',
  'ruleCommand',
  ...tokenKeys,
];

/** Tells the problems that an interview will mend from those that have to be mended before. */
export function mendable(draft: Draft, somebodyIsThere: boolean): (problem: Problem) => boolean {
  const open = asked.filter((key) => somebodyIsThere && !isSettled(draft, key));
  const labels = open.flatMap((key) => [label(definitions[key]), definitions[key].env]);
  return ({ setting }) => labels.includes(setting);
}

function settledText({ known }: Draft, key: Key): string {
  const given = known.given.get(key);
  const value = isSecret(key) ? '' : ` = ${given?.text}`;
  return `${definitions[key].env}${value}, from ${given?.source.kind === 'flag' ? given.source.name : 'the environment'}`;
}

/** Asks for what neither flags nor the environment give. The token itself is never asked for. */
export async function interviewed(
  prompts: Prompts,
  first: Draft,
  context: ParseContext,
  tokenLater: boolean,
): Promise<Draft> {
  const interview: Interview = { prompts, context };
  prompts.tell('Nothing is written before the last answer; Ctrl-C leaves.');
  for (const key of asked.filter((name) => isSettled(first, name))) prompts.tell(settledText(first, key));
  let draft = await unlessSettled(interview, first, 'baseUrl', {
    message: 'Base URL of the service',
    placeholder: 'https://staging.example.com/api',
  });
  draft = await askLeave(interview, draft);
  draft = await askUnencrypted(interview, draft);
  draft = await unlessSettled(interview, draft, 'entityId', { message: 'Id of the entity to work on' });
  draft = await unlessSettled(interview, draft, 'businessDataTypeId', {
    message: 'Id of a business data type',
  });
  draft = await askRule(interview, draft);
  return tokenLater ? withoutAnswers(draft, tokenKeys) : askToken(interview, draft);
}
