import { formats } from '../../contract/formats.ts';
import type { JsonNode } from '../../model/json.ts';
import { beside, type Checked, type Deviation, keywordsOf, sentFor } from './deviation.ts';
import { isImpossible, isSinceEpoch, momentAs, momentOf } from './moments.ts';
import { type Diagnosis, fieldTitle, type Rule, sendInstead } from './rule.ts';

/** How a form of text is named to whoever writes one. */
const short: Readonly<Record<string, string>> = {
  uuid: 'a UUID: 8-4-4-4-12 hexadecimal digits',
  'hex-identifier': '32 hexadecimal digits in lower case',
  date: 'YYYY-MM-DD',
  'local-date-time': 'YYYY-MM-DD HH:MM:SS',
  'timestamp-text': 'a date and time such as YYYY-MM-DD HH:MM:SS',
  'iana-time-zone': 'a name of the IANA database such as "Asia/Shanghai"',
};

const moments = new Set(['date', 'local-date-time', 'timestamp-text']);

/** The form that a requirement asks for; null for none that is known. */
export function formOf(requirement: Checked | undefined): string | null {
  const { format } = keywordsOf(requirement);
  return format !== undefined && formats.has(format) ? format : null;
}

export function formWords(form: string): string {
  return short[form] ?? formats.get(form)?.phrase ?? form;
}

/** Whether an empty text is allowed in the place. */
export function mayBeEmpty(deviation: Pick<Deviation, 'requirement' | 'requirements'>): boolean {
  const check = beside(deviation, 'format')?.check;
  return check?.kind === 'schema' && check.unless === '';
}

function textOf(node: JsonNode | null): string | null {
  return node?.type === 'string' ? node.value : null;
}

/** The value in the form that is asked for; null where it holds less than that. */
export function inForm(node: JsonNode | null, form: string): string | null {
  if (moments.has(form)) {
    const moment = momentOf(node);
    return moment === null ? null : momentAs(moment, form);
  }
  const digits = (textOf(node) ?? '').replace(/^urn:uuid:/i, '').replaceAll(/[-{}\s]/g, '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) return null;
  if (form === 'hex-identifier') return digits.toLowerCase();
  return form === 'uuid' ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null;
}

/** What was sent for the place, where it has to come back. */
function sentText(deviation: Deviation): string | null {
  const sent = beside(deviation, 'echo')?.verdict === 'deviates' ? sentFor(deviation) : null;
  return textOf(sent);
}

/** Where no single value is known to be right. */
function cureFor(deviation: Deviation, form: string, text: string): string {
  if (text.trim() === '') return `fill it, as ${formWords(form)}`;
  const orEmpty = mayBeEmpty(deviation) ? ', or leave it empty: ""' : '';
  return `write it as ${formWords(form)}${orEmpty}`;
}

/** A rule about texts in another form than that of the document. */
function formRule(
  cause: string,
  applies: (text: string, form: string, deviation: Deviation) => boolean,
  title: Rule['title'],
  together: string,
): Rule {
  const look = (deviation: Deviation): Diagnosis | null => {
    const form = deviation.requirement.facet === 'format' ? formOf(deviation.requirement) : null;
    const text = textOf(deviation.value);
    if (form === null || text === null || !applies(text, form, deviation)) return null;
    const right = sentText(deviation) ?? inForm(deviation.value, form);
    return right === null || right === text
      ? { cure: cureFor(deviation, form, text), key: form }
      : { ...sendInstead(JSON.stringify(right), deviation), key: form };
  };
  return { cause, look, title, together };
}

const documented = ({ requirement }: Deviation) => formWords(formOf(requirement) ?? '');

/** The other of two fields whose forms were mistaken for one another. */
function exchangedWith({ requirement, requirements, around, name }: Deviation): string | null {
  const own = formOf(requirement);
  const parent = requirement.place?.slice(0, -name.length);
  const other = requirements.find((one) => {
    const sibling = one.place?.split('/').at(-1) ?? '';
    if (one.facet !== 'format' || one.verdict !== 'deviates' || one.place !== `${parent}${sibling}`)
      return false;
    const form = formOf(one);
    if (sibling === name || form === null || own === null || form === own) return false;
    const [mine, theirs] = [around?.get(name) ?? null, around?.get(sibling) ?? null];
    return (
      textOf(mine) === inForm(mine, form) && textOf(theirs) === inForm(theirs, own) && textOf(mine) !== null
    );
  });
  return other?.place?.split('/').at(-1) ?? null;
}

/** Forms of text, the most specific mistake first. */
export const formRules: readonly Rule[] = [
  {
    cause: 'forms-exchanged',
    look: (deviation) => {
      const other = deviation.requirement.facet === 'format' ? exchangedWith(deviation) : null;
      if (other === null) return null;
      const pair = [deviation.name, other].sort();
      return { cure: `give ${pair.join(' and ')} each in its own form`, key: pair.join(' ') };
    },
    title: ({ methods, names }) => `${methods}: ${names.join(' and ')} have the form of each other`,
  },
  formRule(
    'empty-text',
    (text) => text.trim() === '',
    fieldTitle('is empty', 'texts', 'are empty'),
    'fill them in the form that the document gives',
  ),
  formRule(
    'since-epoch',
    (_text, form, { value }) => moments.has(form) && isSinceEpoch(value),
    (subject, first) =>
      fieldTitle(
        `counts from 1970; the document says ${documented(first)}`,
        'moments',
        'count from 1970, where the document has a date',
      )(subject, first),
    'write them in the form that the document gives',
  ),
  formRule(
    'no-such-day',
    (_text, form, { value }) => moments.has(form) && isImpossible(value),
    fieldTitle('is a moment that there is not', 'texts', 'are moments that there are not'),
    'send moments that the calendar and the clock have',
  ),
  formRule(
    'iso-8601',
    (text, form) => moments.has(form) && /^\d{4}-\d{2}-\d{2}T/i.test(text),
    (subject, first) =>
      fieldTitle(
        `is ISO 8601; the document says ${documented(first)}`,
        'moments',
        `are ISO 8601; the document says ${documented(first)}`,
      )(subject, first),
    'leave out the T, fractions and the offset',
  ),
  formRule(
    'with-time',
    (text, form) => form === 'date' && /^\d{4}-\d{2}-\d{2} /.test(text),
    fieldTitle(
      'has a time; the document says YYYY-MM-DD',
      'dates',
      'have a time; the document says YYYY-MM-DD',
    ),
    'send the day alone',
  ),
  formRule(
    'without-time',
    (text, form) => form === 'local-date-time' && /^\d{4}-\d{2}-\d{2}$/.test(text),
    fieldTitle(
      'is a day without a time; the document says YYYY-MM-DD HH:MM:SS',
      'moments',
      'are days without a time; the document says YYYY-MM-DD HH:MM:SS',
    ),
    'send the time as well',
  ),
  formRule(
    'hyphens',
    (text, form) => form === 'hex-identifier' && inForm(node(text), form) !== null && text.includes('-'),
    fieldTitle('is written with hyphens', 'identifiers', 'are written with hyphens'),
    'send identifiers as 32 hexadecimal digits in lower case, without hyphens',
  ),
  formRule(
    'no-hyphens',
    (text, form) => form === 'uuid' && /^[0-9a-f]{32}$/i.test(text),
    fieldTitle('is written without hyphens', 'identifiers', 'are written without hyphens'),
    'send identifiers with their hyphens',
  ),
  formRule(
    'upper-case',
    (text, form) => form === 'hex-identifier' && inForm(node(text), form) === text.toLowerCase(),
    fieldTitle('is in upper case', 'identifiers', 'are in upper case'),
    'send identifiers in lower case',
  ),
  formRule(
    'decorated',
    (text, form) => inForm(node(text), form) !== null && /^\s|\s$|[{}]|^urn:/i.test(text),
    fieldTitle('has something around it', 'texts', 'have something around them'),
    'send nothing around the value',
  ),
  formRule(
    'no-time-zone-name',
    (_text, form) => form === 'iana-time-zone',
    fieldTitle('is no name of a time zone', 'texts', 'are no names of time zones'),
    `send ${short['iana-time-zone']}`,
  ),
  formRule(
    'other-form',
    () => true,
    (subject, first) =>
      fieldTitle(
        `has another form than ${documented(first)}`,
        'texts',
        `have another form than ${documented(first)}`,
      )(subject, first),
    'write them in the form that the document gives',
  ),
];

function node(text: string): JsonNode {
  return { type: 'string', value: text, start: 0, end: 0 };
}
