import { formats } from '../../contract/formats.ts';
import type { JsonNode } from '../../model/json.ts';
import { beside, type Checked, type Deviation, keywordsOf, sentFor } from './deviation.ts';
import { type Diagnosis, type Mistake, sendInstead } from './mistake.ts';
import { isImpossible, isSinceEpoch, momentAs, momentOf } from './moments.ts';

/** How a form of text is named to whoever writes one. */
const short: Readonly<Record<string, string>> = {
  uuid: 'a UUID: 8-4-4-4-12 hexadecimal digits',
  'hex-identifier': '32 hexadecimal digits in lower case',
  date: 'YYYY-MM-DD',
  'local-date-time': 'YYYY-MM-DD HH:MM:SS',
  'timestamp-text': 'a date and time such as YYYY-MM-DD HH:MM:SS',
  'iana-time-zone': 'a name of the IANA database such as "Asia/Shanghai"',
};

const moments = ['date', 'local-date-time', 'timestamp-text'];

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
  if (moments.includes(form)) {
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

interface FormMistake extends Omit<Mistake, 'facet' | 'look'> {
  /** The forms that it is about; any without it. */
  readonly forms?: readonly string[];
  /** Whether a text has not the form for this reason; always without it. */
  readonly applies?: (text: string, form: string, value: JsonNode | null) => boolean;
}

function isInDisguise(text: string, form: string): boolean {
  return inForm({ type: 'string', value: text, start: 0, end: 0 }, form) !== null;
}

const asDocumented = 'write them in the form that the document gives';

/** Texts in another form than that of the document, the most specific mistake first. */
const otherForms: readonly FormMistake[] = [
  {
    cause: 'empty-text',
    applies: (text) => text.trim() === '',
    title: ['is empty', 'texts'],
    together: 'fill them in the form that the document gives',
  },
  {
    cause: 'since-epoch',
    forms: moments,
    applies: (_text, _form, value) => isSinceEpoch(value),
    title: [
      'counts from 1970; the document says {what}',
      'moments',
      'count from 1970, where the document has a date',
    ],
    together: asDocumented,
  },
  {
    cause: 'no-such-day',
    forms: moments,
    applies: (_text, _form, value) => isImpossible(value),
    title: ['is a moment that there is not', 'texts', 'are moments that there are not'],
    together: 'send moments that the calendar and the clock have',
  },
  {
    cause: 'iso-8601',
    forms: moments,
    applies: (text) => /^\d{4}-\d{2}-\d{2}T/i.test(text),
    title: ['is ISO 8601; the document says {what}', 'moments'],
    together: 'leave out the T, fractions and the offset',
  },
  {
    cause: 'with-time',
    forms: ['date'],
    applies: (text) => /^\d{4}-\d{2}-\d{2} /.test(text),
    title: ['has a time; the document says YYYY-MM-DD', 'dates'],
    together: 'send the day alone',
  },
  {
    cause: 'without-time',
    forms: ['local-date-time'],
    applies: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text),
    title: [
      'is a day without a time; the document says YYYY-MM-DD HH:MM:SS',
      'moments',
      'are days without a time; the document says YYYY-MM-DD HH:MM:SS',
    ],
    together: 'send the time as well',
  },
  {
    cause: 'hyphens',
    forms: ['hex-identifier'],
    applies: (text, form) => isInDisguise(text, form) && text.includes('-'),
    title: ['is written with hyphens', 'identifiers'],
    together: 'send identifiers as 32 hexadecimal digits in lower case, without hyphens',
  },
  {
    cause: 'no-hyphens',
    forms: ['uuid'],
    applies: (text) => /^[0-9a-f]{32}$/i.test(text),
    title: ['is written without hyphens', 'identifiers'],
    together: 'send identifiers with their hyphens',
  },
  {
    cause: 'upper-case',
    forms: ['hex-identifier'],
    applies: (text) => /^[0-9a-f]{32}$/i.test(text),
    title: ['is in upper case', 'identifiers'],
    together: 'send identifiers in lower case',
  },
  {
    cause: 'decorated',
    applies: (text, form) => isInDisguise(text, form) && /^\s|\s$|[{}]|^urn:/i.test(text),
    title: ['has something around it', 'texts', 'have something around them'],
    together: 'send nothing around the value',
  },
  {
    cause: 'no-time-zone-name',
    forms: ['iana-time-zone'],
    title: ['is no name of a time zone', 'texts', 'are no names of time zones'],
    together: `send ${short['iana-time-zone']}`,
  },
  { cause: 'other-form', title: ['has another form than {what}', 'texts'], together: asDocumented },
];

function inOtherForm({ forms, applies, ...mistake }: FormMistake): Mistake {
  const look = (deviation: Deviation): Diagnosis | null => {
    const { value } = deviation;
    const form = formOf(deviation.requirement);
    const text = textOf(value);
    if (form === null || text === null || forms?.includes(form) === false) return null;
    if (applies?.(text, form, value) === false) return null;
    const right = sentText(deviation) ?? inForm(value, form);
    const isKnown = right !== null && right !== text;
    const found = isKnown
      ? sendInstead(JSON.stringify(right), deviation)
      : { cure: cureFor(deviation, form, text) };
    return { ...found, key: form, what: formWords(form) };
  };
  return { ...mistake, facet: 'format', look };
}

/** Forms of text. */
export const formMistakes: readonly Mistake[] = [
  {
    cause: 'forms-exchanged',
    facet: 'format',
    look: (deviation) => {
      const other = exchangedWith(deviation);
      if (other === null) return null;
      const pair = [deviation.name, other].sort();
      return { cure: `give ${pair.join(' and ')} each in its own form`, key: pair.join(' ') };
    },
    title: '{names} have the form of each other',
  },
  ...otherForms.map(inOtherForm),
];
