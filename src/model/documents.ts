const byCheck = 'conformance check reads it';

/** What commands write, or operators write for them, by the names under which readers say what they expect. */
const documents = {
  report: {
    begins: /^\{\s*"formatVersion"\s*:\s*\d+\s*,\s*"tool"/,
    words: 'is a report: conformance render, compare and waive read it',
  },
  // Its plan begins with what shows that the service serves anything, or with a question.
  exploration: {
    begins: /^\{"line":"run",.*?"plan":\[\{"probe":"(?:served|question)\./,
    words: `is a recording of explore, which judges nothing: ${byCheck}`,
  },
  recording: {
    begins: /^\{"line":"/,
    words: 'is a recording of a run: conformance render, compare, waive and check read it',
  },
  part: {
    begins: /^\{\s*"partial"\s*:/,
    words: `is a part of recorded traffic: ${byCheck}, with all other parts`,
  },
  traffic: {
    begins: /^\{\s*"(?:log|startedDateTime|request)"\s*:/,
    words: `is recorded traffic: ${byCheck}`,
  },
  waivers: { begins: /^\{\s*"waivers"\s*:/, words: 'is a file of waivers: pass it with --waivers' },
} as const;

type DocumentName = keyof typeof documents;

/** Null for a text that begins like none of them. */
export function documentIn(text: string): DocumentName | null {
  const beginning = text.slice(0, 1024).trimStart();
  const names = Object.keys(documents) as DocumentName[];
  return names.find((name) => documents[name].begins.test(beginning)) ?? null;
}

/**
 * What a file is that was given in place of another one, and what reads it; null where it begins as expected, or like
 * nothing that is known.
 */
export function otherDocument(text: string, expected: readonly string[]): string | null {
  const found = documentIn(text);
  return found === null || expected.includes(found) ? null : documents[found].words;
}
