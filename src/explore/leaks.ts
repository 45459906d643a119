/** What a response shows of the inside of a service. Each of these is a security observation, never a verdict. */

const signs: readonly (readonly [what: string, sign: RegExp])[] = [
  [
    'stack trace',
    /^\s*at [\w$.<>]+\(.*\)|^Traceback \(most recent call last\)|\.(?:java|kt|py|cs|rb|go|js|ts|php):\d+/m,
  ],
  ['stack trace', /\b(?:[a-z]\w*\.){2,}[A-Z]\w*(?:Exception|Error)\b|^goroutine \d+/m],
  [
    'SQL',
    /\bSELECT\s.{1,200}\sFROM\s|\bINSERT\s+INTO\s|\bUPDATE\s\S+\sSET\s|\bDELETE\s+FROM\s|\bORA-\d{5}\b|\bSQLSTATE\b/,
  ],
  ['internal host', /\b[\w-]+(?:\.[\w-]+)*\.(?:internal|local|localdomain|svc|lan|corp|intranet)\b/i],
  ['internal host', /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b/],
  ['file path', /(?:^|[\s"'(:])(?:\/(?:home|usr|var|opt|srv|app|etc)\/[\w./-]+|[A-Z]:\\\\?[\w\\.-]+)/],
];

/** A text that is longer is not searched to its end. */
const longest = 100_000;

/** Kinds of what a response body shows, each once. */
export function leaksIn(text: string): readonly string[] {
  // What JSON escapes is read as whoever gets the response reads it.
  const plain = text.slice(0, longest).replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
  return [...new Set(signs.flatMap(([what, sign]) => (sign.test(plain) ? [what] : [])))];
}
