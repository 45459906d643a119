import { limits } from '../../src/target/limits.ts';
import { longestWords, mostDigits } from '../../src/target/ordinary-text.ts';
import type { Hostile } from '../hostile/answers.ts';
import { hostileServices } from '../hostile/services.ts';

/** A promise, and the files that hold it. */
export interface Promised {
  readonly promise: string;
  readonly tests: readonly string[];
}

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

const answers: readonly Promised[] = [
  {
    promise:
      'Whatever a service does, the run ends by itself within its deadlines, with exit 1 or 3: never 0, never 4, never a stack trace.',
    tests: ['tests/hostile/services.test.ts', 'tests/hostile/cli.test.ts', 'tests/hostile/everyone.test.ts'],
  },
  {
    promise:
      'The cause is named in plain words, what was learned before stays, and every report is complete.',
    tests: ['tests/hostile/cli.test.ts', 'tests/cli/incomplete.test.ts'],
  },
  {
    promise: 'No request is sent twice, no redirect is followed, no `Retry-After` is waited for.',
    tests: ['tests/hostile/services.test.ts', 'tests/unit/target/client.test.ts'],
  },
  {
    promise: 'Any JSON value, any bytes, any head: the judge ends and every output is well-formed.',
    tests: ['tests/properties/any-answer.test.ts', 'tests/properties/changed-answer.test.ts'],
  },
  {
    promise: 'Script, markup, control text and commands to build services are inert in every output.',
    tests: ['tests/hostile/markup.test.ts', 'tests/unit/reporters/support/escape.test.ts'],
  },
];

const secrets: readonly Promised[] = [
  {
    promise:
      'The token, header values, proxy credentials and private keys stand in no output, plain or encoded: percent, JSON and JavaScript, HTML and XML, quoted-printable, Base64 and base64url at any alignment, hexadecimal, lists of byte values, UTF-16; up to four of them one inside another.',
    tests: [
      'tests/unit/target/encodings.property.test.ts',
      'tests/hostile/echo.test.ts',
      'tests/properties/token.test.ts',
      'tests/unit/target/redaction.test.ts',
    ],
  },
  {
    promise:
      'Nor does the beginning of one: 60 percent of it, twelve characters at least. What stands around is left byte for byte.',
    tests: ['tests/unit/target/encodings.property.test.ts'],
  },
  {
    promise:
      'Nor where a service takes a secret apart so that a pointer, a list or a file would put it together again. No service can bring about exit 4.',
    tests: ['tests/hostile/split.test.ts'],
  },
  {
    promise:
      'What was masked is noted and not judged. Secrets of others are masked by the names of keys and headers.',
    tests: ['tests/hostile/confidence.test.ts'],
  },
  {
    promise:
      'Before a run ends, everything it wrote is searched once more. A hit is masked in place, named, and ends with exit 4.',
    tests: ['tests/unit/cli/publish.test.ts', 'tests/unit/cli/run.test.ts'],
  },
  {
    promise:
      'A token that also stands in the base URL, an identifier, the transformer or a waiver is refused before anything is sent; what a rule command writes on standard error is told without it.',
    tests: ['tests/cli/exposed-token.test.ts'],
  },
  {
    promise:
      'No secret is in arguments, in debug output, or in the environment of another process than the operator’s own command. Variables that hold one are deleted from `process.env` before a request, a worker or a command is started.',
    tests: ['tests/hostile/confidence.test.ts', 'tests/cli/secrets.test.ts'],
  },
  {
    promise:
      'TLS is verified always. Authorities of one’s own, client certificates and proxies work, also together. No switch turns verification off.',
    tests: ['tests/hostile/transport.test.ts', 'tests/hostile/transport-refused.test.ts'],
  },
];

const ourselves: readonly Promised[] = [
  {
    promise:
      'A folder that is missing, full, held or not writable, and settings that make no sense, are named before anything is sent.',
    tests: [
      'tests/hostile/ourselves.test.ts',
      'tests/hostile/settings.test.ts',
      'tests/cli/output-folder.test.ts',
    ],
  },
  {
    promise:
      'Nothing is sent that the journal does not announce, at whatever moment the run is killed; `render` makes reports of it and says that the run was cut.',
    tests: ['tests/cli/kill.test.ts'],
  },
  {
    promise:
      'SIGINT and SIGTERM leave reports of what was done. Lost streams and a clock that jumps change no verdict.',
    tests: ['tests/hostile/process.test.ts', 'tests/cli/interrupt.test.ts'],
  },
  {
    promise: 'A fault of the suite itself is exit 4 with a sentence, never a verdict.',
    tests: ['tests/cli/broken-suite.test.ts', 'tests/hostile/process.test.ts'],
  },
  {
    promise:
      'The memory of a run stays below 200 MB and each report file below 10 MB; long values are cut, with their length and a hash.',
    tests: ['tests/hostile/memory.test.ts', 'tests/unit/report/excerpt.test.ts'],
  },
];

export const promises: readonly Promised[] = [...answers, ...secrets, ...ourselves];

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function promiseTable(list: readonly Promised[]): readonly string[] {
  const rows = list.map(
    ({ promise, tests }) => `| ${cell(promise)} | ${tests.map((path) => `\`${path}\``).join(', ')} |`,
  );
  return ['| promise | tested in |', '|---|---|', ...rows];
}

const outcomes: Readonly<Record<Hostile['exitCode'], string>> = {
  1: 'exit 1, deviates',
  3: 'exit 3, incomplete',
};

function serviceTable(): readonly string[] {
  const rows = hostileServices.map(
    ({ name, does, exitCode }) => `| ${cell(name)} | ${cell(does)} | ${outcomes[exitCode]} |`,
  );
  return ['| name | what the service does | expected outcome |', '|---|---|---|', ...rows];
}

const boundRows: readonly (readonly [string, string])[] = [
  ['header names and values of one answer', `${limits.headerBytes / 1024} KiB`],
  ['body of one answer, also once its codings are undone', mebibytes(limits.bodyBytes)],
  [
    'bodies of a run together',
    `${mebibytes(limits.runBodyBytes)}; from then on ${limits.leastBodyBytes / 1024} KiB each`,
  ],
  ['JSON values of one body', limits.values.toLocaleString('en-GB')],
  ['levels of nesting', String(limits.depth)],
  ['content codings around a body', String(limits.codings)],
  ['interim answers (1xx)', String(limits.interimResponses)],
];

/** docs/security.md: what is promised against services that are hostile or fail, and how each promise is tested. */
export function securityDocument(): string {
  return [
    '# Security',
    '',
    'Generated by `npm run docs`. A conformance suite talks to services that are, by assumption, broken. It is also given',
    'a token, and deletes things. This is what it promises, and where each promise is tested.',
    '',
    '## Whatever a service answers',
    '',
    ...promiseTable(answers),
    '',
    '## Secrets',
    '',
    ...promiseTable(secrets),
    '',
    `Some values cannot be told from honest text. They are masked in the request and not searched for: fewer than ${limits.shortestSecret}`,
    'characters; what is sent openly anyway, in a path or a body; words of the document and short numbers; and, of headers',
    'whose names do not end in a word such as `token`, `secret`, `password` or `api-key`: numbers and versions of at most',
    `${mostDigits} digits, dates and times, and words in one case, of letters alone, of ${longestWords} characters together at most. Longer`,
    'numbers, UUIDs and anything of letters and digits are secrets. A value is not masked by its beginning where that',
    'beginning is sent openly, as a URL’s may be.',
    '',
    'What is not promised: an encoding that is not named above, encryption, compression (other than the content codings of a',
    'body), a text written backwards or with characters between its own, more than four encodings, and secrets that were',
    'shorter than twelve characters and are cut. And the environment of the process: what is deleted from `process.env` stays in',
    'the memory of the process and, on Linux, in `/proc/self/environ`, which the same user and root can read for as long as',
    'it runs. `CONFORMANCE_ACCESS_TOKEN_FILE` and `CONFORMANCE_ACCESS_TOKEN_COMMAND` keep the token out of there. The',
    'operator’s own commands get the whole environment.',
    '',
    'A recording that is rendered again was redacted when it was made; no secret is known by then.',
    '',
    '## Ourselves',
    '',
    ...promiseTable(ourselves),
    '',
    '## Bounds',
    '',
    'What is larger is not read; the rows that it concerns are not exercised.',
    '',
    '| of | at most |',
    '|---|---|',
    ...boundRows.map(([of, most]) => `| ${of} | ${most} |`),
    '',
    '## Hostile services',
    '',
    `${hostileServices.length} services, each met by the judge, and by the command in a process of its own. All are hostile to the authorised`,
    'PUT and answer everything else as they should, so that one can see that what else was learned stays. The echoes of',
    '`tests/hostile/echo.test.ts` (every form of a secret in every place), the texts of `tests/hostile/markup.test.ts` and',
    'the split secrets of `tests/hostile/split.test.ts` come on top: exit 1 or 3 for all of them.',
    '',
    ...serviceTable(),
    '',
    '## More cases, for as long as there is time',
    '',
    '- `npm run properties` tries each property on 10,000 cases, `npm test` on 1,000. The seed is printed;',
    '  `CONFORMANCE_PROPERTY_SEED` takes it again.',
    '- `npm run fuzz -- --seconds 600` attacks whole runs for 600 seconds and prints cases tried, failures found and their seeds.',
    '',
  ].join('\n');
}
