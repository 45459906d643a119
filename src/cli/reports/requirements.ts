import { type Contract, requirementsOn } from '../../contract/contract.ts';
import { identity, type Requirement } from '../../model/requirement.ts';
import { UsageError } from '../../output/exit.ts';
import { padded, widthOf } from '../../text/layout.ts';
import { sideOf } from '../options/flag-values.ts';

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
  const cell = (value: string) => value.replaceAll('|', '\\|');
  const lines = listed.map(
    ({ id, strength, section, statement }) => `| \`${id}\` | ${strength} | ${section} | ${cell(statement)} |`,
  );
  return ['| id | strength | section | statement |', '|---|---|---|---|', ...lines, ''].join('\n');
}

const formats: Readonly<Record<string, (listed: Listed, command: string) => string>> = {
  text,
  markdown,
  json: (listed) => `${JSON.stringify(listed.map(identity), null, 2)}\n`,
};

/** What is listed. */
export interface RequirementsOptions {
  readonly format: string;
  /** Default: response. */
  readonly side?: string;
  readonly operation?: string;
  /** The words that start the program; `conformance` without it. */
  readonly command?: string;
}

/** @throws UsageError for a format, a side or an operation that does not exist */
export function requirementsText(contract: Contract, options: RequirementsOptions): string {
  const { format, operation, command = 'conformance' } = options;
  const { operations } = contract;
  const render = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (render === undefined)
    throw new UsageError(
      `--format ${format} is not known. Expected text, json or markdown, for example --format json.`,
    );
  const names = operations.map(({ name }) => name);
  const listed = requirementsOn(contract, sideOf(options.side ?? 'response')).filter(
    (requirement) => operation === undefined || requirement.operation === operation,
  );
  if (listed.length === 0)
    throw new UsageError(
      `--operation ${operation} is not known. Expected ${names.join(' or ')}, for example --operation ${names[0]}.`,
    );
  return render(listed, command);
}
