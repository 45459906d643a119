import type { ContractRequirement } from '../../contract/requirements.ts';
import { subschema } from '../../contract/schemas.ts';
import { illustrate } from '../../contract/values.ts';
import { choice } from '../../kinds/kinds.ts';
import { nearestHint } from '../../model/nearest.ts';
import { identity, type Requirement, requestPlace, type Sides } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { runSettings } from '../../settings/run-settings.ts';
import { padded, widthOf } from '../../text/layout.ts';
import { programName } from '../options/command-line.ts';
import { command, option, same, sides } from '../options/option.ts';

type Listed = readonly Requirement[];

function text(listed: Listed, command: string): string {
  const width = Math.max(...listed.map(({ id }) => widthOf(id)));
  const lines = listed.map(
    ({ id, strength, section, statement }) =>
      `${padded(id, width)}  ${padded(strength, 6)}  ${padded(section, 3)}  ${statement}`,
  );
  const stated = listed.filter(({ strength }) => strength === 'stated').length;
  return `${lines.join('\n')}\n\n${listed.length} requirements: ${stated} stated, ${listed.length - stated} shown. More about one: ${command} explain ID\n`;
}

function markdown(listed: Listed): string {
  const lines = listed.map(
    ({ id, strength, section, statement }) =>
      `| \`${id}\` | ${strength} | ${section} | ${statement.replaceAll('|', '\\|')} |`,
  );
  return ['| id | strength | section | statement |', '|---|---|---|---|', ...lines, ''].join('\n');
}

const formats = {
  text,
  markdown,
  json: (listed: Listed) => `${JSON.stringify(listed.map(identity), null, 2)}\n`,
};

/** @param command the words that start the program */
export function requirementsText(
  format: keyof typeof formats,
  {
    side = 'response',
    operation,
  }: { readonly side?: Sides | undefined; readonly operation?: string | undefined } = {},
  command = programName,
): string {
  const all = contract.requirementsOn(side);
  const listed = all.filter((one) => operation === undefined || one.operation === operation);
  return formats[format](listed, command);
}

const consequences = {
  stated: 'Required by the document: a deviation fails the run.',
  shown: 'Only suggested by the document: a deviation is reported, and fails the run only under --strict.',
} as const;

/** Where the document says it: a row of one of its tables, or a sentence about the whole request or response. */
function rowWords({ section, place, operation, side }: ContractRequirement): string {
  const row = `Document: section ${section}`;
  const steps = place?.split('/').filter((step) => step !== '*') ?? [];
  const name = steps.at(-1);
  if (name === undefined) return row;
  const { method, object } = contract.operation(operation);
  if (side === 'request') {
    const fields = (place ?? '').slice(requestPlace.length).split('/');
    const named = fields.filter((step) => !['', '*'].includes(step)).join('.');
    return `${row}\n          ${named === '' ? '' : `${named}, `}in the request of the ${method}`;
  }
  const holder = ['the response envelope', `the record (${object})`][steps.length - 2] ?? steps.at(-2);
  return `${row}\n          ${name} of ${holder}, in the response to the ${method}`;
}

function excerpt({ origin, side }: ContractRequirement): string {
  if (origin === null)
    return `Schema: none, it is about the whole ${side === 'request' ? 'request' : 'response'}\n`;
  const { file, pointer } = origin;
  const { properties, items, $defs, ...own } = subschema(file, pointer);
  const json = JSON.stringify(own, null, 2);
  return `Schema: schemas/${file}#${pointer}\n${json.replaceAll(/^/gm, '  ')}\n`;
}

/** @throws UsageError for an id that does not exist */
export function explainText(id: string): string {
  const requirement = contract.requirement(id);
  if (requirement === undefined) {
    const ids = contract.requirementsOn('both').map((known) => known.id);
    throw new UsageError(
      `there is no requirement ${id}${nearestHint([id], ids, 3)}. All requirements: conformance explain`,
    );
  }
  const { statement, strength } = requirement;
  const { conforming, deviating } = illustrate(requirement, contract.requirement);
  return [
    id,
    `  ${statement}`,
    '',
    rowWords(requirement),
    consequences[strength],
    excerpt(requirement),
    `Conforms: ${conforming}`,
    ...deviating.map((text) => `Deviates: ${text}`),
    '',
  ].join('\n');
}

/** What the suite asks: every requirement in a line, or all about one. */
export const explain = command({
  options: {
    format: option(
      'output',
      choice(['text', 'json', 'markdown']),
      'How the list is written; text without it.',
      { example: 'json' },
    ),
    operation: same(runSettings.operation),
    side: option('checks', sides, 'Requirements on these; response without it.', { example: 'both' }),
  },
  firstWords: contract.requirements.map(({ id }) => id),
  examples: ['explain', 'explain delete.data.createdAt:format', 'explain --operation put --format json'],
  async act({ words: [id], options, invocation: { io, command = programName } }) {
    const [narrowed] = Object.keys(options);
    if (id !== undefined && narrowed !== undefined)
      throw new UsageError(
        `--${narrowed} is about the list, and ${id} is one requirement. Keep one of them.`,
      );
    const { format = 'text', ...scope } = options;
    io.out(id === undefined ? requirementsText(format, scope, command) : explainText(id));
  },
});
