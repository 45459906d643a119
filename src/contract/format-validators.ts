import { createRequire } from 'node:module';
import type { Format } from 'ajv';
import type { DefinedFormats } from 'ajv-formats/dist/formats.js';
import { attempt } from '../model/attempt.ts';
import { rememberingLatest } from '../model/latest.ts';
import { formats } from './formats.ts';

/**
 * A form of text is a format and a pattern. The calendar is that of ajv-formats, by which others judge, so verdicts
 * agree with theirs. What it accepts and the document does not is excluded by `pattern` in the schema, which every
 * validator understands, so users of the schemas get the same verdicts.
 */

/** Only the formats: the index of ajv-formats loads a second Ajv, for keywords that our schemas do not have. */
const { fullFormats } = createRequire(import.meta.url)('ajv-formats/dist/formats.js') as {
  readonly fullFormats: DefinedFormats;
};

type Accepts = (text: string) => boolean;

/** A format of ajv-formats as a function. */
function published(name: 'date' | 'time' | 'date-time'): Accepts {
  const { validate } = fullFormats[name] as { readonly validate: Accepts };
  return validate;
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

function isKnownToIcu(timeZone: string): boolean {
  return attempt(() => new Intl.DateTimeFormat('en', { timeZone }), null) !== null;
}

/**
 * What is known of names, at first those that examples have: they are most that is sent, and cost nothing. To ask for the list
 * of those that the database prefers takes ICU 4 ms of processor time, for the first other one 20, for each further one 0.1.
 */
const zones = new Map(formats.get('iana-time-zone')?.examples.map((name) => [name, true]));
const zonesKept = 1_000;
let preferred: ReadonlySet<string> | undefined;

function isZone(name: string): boolean {
  preferred ??= new Set(Intl.supportedValuesOf('timeZone'));
  return preferred.has(name) || isKnownToIcu(name);
}

/** Names differ by more than case in the database, so case is not judged. The longest name has 32 characters. */
const isTimeZoneName = rememberingLatest((text: string) => {
  if (!/^[A-Za-z][A-Za-z0-9+\-_/]{0,63}$/.test(text) || icuOnly.has(text.toUpperCase())) return false;
  const known = zones.get(text) ?? isZone(text);
  if (zones.size < zonesKept) zones.set(text, known);
  return known;
});

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
