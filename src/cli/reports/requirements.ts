import { type Contract, requirementsOn } from '../../contract/contract.ts';
import { identity, type Requirement, type Sides } from '../../model/requirement.ts';
import { padded, widthOf } from '../../text/layout.ts';

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

const formats = {
  text,
  markdown,
  json: (listed: Listed) => `${JSON.stringify(listed.map(identity), null, 2)}\n`,
};

/** @param command the words that start the program */
export function requirementsText(
  contract: Contract,
  format: keyof typeof formats,
  { side = 'response', operation }: { readonly side?: Sides; readonly operation?: string | undefined } = {},
  command = 'conformance',
): string {
  const all = requirementsOn(contract, side);
  const listed = all.filter((one) => operation === undefined || one.operation === operation);
  return formats[format](listed, command);
}
