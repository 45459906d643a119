import { literally } from './literally.ts';

/** A kind of file that a command writes, or that an operator writes for one. */
type DocumentKind = readonly [
  /** In words, after "is". */
  what: string,
  /** What reads it, as a sentence without its stop. */
  readBy: string,
  /** What such a file begins with: JSON without white space, in which # is a number; a pattern for anything else. */
  begins: string | RegExp,
];

const byNone = 'no command reads it';
const reports = 'conformance render, compare, matrix and waive read it';
const byCheck = 'conformance check reads it';

/** By the names under which readers say what they expect. */
const kinds = {
  report: ['a report (report.json)', reports, '{"formatVersion":#,"tool"'],
  // Its plan begins with what shows that the service serves anything, or with a question.
  exploration: [
    'a recording of explore, which judges nothing',
    'conformance check reads it as recorded traffic, and conformance answers shows what it found',
    /^\{"line":"run",.*?"plan":\[\{"probe":"(?:served|question)\./,
  ],
  recording: [
    'a recording of a run (exchanges.ndjson)',
    'conformance render, compare, matrix, waive and check read it',
    '{"line":"',
  ],
  part: [
    'a part of recorded traffic, as check --partial writes it',
    'conformance merge reads it',
    '{"partial":',
  ],
  har: ['a HAR', byCheck, '{"log":{'],
  exchanges: ['recorded traffic, one exchange a line', byCheck, /^\{\s*"(?:startedDateTime|request)"\s*:/],
  waivers: [
    'a file of waivers',
    'pass it with --waivers to conformance run, check, merge, watch or render',
    '{"waivers":',
  ],
  answers: [
    'a file of answers (conformance.answers.json)',
    'pass it with --answers to conformance run, check, merge, watch, explore or answers',
    '{"formatVersion":#,"found"',
  ],
  config: [
    'a file of targets (conformance.config.json)',
    'pass it with --config to conformance run, init or doctor',
    /^\{\s*(?:"\$schema"\s*:\s*"[^"]*"\s*,\s*)?"(?:targets|defaults)"\s*:/,
  ],
  locations: ['a file of locations', 'pass it with --locations to conformance run', '{"locations":'],
  comparison: [
    'a comparison (comparison.json)',
    `${byNone}; conformance compare makes it from two reports`,
    '{"formatVersion":#,"before"',
  ],
  matrix: [
    'a matrix (matrix.json)',
    `${byNone}; conformance matrix makes it from reports`,
    '{"formatVersion":#,"columnsAre"',
  ],
  checks: ['what conformance doctor --json printed', byNone, '{"checks":'],
  requirements: [
    'a list of requirements, as conformance requirements prints it',
    byNone,
    /^(?:\[\s*\{\s*"id"\s*:|\| id \| strength \|)/,
  ],
  openapi: ['the contract as OpenAPI, as conformance openapi prints it', byNone, '{"openapi":'],
  overlay: ['an OpenAPI Overlay, as conformance openapi --overlay prints it', byNone, '{"overlay":'],
  schema: [
    'a JSON Schema, as conformance schema prints it',
    byNone,
    /^\{\s*"\$schema"\s*:\s*"https:\/\/json-schema\.org\//,
  ],
  codeQuality: ['a Code Quality report (gl-code-quality.json)', `${byNone} but GitLab`, '[{"description":'],
  sarif: ['a SARIF file (report.sarif)', `${byNone} but code scanning`, /^\{\s*"\$schema"\s*:\s*"[^"]*sarif/],
  junit: ['a JUnit file (junit.xml)', `${byNone} but CI`, /^<\?xml\b/],
  page: ['a page in HTML', `${byNone} but a browser`, /^<!doctype html\b/i],
  markdown: ['a summary in Markdown', byNone, /^(?:<!-- entity-config-conformance|## )/],
} as const satisfies Readonly<Record<string, DocumentKind>>;

export type DocumentName = keyof typeof kinds;

/** Characters that a document is recognised by. */
const beginning = 1024;

/** White space may be between the tokens of JSON. */
function patternOf(begins: string | RegExp): RegExp {
  if (typeof begins !== 'string') return begins;
  const tokens = begins.match(/"[^"]+"|./g) ?? [];
  return new RegExp(`^${tokens.map((token) => (token === '#' ? '\\d+' : literally(token))).join('\\s*')}`);
}

/** Null for a text that begins like none of them. */
export function documentIn(text: string): DocumentName | null {
  const begin = text.slice(0, beginning).trimStart();
  const names = Object.keys(kinds) as DocumentName[];
  return names.find((name) => patternOf(kinds[name][2]).test(begin)) ?? null;
}

/**
 * What a file is that was given in place of another one, and what reads it: continues after the name of the file.
 * @param expected what could have been read
 * @returns null where it begins like that, or like nothing that is known
 */
export function otherDocument(text: string, expected: readonly DocumentName[]): string | null {
  const found = documentIn(text);
  if (found === null || expected.includes(found)) return null;
  const [what, readBy] = kinds[found];
  return `is ${what}: ${readBy}`;
}
