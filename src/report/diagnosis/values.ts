import { numberText } from '../../json/decimal.ts';
import { written } from '../../json/plain.ts';
import { typeOf } from '../../json/types.ts';
import { plural } from '../../text/plural.ts';
import { beside, type Deviation, keywordsOf, sentFor, settingCure } from './deviation.ts';
import { formOf, isSinceEpoch, mayBeEmpty, momentIn, moments, returnedInForm } from './forms.ts';
import { kindWords, textWords, typeWords, wordsOf } from './members.ts';
import { type Diagnosis, type MistakeName, send, shortened } from './mistakes.ts';

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
function wordFor(value: unknown, words: readonly string[]): string | null {
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

/** Whether a member of the envelope holds that of the record, which is in the root in place of `data`. */
function isOfRecord({ requirement: { place }, requirements }: Deviation): boolean {
  const isMissing = requirements.some(
    (one) => one.place === '/data' && one.facet === 'presence' && one.verdict === 'deviates',
  );
  return isMissing && requirements.some((one) => one.place === `/data${place}`);
}

/** A value that is none of those of the document. */
export function otherValue(deviation: Deviation): Diagnosis | null {
  const { requirement, value } = deviation;
  const words = wordsOf(requirement);
  if (words.length > 0) {
    const what = words.join(' or ');
    if (isOfRecord(deviation)) {
      const cure = `send ${what} beside "data"; ${written(value)} is that of the record, which belongs into "data"`;
      return { cause: 'other-word', cure, key: what, what };
    }
    return { cause: 'other-word', ...send(wordFor(value, words), what, deviation), key: what, what };
  }
  if (keywordsOf(requirement).minLength !== 1) return null;
  const sent = sentFor(deviation);
  const own = sent === value ? settingCure(deviation, 'an id') : null;
  if (own !== null) return { cause: 'empty', cure: `fill it, and ${own}: the run sent this value` };
  return {
    cause: 'empty',
    ...(typeof sent === 'string' ? send(written(sent), '', deviation) : { cure: 'fill it' }),
  };
}

/** An array of another length than that which was sent. */
export function otherLength(deviation: Deviation): Diagnosis | null {
  const sent = sentFor(deviation, 'count');
  if (!Array.isArray(sent)) return null;
  const { actual } = deviation.evidence;
  const what = Number.parseInt(actual, 10) < sent.length ? 'fewer' : 'more';
  const count = plural(sent.length, 'element');
  const cure = `return as many elements as were sent: ${count}, not ${actual}`;
  return { cause: 'other-length', cure, key: what, what };
}

function isRounded(sent: string, found: string): boolean {
  const [was, is] = [Number(sent), Number(found)];
  return Number.isSafeInteger(was) ? was === is : Math.abs(was - is) <= Math.abs(was) * 1e-9;
}

/** What became of a value that was sent, the most specific mistake first. */
function changeOf(was: unknown, is: unknown): MistakeName {
  const [sent, found] = [numberText(was), numberText(is)];
  if (sent !== null && found !== null) return isRounded(sent, found) ? 'rounded' : 'not-as-sent';
  if (typeof was !== 'string' || typeof is !== 'string' || was === is) return 'not-as-sent';
  if (was.trim() === is.trim()) return 'trimmed';
  if (was.toLowerCase() === is.toLowerCase()) return 'other-case';
  return is !== '' && was.startsWith(is) ? 'cut-short' : 'not-as-sent';
}

/** A value that is not what was sent for it. */
export function notGivenBack(deviation: Deviation): Diagnosis | null {
  const { value, evidence } = deviation;
  const sent = sentFor(deviation);
  const inForm = returnedInForm(deviation);
  const own = inForm === null ? null : settingCure(deviation, inForm);
  if (own !== null) {
    const cure = `${own}: the service returns the form of the document, and the run sent another`;
    return { cause: 'not-as-sent', cure, key: own };
  }
  if (sent === undefined) return null;
  const cure = `return what was sent: ${shortened(written(sent))}, not ${shortened(evidence.actual)}`;
  return { cause: value === undefined ? 'not-as-sent' : changeOf(sent, value), cure };
}
