import { numberText } from '../../json/decimal.ts';
import { written } from '../../json/plain.ts';
import { typeOf } from '../../json/types.ts';
import { beside, type Deviation, keywordsOf, sentFor } from './deviation.ts';
import { formOf, mayBeEmpty, moments } from './forms.ts';
import { type Diagnosis, type MistakeName, send } from './mistakes.ts';
import { isSinceEpoch, momentIn } from './moments.ts';
import { kindWords, textWords, typeWords, wordsOf } from './wanted.ts';

/** A text, a number or a boolean as it is written, without quotes; empty for anything else. */
function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : (numberText(value) ?? '');
}

const yes = new Set(['true', 'yes', '1', 'on', 't', 'y']);
const no = new Set(['false', 'no', '0', 'off', 'f', 'n']);

/** The boolean that a value means, as JSON; null where that is not clear. */
function meantBoolean(value: unknown): string | null {
  const word = plainText(value).trim().toLowerCase();
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : null;
}

/** The one of several words that the value means; null where that is not clear. */
export function wordFor(value: unknown, words: readonly string[]): string | null {
  if (words.length === 1) return words[0] ?? null;
  const meant = meantBoolean(value);
  return words.find((word) => word === JSON.stringify(meant)) ?? null;
}

/** The text that would conform where there is something else; null where that is not clear. */
function textFor(value: unknown, deviation: Deviation): string | null {
  const words = wordsOf(beside(deviation, 'value'));
  if (words.length > 0) return wordFor(value, words);
  const sent = sentFor(deviation);
  if (typeof sent === 'string') return written(sent);
  if (beside(deviation, 'echo') !== undefined) return null;
  const form = formOf(beside(deviation, 'format'));
  if (form === null) return numberText(value) === null ? null : JSON.stringify(plainText(value));
  const right = moments.includes(form) ? momentIn(plainText(value), form) : null;
  if (right !== null) return JSON.stringify(right);
  return value === null && mayBeEmpty(deviation) ? '""' : null;
}

/** The integer in a text; null for any other text. */
function integerFor(value: unknown, deviation: Deviation): string | null {
  const text = plainText(value).trim();
  if (!/^[+-]?\d+$/.test(text) || text.length > 15) return null;
  const sent = sentFor(deviation);
  return numberText(sent) ?? String(Number(text));
}

function isMoment(value: unknown, deviation: Deviation): boolean {
  return formOf(beside(deviation, 'format')) !== null && isSinceEpoch(plainText(value));
}

/** The mistake of a value, the JSON text that would conform, where it is clear, and what kind of value would. */
type OtherType = readonly [cause: MistakeName, right: string | null, kind: string | null];

/** By the type that is wanted and the one that is there. */
const otherTypes: Readonly<Record<string, (value: unknown, deviation: Deviation) => OtherType>> = {
  'integer string': (value, deviation) => ['number-as-text', integerFor(value, deviation), null],
  'integer number': () => ['fraction', null, 'an integer'],
  'boolean string': (value) => ['boolean-as-text', meantBoolean(value), null],
  'boolean number': (value) => ['boolean-as-number', meantBoolean(value), null],
  'string boolean': (value, deviation) => [
    'text-as-boolean',
    textFor(value, deviation),
    textWords(deviation),
  ],
  'string number': (value, deviation) => {
    const right = textFor(value, deviation);
    const isClear = right !== null && isMoment(value, deviation);
    return [isClear ? 'moment-as-number' : 'text-as-number', right, textWords(deviation)];
  },
  'string null': (value, deviation) => ['null-for-text', textFor(value, deviation), textWords(deviation)],
};

/** A value of another type. */
export function otherType(deviation: Deviation): Diagnosis | null {
  const { value, requirement, evidence } = deviation;
  if (value === undefined) return null;
  const type = typeOf(value);
  const wanted = [keywordsOf(requirement).type ?? []].flat();
  const [cause, right, kind] = otherTypes[`${wanted.join()} ${type}`]?.(value, deviation) ?? [];
  if (cause !== undefined && (right ?? kind) !== null) {
    const what = textWords(deviation).replace(/^a string as /, '');
    const ofForm = cause === 'moment-as-number' ? { key: what, what } : {};
    return { cause, ...send(right ?? null, kind ?? '', deviation), ...ofForm };
  }
  const { expected } = evidence;
  const found = kindWords(type);
  const whole =
    wanted.join() === 'string' ? textWords(deviation) : typeWords(requirement.place ?? '', deviation);
  return {
    cause: 'other-type',
    cure: `send ${whole}, not ${found}`,
    key: `${whole} ${type}`,
    what: `${found}; the document requires ${expected}`,
  };
}
