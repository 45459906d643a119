import { identifierListProblems, identifierProblem } from '../contract/identifiers.ts';
import type { Kind } from '../model/setting.ts';
import { quoted, refused, unless } from './setting.ts';

/** Text on one line: a line break or a space at its end is a slip of whoever set it. */
export function line(placeholder: string, form: string): Kind<string> {
  const parse: Kind<string>['parse'] = (given) =>
    /\p{Cc}/u.test(given) || given.trim() !== given
      ? refused('holds a control character, or white space around it')
      : { value: given };
  return { form, placeholder, parse };
}

/** Characters of the name of a build. */
const longestLabel = 200;

/** The name of a build, as people read it in reports. */
export const label: Kind<string> = {
  form: `text on one line, ${longestLabel} characters at most`,
  placeholder: 'TEXT',
  parse: (given, context) =>
    given.length > longestLabel || given === ''
      ? refused(`must be text of 1 to ${longestLabel} characters`)
      : line('TEXT', '').parse(given, context),
};

/** The path of a file or a folder that is opened later. */
export function path(names: 'file' | 'folder', form: string): Kind<string> {
  return { ...line(names.toUpperCase(), form), path: names };
}

export const commandLine: Kind<string> = {
  form: 'a command line for the shell',
  placeholder: 'COMMAND',
  parse: (given) => (given.trim() === '' ? refused('holds white space only') : { value: given }),
};

/** Who may give a command, for the description of every setting that is one. */
export const commandSources =
  'Honoured only from the environment or a file named by --env-file, never from a .env that was only found in the folder.';

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
    range: [min, max],
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

/** The items of a comma-separated list, without the spaces around them. */
export function items(given: string): readonly string[] {
  return given.split(',').map((item) => item.trim());
}

export const identifier: Kind<string> = {
  form: 'an identifier that is one segment of a path',
  placeholder: 'ID',
  parse: (given) => {
    const problem = identifierProblem(given);
    return problem === null ? { value: given } : refused(`${problem}, so it cannot be one segment of a path`);
  },
};

export const identifiers: Kind<readonly string[]> = {
  form: 'one or more identifiers, comma-separated',
  placeholder: 'ID[,ID]',
  list: true,
  parse: (given) => {
    const value = items(given);
    const problems = identifierListProblems(value);
    return unless(
      problems.map((problem) => `is refused: ${problem}`),
      value,
    );
  },
};

/** @param known the formats that there are; those of a run without it */
export function formats(known?: readonly string[]): Kind<readonly string[]> {
  return {
    form: 'one or more formats of report, comma-separated',
    placeholder: 'NAME[,NAME]',
    list: true,
    values: ({ reporters }) => known ?? reporters,
    parse: (given, { reporters }) => {
      const value = items(given);
      const all = known ?? reporters;
      const problems = value.flatMap((name, index) => {
        if (!all.includes(name)) return `names ${quoted(name)}; the formats are ${all.join(', ')}`;
        return value.indexOf(name) === index ? [] : `names ${name} twice`;
      });
      return unless(problems, value);
    },
  };
}
