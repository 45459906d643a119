import fc from 'fast-check';
import { ExactNumber, sameScalar } from '../../json/decimal.ts';
import type { AddedExchange } from '../../model/reading.ts';
import { changed, valueIn } from '../edits.ts';
import { allFields, type RequestField } from '../fields.ts';
import {
  type Base,
  outcomeOf,
  type ProbeContext,
  type ProbeParts,
  type ProbeResult,
  returnedIn,
  untold,
  withBody,
} from '../probe.ts';
import { sampled, smallestFailing } from '../variants.ts';
import { servedFields } from './fields.ts';
import { oneRequest } from './requests.ts';

/** Values beyond those that the document shows. */

/** An enumeration's word that nobody has. */
const otherWords = fc.stringMatching(/^[A-Z]{4}_[A-Z]{5}$/);

export function acceptedValues(base: Base): ProbeParts {
  const fields = allFields(base.fields).filter(
    ({ shown, path }) => shown.length > 0 && valueIn(base.body, path) !== undefined,
  );
  return {
    most: fields.length,
    sends: `with another value in one field that has shown values, for each of ${fields.length}`,
    inquire: ({ ask, seed }) =>
      servedFields(fields, ({ name, path }) => {
        const body = changed(base.body, path, () => sampled(otherWords, seed));
        return ask(withBody(base, body, `with another value of ${name}`));
      }),
  };
}

/** A body with an empty value in some fields, where it has any. */
function emptied(body: unknown, fields: readonly RequestField[], empty: unknown): unknown {
  const change = (value: unknown) => (value === undefined ? undefined : empty);
  return fields.reduce((all, { path }) => changed(all, path, change), body);
}

/** Texts but the mark of the run and those of a form, all at once. */
export function emptyTexts(base: Base): ProbeParts {
  const sends = 'with each text empty that has no shown value';
  const fields = allFields(base.fields).filter(
    ({ name, types, shown, format }) =>
      types.includes('string') &&
      shown.length === 0 &&
      format === null &&
      name !== base.operation.markedField,
  );
  return oneRequest(sends, () => withBody(base, emptied(base.body, fields, ''), sends), [
    'served',
    'refused',
  ]);
}

export function emptyLists(base: Base): ProbeParts {
  const sends = 'with empty lists';
  const lists = allFields(base.fields).filter(({ types }) => types.includes('array'));
  return oneRequest(sends, () => withBody(base, emptied(base.body, lists, []), sends), ['served', 'refused']);
}

/** Values that are sent one at a time in one field; the answer is the set of those that a test holds for. */
async function eachValue(
  { base, ask }: ProbeContext,
  { name, path }: RequestField,
  values: readonly (readonly [label: string, value: unknown])[],
  holds: (read: AddedExchange, value: unknown) => boolean,
): Promise<ProbeResult> {
  const taken: string[] = [];
  const shown: AddedExchange[] = [];
  for (const [label, value] of values) {
    const body = changed(base.body, path, () => value);
    const read = await ask(withBody(base, body, `with ${name} ${label}`));
    const outcome = outcomeOf(read);
    if (outcome !== 'served' && outcome !== 'refused') return untold(read, `with ${name} ${label}`);
    if (outcome === 'served' && holds(read, value)) taken.push(label);
    shown.push(read);
  }
  return { answer: taken.sort(), shown };
}

/** At the bounds of 32 bits, of the numbers that JavaScript has, and of 64 bits. */
const boundaries = [
  ...['0', '-1', '2147483647', '2147483648', '-2147483648'],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808'],
];

function sentField(base: Base, isMeant: (field: RequestField) => boolean): RequestField | undefined {
  const meant = allFields(base.fields).filter(
    (field) => isMeant(field) && valueIn(base.body, field.path) !== undefined,
  );
  return meant.filter(({ path }) => !path.includes('*')).at(-1) ?? meant.at(-1);
}

/** One field stands for all: the last integer that is not in an element. */
export function integers(base: Base): ProbeParts {
  const field = sentField(base, ({ types }) => types.includes('integer'));
  return {
    most: boundaries.length,
    sends: `with ${field?.name} at the bounds of usual types, ${boundaries.length} values`,
    inquire: async (context) => {
      if (field === undefined) return { why: 'the body that is sent has no integer' };
      const values = boundaries.map((text) => [text, new ExactNumber(text)] as const);
      return eachValue(context, field, values, (read, value) =>
        sameScalar(returnedIn(read, field.path), value),
      );
    },
  };
}

const zones = ['UTC', 'Etc/GMT+8', 'asia/shanghai', 'CST', 'GMT+8', '+08:00', 'Nowhere/Place'];

export function timeZones(base: Base): ProbeParts {
  const field = sentField(base, ({ format }) => format === 'iana-time-zone');
  return {
    most: zones.length,
    sends: `with ${field?.name} written in ${zones.length} ways`,
    inquire: async (context) => {
      if (field === undefined) return { why: 'the body that is sent has no time zone' };
      const values = zones.map((zone) => [zone, zone] as const);
      return eachValue(context, field, values, () => true);
    },
  };
}

/** Kinds of text, each with the characters that it is made of. */
const alphabets: readonly (readonly [label: string, characters: readonly string[]])[] = [
  ['accented letters', ['é', 'ü', 'ñ', 'ß']],
  ['combining marks', ['e\u0301', 'u\u0308']],
  ['Chinese characters', ['估', '值', '规', '则']],
  ['right-to-left letters', ['ש', 'ل', 'م']],
  ['emoji', ['😀', '🏦', '🇨🇭']],
  ['zero-width joiners', ['\u200d', 'a\u200db']],
  ['line feeds', ['\n', 'a\nb']],
];

/** Requests that make a failing text smaller, of all kinds together. */
const toShrink = 4;

/** Texts are added to the field by which people find what a run wrote, so that it stays found. */
export function unicode(base: Base): ProbeParts {
  const mark = base.operation.markedField;
  const field = allFields(base.fields).find(({ name }) => name === mark);
  return {
    most: alphabets.length + toShrink,
    sends: `with ${mark} in ${alphabets.length} kinds of text beyond ASCII`,
    inquire: async ({ ask, seed }) => {
      if (field === undefined) return { why: 'no field is known to take any text' };
      const kinds: string[] = [];
      const shown: AddedExchange[] = [];
      let spare = toShrink;
      let note: string | undefined;
      let unclear: AddedExchange | undefined;
      const returns = async (text: string) => {
        const sent = `${String(valueIn(base.body, field.path))} ${text}`;
        const body = changed(base.body, field.path, () => sent);
        const read = await ask(withBody(base, body, `with ${JSON.stringify(text)} in ${field.name}`));
        shown.push(read);
        const outcome = outcomeOf(read);
        if (outcome !== 'served' && outcome !== 'refused') unclear = read;
        return outcome === 'served' && returnedIn(read, field.path) === sent;
      };
      for (const [label, characters] of alphabets) {
        const texts = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 6 });
        const before = shown.length;
        const smallest = await smallestFailing(texts, returns, { seed, values: 1, most: 1 + spare });
        if (unclear !== undefined) return untold(unclear);
        spare -= shown.length - before - 1;
        if (smallest === undefined) kinds.push(label);
        else note ??= `the smallest text that was not returned is ${JSON.stringify(smallest)}`;
      }
      return { answer: kinds.sort(), shown, ...(note === undefined ? {} : { note }) };
    },
  };
}
