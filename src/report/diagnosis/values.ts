import { numberText } from '../../json/decimal.ts';
import { written } from '../../json/plain.ts';
import { plural } from '../../text/plural.ts';
import { type Deviation, keywordsOf, sentFor, settingCure } from './deviation.ts';
import { returnedInForm } from './forms.ts';
import { type Diagnosis, type MistakeName, send, shortened } from './mistakes.ts';
import { wordFor } from './types.ts';
import { wordsOf } from './wanted.ts';

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
