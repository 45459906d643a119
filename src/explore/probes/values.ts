import { ExactNumber, sameScalar } from '../../json/decimal.ts';
import type { AddedExchange } from '../../model/reading.ts';
import { changed, valueIn } from '../edits.ts';
import { allFields, type RequestField } from '../fields.ts';
import {
  type Base,
  fieldsSent,
  oneRequest,
  type ProbeParts,
  returnedIn,
  servedOf,
  type Ways,
  withBody,
  withField,
} from '../probe.ts';

/** Values beyond those that the document shows. */

/** A request with an empty value in some fields, where the body has any. */
function emptied(base: Base, isMeant: (field: RequestField) => boolean, empty: unknown, sends: string) {
  const fields = allFields(base.fields).filter(isMeant);
  const change = (value: unknown) => (value === undefined ? undefined : empty);
  const variant = () =>
    withBody(
      base,
      fields.reduce((all, { path }) => changed(all, path, change), base.body),
      sends,
    );
  return oneRequest({ sends, variant });
}

/** At the bounds of 32 bits, of the numbers that JavaScript has, and of 64 bits. */
const boundaries = [
  ...['0', '-1', '2147483647', '2147483648', '-2147483648'],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808'],
];

const zones = ['UTC', 'Etc/GMT+8', 'asia/shanghai', 'CST', 'GMT+8', '+08:00', 'Nowhere/Place'];

/** What is sent in one field, which stands for all of its kind. */
interface OneField {
  readonly isMeant: (field: RequestField) => boolean;
  /** Behind `the body that is sent has no`. */
  readonly what: string;
  readonly texts: readonly string[];
  /** Behind the name of the field. */
  readonly how: string;
  readonly value: (text: string) => unknown;
  /** Whether it has to come back. */
  readonly isReturned: boolean;
}

/** Values that are sent one at a time in the last such field that is not in an element. */
function inOneField(base: Base, { isMeant, what, texts, how, value, isReturned }: OneField): ProbeParts {
  const meant = fieldsSent(base, isMeant);
  const field = meant.filter(({ path }) => !path.includes('*')).at(-1) ?? meant.at(-1);
  return {
    most: texts.length,
    sends: `with ${field?.name} ${how}`,
    inquire: async ({ ask }) => {
      if (field === undefined) return { why: `the body that is sent has no ${what}` };
      const trials = texts.map((name) => {
        const words = `with ${field.name} ${name}`;
        const sent = value(name);
        const counts = (read: AddedExchange) => !isReturned || sameScalar(returnedIn(read, field.path), sent);
        return { name, words, counts, variant: withField(base, field, () => sent, words) };
      });
      return servedOf(ask, trials);
    },
  };
}

/** Kinds of text beyond ASCII. */
const kinds: Readonly<Record<string, string>> = {
  'accented letters': 'éüñß',
  'combining marks': 'e\u0301u\u0308',
  'Chinese characters': '估值规则',
  'right-to-left letters': 'שلم',
  emoji: '😀🏦🇨🇭',
  'zero-width joiners': 'a\u200db',
  'line feeds': 'a\nb',
};

export const valueWays: Ways = {
  /** But the mark of the run and those of a form, all at once. */
  'empty-texts': (base) => {
    const isMeant = ({ name, types, shown, format }: RequestField) =>
      types.includes('string') &&
      shown.length === 0 &&
      format === null &&
      name !== base.operation.markedField;
    return emptied(base, isMeant, '', 'with each text empty that has no shown value');
  },
  'empty-conditions': (base) => emptied(base, ({ types }) => types.includes('array'), [], 'with empty lists'),
  integers: (base) =>
    inOneField(base, {
      isMeant: ({ types }) => types.includes('integer'),
      what: 'integer',
      texts: boundaries,
      how: `at the bounds of usual types, ${boundaries.length} values`,
      value: (text) => new ExactNumber(text),
      isReturned: true,
    }),
  'time-zones': (base) =>
    inOneField(base, {
      isMeant: ({ format }) => format === 'iana-time-zone',
      what: 'time zone',
      texts: zones,
      how: `written in ${zones.length} ways`,
      value: (text) => text,
      isReturned: false,
    }),
  /** Added to the field by which people find what a run wrote, so that it stays found. */
  unicode: (base) =>
    inOneField(base, {
      isMeant: ({ name }) => name === base.operation.markedField,
      what: 'field that takes any text',
      texts: Object.keys(kinds),
      how: `in ${Object.keys(kinds).length} kinds of text beyond ASCII`,
      value: (kind) => `${String(valueIn(base.body, [base.operation.markedField ?? '']))} ${kinds[kind]}`,
      isReturned: true,
    }),
};
