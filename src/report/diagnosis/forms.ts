import { formats } from '../../contract/formats.ts';
import { beside, type Checked, type Deviation, keywordsOf, sentFor, settingCure } from './deviation.ts';
import { type Diagnosis, type MistakeName, send } from './mistakes.ts';
import { isSinceEpoch, momentIn } from './moments.ts';

/** Forms of text, short enough for a sentence about what to write. */
const short: Readonly<Record<string, string>> = {
  uuid: 'a UUID (8-4-4-4-12 hexadecimal digits)',
  'hex-identifier': '32 hexadecimal digits in lower case',
  date: 'YYYY-MM-DD',
  'local-date-time': 'YYYY-MM-DD HH:MM:SS',
  'timestamp-text': 'a date and time such as YYYY-MM-DD HH:MM:SS',
  'iana-time-zone': 'a name of the IANA database such as "Asia/Shanghai"',
};

/** How a form of text is named to whoever writes one. */
export function formWords(form: string): string {
  return short[form] ?? formats.get(form)?.phrase ?? form;
}

export const moments: readonly string[] = ['date', 'local-date-time', 'timestamp-text'];

/** The form that a requirement asks for; null for none that is known. */
export function formOf(requirement: Pick<Checked, 'check'> | undefined): string | null {
  const { format } = keywordsOf(requirement);
  return format !== undefined && formats.has(format) ? format : null;
}

/** Whether an empty text is allowed in the place. */
export function mayBeEmpty(deviation: Deviation): boolean {
  const check = beside(deviation, 'format')?.check;
  return check?.kind === 'schema' && check.unless === '';
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A text in the form that is asked for; null where it holds less than that. */
function inForm(text: string, form: string): string | null {
  if (moments.includes(form)) return momentIn(text, form);
  const digits = text.replace(/^urn:uuid:/i, '').replaceAll(/[-{}\s]/g, '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) return null;
  if (form === 'hex-identifier') return digits.toLowerCase();
  return form === 'uuid' ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null;
}

function isInDisguise(text: string, form: string): boolean {
  return inForm(text, form) !== null;
}

/** Why a text does not have its form, the most specific mistake first, with the forms that it is about; null for any. */
const otherForms: readonly (readonly [
  cause: MistakeName,
  forms: readonly string[] | null,
  applies: (text: string, form: string) => boolean,
])[] = [
  ['empty-text', null, (text) => text.trim() === ''],
  ['since-epoch', moments, isSinceEpoch],
  ['iso-8601', moments, (text) => /^\d{4}-\d{2}-\d{2}T/i.test(text)],
  ['with-time', ['date'], (text) => /^\d{4}-\d{2}-\d{2} /.test(text)],
  ['without-time', ['local-date-time'], (text) => /^\d{4}-\d{2}-\d{2}$/.test(text)],
  ['hyphens', ['hex-identifier'], (text, form) => isInDisguise(text, form) && text.includes('-')],
  ['no-hyphens', ['uuid'], (text) => /^[0-9a-f]{32}$/i.test(text)],
  ['upper-case', ['hex-identifier'], (text) => /^[0-9a-f]{32}$/i.test(text)],
  ['decorated', null, (text, form) => isInDisguise(text, form) && /^\s|\s$|[{}]|^urn:/i.test(text)],
  ['no-time-zone-name', ['iana-time-zone'], () => true],
];

/** The text in the form of the document, where what was sent is in another form; null for any other text. */
export function returnedInForm(deviation: Deviation): string | null {
  const form = formOf(beside(deviation, 'format'));
  const [sent, text] = [textOf(sentFor(deviation)), textOf(deviation.value)];
  return form !== null && sent !== null && sent !== text && inForm(sent, form) === text ? text : null;
}

/** What was sent for the place, where it has to come back. */
function sentText(deviation: Deviation): string | null {
  return beside(deviation, 'echo')?.verdict === 'deviates' ? textOf(sentFor(deviation)) : null;
}

/** A day, with a time or without, as the document writes them. */
const momentShape = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;

/** A text in another form than that of the document. */
export function otherForm(deviation: Deviation): Diagnosis | null {
  const form = formOf(deviation.requirement);
  const text = textOf(deviation.value);
  if (form === null || text === null) return null;
  const known = otherForms.find(
    ([, forms, applies]) => forms?.includes(form) !== false && applies(text, form),
  );
  const cause = known?.[0] ?? 'other-form';
  const isNoDay = cause === 'other-form' && moments.includes(form) && momentShape.test(text);
  const what = `${formWords(form)}${isNoDay ? ', with a day and a time that exist' : ''}`;
  const right = sentText(deviation) ?? inForm(text, form);
  const better = right === text ? null : right;
  const own = sentFor(deviation) === text ? settingCure(deviation, better ?? what) : null;
  if (own !== null)
    return { cause, cure: `send ${what}, and ${own}: the run sent this value`, key: `${form} ${own}`, what };
  if (better !== null) return { cause, ...send(JSON.stringify(better), what, deviation), key: form, what };
  const orEmpty = mayBeEmpty(deviation) ? ', or leave it empty: ""' : '';
  const cure = text.trim() === '' ? `fill it, as ${what}` : `write it as ${what}${orEmpty}`;
  return { cause, cure, key: form, what };
}
