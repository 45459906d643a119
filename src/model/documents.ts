/** A kind of file that a command writes, or that an operator writes for one. */
interface DocumentKind {
  /** In words, after "is". */
  readonly what: string;
  /** What reads it, as a sentence without its stop. */
  readonly readBy: string;
  /** What such a file begins with. */
  readonly begins: RegExp;
}

const byNone = 'no command reads it';
const reports = 'conformance render, compare, matrix and waive read it';

/** By the names under which readers say what they expect. */
const kinds = {
  report: {
    what: 'a report (report.json)',
    readBy: reports,
    begins: /^\{\s*"formatVersion"\s*:\s*\d+\s*,\s*"tool"/,
  },
  recording: {
    what: 'a recording of a run (exchanges.ndjson)',
    readBy: 'conformance render, compare, matrix, waive and check read it',
    begins: /^\{\s*"line"\s*:\s*"/,
  },
  part: {
    what: 'a part of recorded traffic, as check --partial writes it',
    readBy: 'conformance merge reads it',
    begins: /^\{\s*"partial"\s*:/,
  },
  har: {
    what: 'a HAR',
    readBy: 'conformance check reads it',
    begins: /^\{\s*"log"\s*:\s*\{/,
  },
  exchanges: {
    what: 'recorded traffic, one exchange a line',
    readBy: 'conformance check reads it',
    begins: /^\{\s*"(?:startedDateTime|request)"\s*:/,
  },
  waivers: {
    what: 'a file of waivers',
    readBy: 'pass it with --waivers to conformance run, check, merge, watch or render',
    begins: /^\{\s*"waivers"\s*:/,
  },
  answers: {
    what: 'a file of answers (conformance.answers.json)',
    readBy: 'pass it with --answers to conformance run, check, merge, watch, explore or answers',
    begins: /^\{\s*"formatVersion"\s*:\s*\d+\s*,\s*"found"/,
  },
  config: {
    what: 'a file of targets (conformance.config.json)',
    readBy: 'pass it with --config to conformance run, init or doctor',
    begins: /^\{\s*(?:"\$schema"\s*:\s*"[^"]*"\s*,\s*)?"(?:targets|defaults)"\s*:/,
  },
  locations: {
    what: 'a file of locations',
    readBy: 'pass it with --locations to conformance run',
    begins: /^\{\s*"locations"\s*:/,
  },
  comparison: {
    what: 'a comparison (comparison.json)',
    readBy: `${byNone}; conformance compare makes it from two reports`,
    begins: /^\{\s*"formatVersion"\s*:\s*\d+\s*,\s*"before"/,
  },
  matrix: {
    what: 'a matrix (matrix.json)',
    readBy: `${byNone}; conformance matrix makes it from reports`,
    begins: /^\{\s*"formatVersion"\s*:\s*\d+\s*,\s*"columnsAre"/,
  },
  checks: {
    what: 'what conformance doctor --json printed',
    readBy: byNone,
    begins: /^\{\s*"checks"\s*:/,
  },
  requirements: {
    what: 'a list of requirements, as conformance requirements prints it',
    readBy: byNone,
    begins: /^(?:\[\s*\{\s*"id"\s*:|\| id \| strength \|)/,
  },
  openapi: {
    what: 'the contract as OpenAPI, as conformance openapi prints it',
    readBy: byNone,
    begins: /^\{\s*"openapi"\s*:/,
  },
  overlay: {
    what: 'an OpenAPI Overlay, as conformance openapi --overlay prints it',
    readBy: byNone,
    begins: /^\{\s*"overlay"\s*:/,
  },
  schema: {
    what: 'a JSON Schema, as conformance schema prints it',
    readBy: byNone,
    begins: /^\{\s*"\$schema"\s*:\s*"https:\/\/json-schema\.org\//,
  },
  codeQuality: {
    what: 'a Code Quality report (gl-code-quality.json)',
    readBy: `${byNone} but GitLab`,
    begins: /^\[\s*\{\s*"description"\s*:/,
  },
  sarif: {
    what: 'a SARIF file (report.sarif)',
    readBy: `${byNone} but code scanning`,
    begins: /^\{\s*"\$schema"\s*:\s*"[^"]*sarif/,
  },
  junit: {
    what: 'a JUnit file (junit.xml)',
    readBy: `${byNone} but CI`,
    begins: /^<\?xml\b/,
  },
  page: {
    what: 'a page in HTML',
    readBy: `${byNone} but a browser`,
    begins: /^<!doctype html\b/i,
  },
  markdown: {
    what: 'a summary in Markdown',
    readBy: byNone,
    begins: /^(?:<!-- entity-config-conformance|## )/,
  },
} as const satisfies Readonly<Record<string, DocumentKind>>;

export type DocumentName = keyof typeof kinds;

/** Characters that a document is recognised by. */
const beginning = 1024;

/** Null for a text that begins like none of them. */
export function documentIn(text: string): DocumentName | null {
  const begin = text.slice(0, beginning).trimStart();
  const names = Object.keys(kinds) as DocumentName[];
  return names.find((name) => kinds[name].begins.test(begin)) ?? null;
}

/**
 * What a file is that was given in place of another one, and what reads it: continues after the name of the file.
 * @param expected what could have been read
 * @returns null where it begins like that, or like nothing that is known
 */
export function otherDocument(text: string, expected: readonly DocumentName[]): string | null {
  const found = documentIn(text);
  if (found === null || expected.includes(found)) return null;
  const { what, readBy } = kinds[found];
  return `is ${what}: ${readBy}`;
}
