/** A kind of file that a command writes, or that an operator writes for one. */
type DocumentKind = readonly [
  /** In words, after "is". */
  what: string,
  /** What reads it, as a sentence without its stop. */
  readBy: string,
  /** What such a file begins with. */
  begins: RegExp,
];

/** By the names under which readers say what they expect. */
const kinds = {
  report: [
    'a report',
    'conformance render, compare and waive read it',
    /^\{\s*"formatVersion"\s*:\s*\d+\s*,\s*"tool"/,
  ],
  // Its plan begins with what shows that the service serves anything, or with a question.
  exploration: [
    'a recording of explore, which judges nothing',
    'conformance check reads it',
    /^\{"line":"run",.*?"plan":\[\{"probe":"(?:served|question)\./,
  ],
  recording: ['a recording of a run', 'conformance render, compare, waive and check read it', /^\{"line":"/],
  part: [
    'a part of recorded traffic',
    'conformance check reads it, with all other parts',
    /^\{\s*"partial"\s*:/,
  ],
  traffic: ['recorded traffic', 'conformance check reads it', /^\{\s*"(?:log|startedDateTime|request)"\s*:/],
  waivers: ['a file of waivers', 'pass it with --waivers', /^\{\s*"waivers"\s*:/],
} as const satisfies Readonly<Record<string, DocumentKind>>;

export type DocumentName = keyof typeof kinds;

/** Characters that a document is recognised by. */
const beginning = 1024;

/** Null for a text that begins like none of them. */
export function documentIn(text: string): DocumentName | null {
  const begin = text.slice(0, beginning).trimStart();
  const names = Object.keys(kinds) as DocumentName[];
  return names.find((name) => kinds[name][2].test(begin)) ?? null;
}

/**
 * What a file is that was given in place of another one, and what reads it: continues after the name of the file.
 * @param expected what could have been read
 * @returns null where it begins like that, or like nothing that is known
 */
export function otherDocument(text: string, expected: readonly string[]): string | null {
  const found = documentIn(text);
  if (found === null || expected.includes(found)) return null;
  const [what, readBy] = kinds[found];
  return `is ${what}: ${readBy}`;
}
