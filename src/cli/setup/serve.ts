import { type Fault, failures, faults } from '../../../reference/faults.ts';
import {
  type Answered,
  type ReferenceOptions,
  type ReferenceService,
  startReference,
} from '../../../reference/service.ts';
import { wholeNumber } from '../../kinds/kinds.ts';
import { textKind } from '../../kinds/setting.ts';
import { known } from '../../model/known.ts';
import { nearestHint } from '../../model/nearest.ts';
import type { Kind } from '../../model/setting.ts';
import { mutationsOf } from '../../mutations/mutations.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes, portTaken, refusing, UsageError } from '../../output/exit.ts';
import { definitions } from '../../settings/definitions.ts';
import { padded, widthOf } from '../../text/layout.ts';
import { andMore } from '../../text/more.ts';
import { programName } from '../options/command-line.ts';
import { type CommandInput, command, option, port } from '../options/option.ts';

const suggestions = 3;

/** What `--fault` takes. */
const faultNames: readonly string[] = [
  ...[...faults, ...failures].map(({ name }) => name),
  ...contract.requirements.map(({ id }) => id),
];

/** The named fault that makes a requirement deviate, and as few others as possible. */
function faultFor(id: string): Fault | undefined {
  const tripping = faults.filter(({ trips }) => trips.includes(id));
  return tripping.sort((one, other) => one.trips.length - other.trips.length)[0];
}

/**
 * What the reference service does wrong.
 * @param asked names of faults and ids of requirements; an id that no edit of one response can break means the named
 *   fault that does
 * @throws UsageError for a name that is neither, with similar names
 */
function faultsAskedFor(asked: readonly string[]): Required<Pick<ReferenceOptions, 'faults' | 'edits'>> {
  const unknown = asked.filter((name) => !faultNames.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `there is no fault ${unknown.join(', ')}${nearestHint(unknown, faultNames, suggestions)}. All faults: conformance serve --fault list. The id of a requirement works too, and breaks that requirement: conformance explain lists the ids.`,
    );
  // Fields before whole responses, inner fields before outer ones: each edit then finds the JSON that it needs.
  const broken = contract.requirements.toReversed().filter(({ id }) => asked.includes(id));
  const edits = broken.flatMap((requirement) => {
    const [mutation] = mutationsOf(requirement);
    return mutation === undefined ? [] : [{ operation: requirement.operation, edit: mutation.edit }];
  });
  const named = asked.flatMap((name) => {
    const requirement = contract.requirement(name);
    if (requirement === undefined) return name;
    return mutationsOf(requirement).length === 0 ? (faultFor(name)?.name ?? []) : [];
  });
  return { faults: named, edits };
}

/** The named faults, what they do and which requirements they break, the failures, and what else can be asked for. */
function faultList(command: string): string {
  const isStated = (id: string) => contract.requirement(id)?.strength === 'stated';
  const rows = [
    ...faults.map(({ name, description, trips }) => {
      return [name, trips.some(isStated) ? 'stated' : 'shown', description, trips.join(' ')] as const;
    }),
    ...failures.map(({ name, description }) => {
      return [name, 'failure', description, 'no requirement: a run is incomplete'] as const;
    }),
  ];
  const width = Math.max(...rows.map(([name]) => widthOf(name)));
  const kindWidth = widthOf('failure');
  const indent = ' '.repeat(width + kindWidth + 4);
  return [
    ...rows.map(
      ([name, kind, description, result]) =>
        `${padded(name, width)}  ${padded(kind, kindWidth)}  ${description}\n${indent}${result}`,
    ),
    '',
    'The id of any requirement works too: the responses then deviate from that requirement, and from those that depend on it.',
    `For example: ${command} serve --fault delete.data.createdAt:format`,
    `All ids: ${command} explain`,
  ].join('\n');
}

function matching(placeholder: string, form: string, accepts: RegExp): Kind<string> {
  return textKind(placeholder, form, (given) => (accepts.test(given) ? null : `must be ${form}`));
}

const rules = wholeNumber(0, 100_000);
const rulesOrUnlimited: Kind<number | 'unlimited'> = {
  form: `${rules.form}, or unlimited`,
  placeholder: 'N',
  values: () => ['unlimited'],
  parse: (given, context) => (given === 'unlimited' ? { value: given } : rules.parse(given, context)),
};

/** In place of a fault: prints them. */
const listed = 'list';

const fault: Kind<string> = {
  ...textKind('NAME', 'the name of a fault, or the id of a requirement'),
  values: () => [listed, ...faultNames],
};

const tokenForm = matching('TOKEN', '8 visible ASCII characters or more', /^[\x21-\x7e]{8,}$/);
const idForm = matching('ID', '32 lower-case hexadecimal characters', /^[0-9a-f]{32}$/);
const pathForm = matching('PATH', 'the beginning of a path, such as /api/v1', /^(?:\/[\w.~-]+)*\/?$/);

const serveOptions = {
  port: option('command', port, 'Port to listen on; 0 takes any free one.', { default: '8080' }),
  fault: option('command', fault, 'A fault of the responses, or a requirement; list: all.', {
    several: true,
    example: 'not-json',
  }),
  seedRules: option('command', rulesOrUnlimited, 'Rules that can be deleted, or unlimited.', {
    default: '1',
    example: '3',
  }),
  token: option('command', tokenForm, 'The access token that it accepts; not a secret.', {
    example: 'a-token-for-tests',
  }),
  entityId: option('command', idForm, 'The id of its only entity.', {
    example: '0123456789abcdef0123456789abcdef',
  }),
  latency: option('command', wholeNumber(0, 600_000), 'Milliseconds before each response.', {
    default: '0',
    example: '250',
  }),
  basePath: option('command', pathForm, 'Prefix of every path.', { example: '/api/v1' }),
};

type ServeInput = CommandInput<typeof serveOptions>;

/** Further problems with a body are counted only. */
const mostProblems = 10;

function carriedOut({ method }: Answered): string {
  if (method === 'OPTIONS') return 'the document says nothing about OPTIONS';
  const operation = contract.operations.find((one) => one.method === method);
  return operation === undefined ? 'as asked' : `section ${operation.section}: ${operation.object}`;
}

/** One request, its answer, and what the document says about it. @param broken names of the faults in the answer */
export function logLines(answered: Answered, broken: readonly string[]): string {
  const { method, path, status, refusal } = answered;
  const said = refusal === null ? carriedOut(answered) : refusal.document;
  const faults =
    refusal === null && method !== 'OPTIONS' && broken.length > 0 ? `, with ${broken.join(', ')}` : '';
  const problems = refusal?.problems ?? [];
  const listed = problems.slice(0, mostProblems).map(({ pointer, message }) => `  ${pointer}: ${message}`);
  const left = problems.length - listed.length;
  const lines = [
    `${method} ${path} → ${status ?? 'no response'}${faults} (${said})`,
    ...listed,
    ...(left > 0 ? [`  ${andMore(left)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** What another process needs to send to the service, as lines of `.env`. */
function envLines({ baseUrl, token, entityId, settings }: ReferenceService): string {
  const { wording } = definitions;
  return [
    `CONFORMANCE_BASE_URL=${baseUrl}`,
    `CONFORMANCE_ACCESS_TOKEN=${token}`,
    `CONFORMANCE_ENTITY_ID=${entityId}`,
    ...Object.entries(settings).map(([key, value]) => `${wording.name(key)}=${value}`),
    '',
  ].join('\n');
}

function listen(
  { port, fault = [], token, entityId, seedRules, basePath = '', latency }: ServeInput['options'],
  onAnswer: NonNullable<ReferenceOptions['onAnswer']>,
): Promise<ReferenceService> {
  const start = async () =>
    startReference({
      ...{ port, seedRules, basePath, latencyMs: latency, onAnswer },
      ...faultsAskedFor(fault),
      ...known({ token, entityId }),
      cors: true,
    });
  return refusing(start, ({ code, message }) => (code === 'EADDRINUSE' ? portTaken(port) : message));
}

/** Serves until it is interrupted. Standard output is a `.env` file for clients, standard error a log. */
async function act({ options, invocation: { io, command = programName } }: ServeInput): Promise<ExitCode> {
  const { fault: asked = [] } = options;
  if (asked.includes(listed)) {
    io.out(`${faultList(command)}\n`);
    return exitCodes.conforms;
  }
  let active = asked;
  const service = await listen(options, (answered) => io.err(logLines(answered, active)));
  const toggle = () => {
    active = active.length > 0 ? [] : asked;
    service.setFaults(active.length > 0);
    const state = active.length > 0 ? `on: ${active.join(', ')}` : 'off: responses are as the document says';
    io.err(`Faults ${state}.\n`);
  };
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  if (asked.length > 0) process.stdin.on('data', toggle);
  io.out(envLines(service));
  const hint = asked.length === 0 ? '' : ' Enter switches the faults off and on.';
  io.err(
    `The reference service listens on ${service.baseUrl}; Ctrl-C ends it. To run against it, save the lines above as .env.${hint}\n`,
  );
  await ended;
  process.stdin.off('data', toggle).pause();
  await service.close();
  return exitCodes.conforms;
}

export const serve = command({
  options: serveOptions,
  examples: ['serve', 'serve --port 0 --fault not-json', 'serve --fault list'],
  act,
});
