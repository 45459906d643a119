import { mostBytes } from '../../src/files/read.ts';
import { limits } from '../../src/model/limits.ts';
import { longestLine } from '../../src/run/journal.ts';
import { longestWords, mostDigits } from '../../src/secrets/ordinary-text.ts';
import { mostWritten, windowLength } from '../../src/secrets/secret-search.ts';
import type { Hostile } from '../hostile/answers.ts';
import { hostileServices } from '../hostile/services.ts';

/** A promise, and the tests that hold it. */
export interface Promised {
  readonly promise: string;
  /** File and the title of a `describe` or a test in it, parameters left out: `FILE > TITLE`. */
  readonly tests: readonly string[];
}

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

const answers: readonly Promised[] = [
  {
    promise:
      'Whatever a service does, the run ends by itself within its deadlines, with exit 1 or 3: never 0, never 4, never a stack trace.',
    tests: [
      'tests/hostile/services.test.ts > whatever a service answers to the authorised PUT, the run ends, names the cause, and judges the rest',
    ],
  },
  {
    promise:
      'The cause is named in plain words, what was learned before stays, and every report is complete.',
    tests: [
      'tests/hostile/services.test.ts > whatever a service answers to the authorised PUT, the run ends, names the cause, and judges the rest',
      'tests/cli/incomplete.test.ts > a run that is incomplete',
    ],
  },
  {
    promise:
      'Interim answers (1xx) are passed over, an unasked 100 Continue too, in any order and however the bytes arrive. A content or transfer coding that nobody asked for is never a deviation of the JSON.',
    tests: [
      'tests/unit/http/interim.test.ts > an answer after interim ones is read',
      'tests/unit/http/decode.test.ts > content codings',
    ],
  },
  {
    promise: 'No request is sent twice, no redirect is followed, no `Retry-After` is waited for.',
    tests: [
      'tests/hostile/services.test.ts > whatever a service answers to the authorised PUT, the run ends, names the cause, and judges the rest',
      'tests/unit/http/client.test.ts > a client',
    ],
  },
  {
    promise: 'Any JSON value, any bytes, any head: the judge ends and every output is well-formed.',
    tests: [
      'tests/properties/any-answer.test.ts > any answer',
      'tests/properties/changed-answer.test.ts > a conforming answer, changed in a few places',
    ],
  },
  {
    promise:
      'No refusal is taken for an answer that serves, nor an answer that serves for a refusal, whatever either looks like: each means what [the tables](document.md#which-answers-are-judged) say.',
    tests: [
      'tests/properties/cells.test.ts > the cell of an answer',
      'tests/unit/judge/meaning.test.ts > what an answer means',
      'tests/refusals.test.ts > a service that refuses',
    ],
  },
  {
    promise: 'Script, markup, control text and commands to build services are inert in every output.',
    tests: ['tests/hostile/markup.test.ts > a service that says', 'tests/unit/text/escape.test.ts > visible'],
  },
];

const secrets: readonly Promised[] = [
  {
    promise:
      'The token, header values, proxy credentials and private keys are in no output, plain or encoded: percent, JSON and JavaScript, HTML and XML, quoted-printable, Base64 and base64url at any alignment, hexadecimal, lists of byte values, UTF-16; up to four of them one inside another.',
    tests: [
      'tests/unit/secrets/encodings.property.test.ts > a token that is encoded up to four times, whole or cut after 60 percent',
      'tests/hostile/echo.test.ts > secrets that a service says again, in every form and every place',
      'tests/properties/token.test.ts > the token',
      'tests/unit/secrets/redaction.test.ts > a text',
      'tests/unit/secrets/seam.test.ts > a token at every offset around the seam of two windows',
    ],
  },
  {
    promise:
      'Nor does the beginning of one: 60 percent of it, twelve characters at least. What is around it is left byte for byte.',
    tests: ['tests/unit/secrets/encodings.property.test.ts > a token that is cut'],
  },
  {
    promise:
      'Nor where a service takes a secret apart so that a pointer, a list or a file would put it together again. No service can bring about exit 4.',
    tests: ['tests/hostile/split.test.ts > a token that a service takes apart'],
  },
  {
    promise:
      'What was masked is noted and not judged. Secrets of others are masked by the names of keys and headers.',
    tests: ['tests/hostile/confidence.test.ts > what was masked is not judged'],
  },
  {
    promise:
      'Before a run ends, everything it wrote is searched once more. A hit is masked in place, named, and ends with exit 4.',
    tests: [
      'tests/unit/cli/publish.test.ts > the last look at what is written',
      'tests/unit/cli/run.test.ts > a run',
    ],
  },
  {
    promise:
      'A token that is also part of the base URL, an identifier, the transformer or a waiver is refused before anything is sent; what a rule command writes on standard error is shown without it.',
    tests: [
      'tests/slow/process/exposed-token.test.ts > and is also sent openly',
      'tests/slow/process/exposed-token.test.ts > the command that makes a rule',
    ],
  },
  {
    promise:
      'No secret is in arguments, in debug output, or in the environment of another process than the operator’s own command. Variables that hold one are deleted from `process.env` before a request, a worker or a command is started.',
    tests: [
      'tests/hostile/confidence.test.ts > the processes of a run',
      'tests/cli/secrets.test.ts > other secrets of a request are in no output either',
    ],
  },
  {
    promise:
      'That is not so under vitest started by hand: with `CONFORMANCE_LIVE=1` the token is in the environment of vitest and of every worker that it starts, where other tests of the same start can read it. What vitest prints and what is recorded is without it, and judging a recording needs no token.',
    tests: ['tests/slow/vitest/live.test.ts > with CONFORMANCE_LIVE=1'],
  },
  {
    promise:
      'TLS is verified always. Authorities of one’s own, client certificates and proxies work, also together. No switch turns verification off.',
    tests: [
      'tests/hostile/transport.test.ts > a service is reached with',
      'tests/hostile/transport-refused.test.ts > nothing reaches a service behind',
    ],
  },
  {
    promise:
      'A base URL on loopback is never reached through a proxy, whatever the settings name, and names of loopback are looked up nowhere. To any other host plain http: needs permission, also where the proxy is on loopback.',
    tests: [
      'tests/hostile/hops.test.ts > nothing goes where the settings do not lead',
      'tests/unit/http/proxy.test.ts > the hop to a target',
    ],
  },
];

const ourselves: readonly Promised[] = [
  {
    promise:
      'The package holds its dependencies in the versions it was tested with; installing it asks a registry for nothing else. The job that publishes it builds and installs nothing.',
    tests: [
      'tests/slow/package/bundle.test.ts > the tarball, installed without a registry',
      'tests/slow/package/publish.test.ts > the workflow that publishes',
    ],
  },
  {
    promise:
      'No file of a checkout chooses what the GitHub Action, `ci/gitlab.yml` and `ci/generic.sh` install: no `.npmrc`, home, cache or temporary folder in it.',
    tests: ['tests/slow/ci/hostile-checkout.test.ts > installs what it was told'],
  },
  {
    promise:
      'A folder that is missing, full, held or not writable, and settings that make no sense, are named before anything is sent.',
    tests: [
      'tests/slow/process/ourselves.test.ts > a folder for reports, found before anything is sent:',
      'tests/hostile/settings.test.ts > refused by name before anything is sent:',
      'tests/cli/output-folder.test.ts > the folder for reports',
    ],
  },
  {
    promise:
      'A `.env` that nobody named, of a stranger’s checkout for example, runs nothing and names no file or folder outside its own. Beside a token of the environment, and unless the service is on loopback, it decides neither where something is sent (base URL, proxy, CA) nor what is sent or deleted; the same in `run`, `--plan`, `doctor`, `init` and vitest started by hand.',
    tests: [
      'tests/unit/settings/trust.test.ts > is refused, named with its line, left out, and works by either way that is told:',
      'tests/unit/settings/trust-paths.test.ts > a path in a file that nobody named',
      'tests/slow/process/found-settings.test.ts > beside a token of the environment',
    ],
  },
  {
    promise:
      'No file is written through a link, nor over what is no file: every file is new and renamed into place, or refused by name before anything is sent. The folder for reports is no link itself; folders that are made are their owner’s alone.',
    tests: [
      'tests/hostile/obstacles.test.ts > is refused by name, and left as it is:',
      'tests/unit/files/write.test.ts > replacing a file',
      'tests/cli/init.test.ts > a .env that is there',
      'tests/architecture.test.ts > one home for',
    ],
  },
  {
    promise:
      'A base URL is refused, or every request keeps its host and prefix; a flag whose first value would be dropped is refused.',
    tests: [
      'tests/properties/base-url.test.ts > a base URL is refused, or no path of a plan leaves its host and prefix',
      'tests/unit/cli/repeated-flags.test.ts > a flag whose earlier value would be dropped',
    ],
  },
  {
    promise:
      'One run at a time holds a folder. A lock that was left behind is taken over, also where its process id is another process’s now; a run in another container counts as gone once it has not touched its lock for half a minute.',
    tests: [
      'tests/unit/files/lock.test.ts > a lock that was left behind is taken over:',
      'tests/cli/output-folder.test.ts > the folder for reports',
    ],
  },
  {
    promise:
      'Too few file descriptors and a working directory that is gone are exit 2 before anything is sent, never exit 4.',
    tests: [
      'tests/slow/process/surroundings.test.ts > few file descriptors: refused by name before anything is sent, or a whole run',
    ],
  },
  {
    promise:
      'A signal during an operator’s command ends it at once, with all that it started, and nothing is sent: exit 130 or 143.',
    tests: [
      "tests/slow/process/interrupt.test.ts > a signal during an operator's command",
      "tests/unit/run/command.test.ts > the operator's command",
    ],
  },
  {
    promise:
      'Nothing is sent that the journal does not announce, at whatever moment the run is killed; `render` makes reports of it and says that the run was cut.',
    tests: ['tests/slow/process/kill.test.ts > a run that is killed'],
  },
  {
    promise:
      'SIGINT and SIGTERM leave reports of what was done. Lost streams and a clock that jumps change no verdict.',
    tests: [
      'tests/slow/process/surroundings.test.ts > streams that are lost',
      'tests/slow/process/interrupt.test.ts > a signal in the middle of a run',
    ],
  },
  {
    promise:
      'A recording or a report may be the work of somebody else. It is held to its schema line by line, and bounded; what does not fit is exit 2 with the line and what was expected. Nothing in it acts in a terminal, a log, a page or vitest, and every part of a curl command is one quoted argument.',
    tests: [
      'tests/properties/read-back.test.ts > a file that somebody else wrote: render, compare, waive, --previous, vitest by hand',
      'tests/unit/cli/written-files.test.ts > a recording',
      'tests/unit/report/settlement.test.ts > what a service wrote acts nowhere',
      'tests/properties/curl.test.ts > a curl command, pasted into bash',
    ],
  },
  {
    promise:
      'Whatever a command prints passes one function that shows control, bidirectional and invisible characters and commands of build services instead of letting them act. What a proxy or a certificate says is told by `doctor` and `init` without the credentials of the proxy.',
    tests: [
      'tests/unit/cli/io.test.ts > whatever is printed as text, on either stream, acts on nothing',
      'tests/hostile/ways-printed.test.ts > a certificate with escape sequences, line feeds and commands',
    ],
  },
  {
    promise: 'A fault of the suite itself is exit 4 with a sentence, never a verdict.',
    tests: [
      'tests/slow/process/broken-package.test.ts > a fault of the suite itself',
      'tests/slow/process/surroundings.test.ts > streams that are lost',
    ],
  },
  {
    promise:
      'The memory of a run of 100 repeats stays below 200 MB, each report file of any run below 10 MB and its recording below 64 MB, whatever an answer is made of: one budget counts heads, masked places and escapes as they are written.',
    tests: [
      'tests/slow/process/memory.test.ts > memory and files stay within their bounds against',
      'tests/slow/process/memory-floods.test.ts > memory and files stay within their bounds against',
      'tests/unit/http/budget.test.ts > whatever a service sends',
      'tests/unit/report/excerpt.test.ts > exchanges in a report',
    ],
  },
  {
    promise:
      'What does not fit is named: headers and masked places beyond are counted, long values in reports are cut with their length and a hash. No body is cut in the recording: an answer that does not fit is too large, never a deviation.',
    tests: [
      'tests/unit/http/budget.test.ts > what does not fit is told',
      'tests/slow/process/memory-floods.test.ts > memory and files stay within their bounds against',
    ],
  },
];

export const promises: readonly Promised[] = [...answers, ...secrets, ...ourselves];

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function testCell(test: string): string {
  const [path, title = ''] = test.split(' > ');
  return cell(`\`${path}\`: ${title.replace(/:$/, '')}`);
}

function promiseTable(list: readonly Promised[]): readonly string[] {
  const rows = list.map(({ promise, tests }) => `| ${cell(promise)} | ${tests.map(testCell).join('<br>')} |`);
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
    'headers that are kept of one answer',
    `${limits.headers}, in ${limits.keptHeaderBytes / 1024} KiB; the others are counted`,
  ],
  [
    'one answer as it is written to the recording, head, masked places and escapes included',
    mebibytes(limits.exchangeBytes),
  ],
  [
    'all answers of a run, written so',
    `${mebibytes(limits.runBytes)}; from then on ${limits.leastExchangeBytes / 1024} KiB each`,
  ],
  [
    'bodies of all requests of a run, written so',
    `${mebibytes(limits.requestBytes)}; more is refused before anything is sent`,
  ],
  ['JSON values of one body', limits.values.toLocaleString('en-GB')],
  [
    'JSON values of all answers of a run',
    `${limits.runValues.toLocaleString('en-GB')}; from then on ${limits.leastExchangeValues.toLocaleString('en-GB')} each`,
  ],
  ['levels of nesting', String(limits.depth)],
  ['content codings around a body', String(limits.codings)],
  ['interim answers (1xx)', String(limits.interimResponses)],
  [
    'a report or a recording that is read back',
    `${mebibytes(mostBytes)}; ${longestLine / 1024 / 1024} MiB a line`,
  ],
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
    `Some values cannot be distinguished from honest text. They are masked in the request and not searched for: fewer than ${limits.shortestSecret}`,
    'characters; what is sent openly anyway, in a path or a body; words of the document and short numbers; and, of headers',
    'whose names do not end in a word such as `token`, `secret`, `password` or `api-key`: numbers and versions of at most',
    `${mostDigits} digits, dates and times, and words in one case, of letters alone, of ${longestWords} characters together at most. Longer`,
    'numbers, UUIDs and anything of letters and digits are secrets. A value is not masked by its beginning where that',
    'beginning is sent openly, as a URL’s may be.',
    '',
    'What is not promised: an encoding that is not named above, encryption, compression (other than the content codings of a',
    'body), a text written backwards or with characters between its own, more than four encodings, lines that quoted-printable',
    `broke twice over, secrets that were shorter than twelve characters and are cut, and, in texts of more than ${windowLength / 1024} KiB,`,
    `secrets that are written with more than ${mostWritten} characters for each of their own, or more than ${windowLength / 1024} KiB in all.`,
    'And the environment of the process: what is deleted from `process.env` stays in',
    'the memory of the process and, on Linux, in `/proc/self/environ`, which the same user and root can read for as long as',
    'it runs. `CONFORMANCE_ACCESS_TOKEN_FILE` and `CONFORMANCE_ACCESS_TOKEN_COMMAND` keep the token out of there. The',
    'operator’s own commands get the whole environment.',
    '',
    'A recording that is rendered again was redacted when it was made; no secret is known by then.',
    '',
    'Nobody names the secrets of recorded or watched traffic. The token of an exchange, and the values of its headers with a',
    'telling name, are masked wherever they occur in that exchange; credentials in URLs and JSON members by their names. Of other',
    'headers only those that `src/secrets/sensitive-names.ts` allows are kept. Every output is also searched for the first twenty',
    'different tokens. A token that occurs in the body of another exchange, under a name that does not tell, is shown.',
    '',
    '## Ourselves',
    '',
    ...promiseTable(ourselves),
    '',
    '## Bounds',
    '',
    'What is larger is not read; the requirements that it concerns are not checked.',
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
    '- `npm run properties` tries each property on 10,000 cases, the gate on 1,000, `npm test` on 100. The seed is printed;',
    '  `CONFORMANCE_PROPERTY_SEED` takes it again.',
    '- `npm run fuzz -- --seconds 600` attacks whole runs for 600 seconds and prints cases tried, failures found and their seeds.',
    '',
  ].join('\n');
}
