import { formats } from '../../contract/formats.ts';
import { beside, type Checked, type Deviation, keywordsOf, sentFor, settingCure } from './deviation.ts';
import { type Diagnosis, type MistakeName, send } from './mistakes.ts';

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

/** Parts of a moment as a service wrote them; `time` is null for a day alone. */
interface Moment {
  readonly day: string;
  readonly time: string | null;
}

const pattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

function two(part: string): string {
  return part.padStart(2, '0');
}

/** Whether the calendar and the clock have it. */
function exists(day: string, time: string): boolean {
  const instant = new Date(`${day}T${time}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${day}T${time}`);
}

function fromCalendar(text: string): Moment | null {
  const [, year = '', month = '', date = '', hour, minute = '00', second = '00'] =
    pattern.exec(text.trim()) ?? [];
  if (year === '') return null;
  const day = `${year}-${two(month)}-${two(date)}`;
  const time = hour === undefined ? null : `${two(hour)}:${minute}:${second}`;
  return exists(day, time ?? '00:00:00') ? { day, time } : null;
}

/** Whether digits count seconds or milliseconds since 1970, of this century's first decades. */
export function isSinceEpoch(text: string): boolean {
  return /^1\d{9}(?:\d{3})?$/.test(text);
}

function fromEpoch(digits: string): Moment {
  const instant = new Date(Number(digits) * (digits.length === 10 ? 1000 : 1)).toISOString();
  return { day: instant.slice(0, 10), time: instant.slice(11, 19) };
}

/** The moment that a text or a number means, in a form of the document; null where it lacks what the form needs. */
export function momentIn(text: string, form: string): string | null {
  const moment = isSinceEpoch(text) ? fromEpoch(text) : fromCalendar(text);
  if (moment === null) return null;
  const { day, time } = moment;
  if (form === 'date') return day;
  if (time === null) return form === 'timestamp-text' ? day : null;
  return `${day} ${time}`;
}

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
