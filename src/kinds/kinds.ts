import { identifierListProblems, identifierProblem, slipProblem } from '../contract/identifiers.ts';
import type { Kind } from '../model/setting.ts';
import { listKind, quoted, refused, textKind } from './setting.ts';

function lineProblem(given: string): string | null {
  if (/^(["'`]).*\1$/.test(given)) return 'has quotation marks around it';
  const isSlip = /\p{Cc}/u.test(given) || given.trim() !== given;
  return isSlip ? 'holds a control character, or white space around it' : null;
}

/** Text on one line: a line break or a space at its end is a slip of whoever set it. */
export function line(placeholder: string, form: string): Kind<string> {
  return textKind(placeholder, form, lineProblem);
}

/** Characters of the name of a build. */
const longestLabel = 200;

/** The name of a build, as people read it in reports. */
export const label = textKind('TEXT', `text on one line, ${longestLabel} characters at most`, (given) =>
  given.length > longestLabel || given === ''
    ? `must be text of 1 to ${longestLabel} characters`
    : lineProblem(given),
);

/** The path of a file or a folder that is opened later. */
export function path(names: 'file' | 'folder', form: string): Kind<string> {
  return { ...line(names.toUpperCase(), form), path: names };
}

export const commandLine = textKind('COMMAND', 'a command line for the shell', (given) =>
  given.trim() === '' ? 'holds white space only' : null,
);

export const toggle: Kind<boolean> = {
  form: 'true or false',
  placeholder: null,
  parse: (given) =>
    given === 'true' || given === 'false'
      ? { value: given === 'true' }
      : refused(`must be true or false, not ${quoted(given)}`),
};

/** @param min, max inclusive */
export function wholeNumber(min: number, max: number): Kind<number> {
  const form = `an integer from ${min} to ${max}`;
  return {
    form,
    placeholder: 'N',
    parse: (given) => {
      const value = /^[0-9]{1,9}$/.test(given) ? Number(given) : Number.NaN;
      return value >= min && value <= max ? { value } : refused(`must be ${form}, not ${quoted(given)}`);
    },
  };
}

export function choice<const Value extends string>(values: readonly Value[]): Kind<Value> {
  const form =
    values.length < 3 ? values.join(' or ') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return {
    form,
    placeholder: values.join('|'),
    choices: values,
    parse: (given) => {
      const value = values.find((candidate) => candidate === given);
      return value === undefined ? refused(`must be ${form}, not ${quoted(given)}`) : { value };
    },
  };
}

export const identifier = textKind('ID', 'an identifier that is one segment of a path', identifierProblem);

/** Of a body, where an identifier may hold what a path may not. */
export const bodyIdentifier = textKind('ID', 'an identifier', (id) => slipProblem(id) ?? lineProblem(id));

export const identifiers = listKind('ID[,ID]', 'identifiers', (given) =>
  identifierListProblems(given).map((problem) => `is refused: ${problem}`),
);

/** @param known the formats that there are; those of a run without it */
export function formats(known?: readonly string[]): Kind<readonly string[]> {
  const kind = listKind('NAME[,NAME]', 'formats of report', (given, { reporters: all }) =>
    given.flatMap((name, index) => {
      const formats = known ?? all;
      if (!formats.includes(name)) return `contains ${quoted(name)}; the formats are ${formats.join(', ')}`;
      return given.indexOf(name) === index ? [] : `contains ${name} twice`;
    }),
  );
  return { ...kind, values: ({ reporters }) => known ?? reporters };
}
