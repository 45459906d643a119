import { createRequire } from 'node:module';
import type { CodeOptions, Format } from 'ajv';
// Only the formats: the index of ajv-formats loads a second Ajv, for keywords that our schemas do not have.
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { attempt } from '../model/attempt.ts';
import { remembering, rememberingLatest } from '../model/latest.ts';
import { formats } from './formats.ts';

/**
 * A form of text is a format and a pattern. The calendar is that of ajv-formats, by which others judge, so verdicts
 * agree with theirs. What it accepts and the document does not is excluded by `pattern` in the schema, which every
 * validator understands, so users of the schemas get the same verdicts.
 */

type Accepts = (text: string) => boolean;

/** A format of ajv-formats as a function. */
function published(name: 'date' | 'time' | 'date-time'): Accepts {
  return (fullFormats[name] as { readonly validate: Accepts }).validate;
}

// Records have one time in several fields, and one day in all.
const isDate = rememberingLatest(published('date'));
const isTime = published('time');
const isDateTime = published('date-time');

const isLocalDateTime = rememberingLatest(
  (text: string) =>
    text.length === 19 && text[10] === ' ' && isDate(text.slice(0, 10)) && isTime(`${text.slice(11)}Z`),
);

/**
 * RFC 3339 has leap seconds at the end of June and of December in UTC (section 5.7), and years from 0000 (section 1).
 * Without the fraction, because ajv-formats reads 59.99999999999999999 as 60.
 */
function isRfc3339(text: string): boolean {
  const whole = text.replace(/(:[0-9]{2})[.][0-9]+/, '$1');
  if (!isDateTime(whole)) return false;
  if (whole.slice(17, 19) !== '60') return true;
  const before = `${whole.slice(0, 10)}T${whole.slice(11, 17)}59${whole.slice(19)}`.toUpperCase();
  return /-(?:06-30|12-31)T23:59:59/.test(new Date(before).toJSON() ?? '');
}

/** Abbreviations that ICU accepts as a zone and that the IANA database does not have. */
const icuOnly = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
    ' ',
  ),
);

let preferred: ReadonlySet<string> | undefined;

/**
 * Names that examples have are most that is sent, and cost nothing. To ask for the list of those that the database prefers
 * takes ICU 4 ms of processor time, for the first other one 20, for each further one 0.1.
 */
function isZone(timeZone: string): boolean {
  if (formats.get('iana-time-zone')?.examples.includes(timeZone)) return true;
  preferred ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (preferred.has(timeZone)) return true;
  return attempt(() => new Intl.DateTimeFormat('en', { timeZone }), null) !== null;
}

/** Names differ by more than case in the database, so case is not judged. The longest name has 32 characters. */
const isTimeZoneName = remembering(
  (text) => /^[A-Za-z][A-Za-z0-9+\-_/]{0,63}$/.test(text) && !icuOnly.has(text.toUpperCase()) && isZone(text),
  1_000,
  64 * 1024,
);

/**
 * The formats that the schemas name: those of ajv-formats, and the document's own. Where a format accepts more than the
 * document does, the schema also has a `pattern`, so no format decides alone.
 */
export const textFormats: Readonly<Record<string, Format>> = {
  uuid: fullFormats.uuid,
  date: fullFormats.date,
  'hex-identifier': /^[0-9a-f]{32}$/,
  'local-date-time': isLocalDateTime,
  'timestamp-text': (text: string) => isLocalDateTime(text) || isDate(text) || isRfc3339(text),
  'iana-time-zone': isTimeZoneName,
};

/**
 * Ajv compiles the keywords of one facet of one field, not a whole record, so the judge decides itself what was
 * checked. tests/contract/schemas.test.ts checks that it agrees with a plain validator on the whole files.
 * @param code how Ajv writes its code: scripts/generate/validators.mjs keeps it
 */
export function facetAjv(code: CodeOptions = {}) {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  return new Ajv({ code, strict: false, meta: false, validateSchema: false, formats: textFormats });
}
