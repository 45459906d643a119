/** What docs/security.md promises. */

/** A promise, and the tests that hold it. */
export interface Promised {
  readonly promise: string;
  /** File and the title of a `describe` or a test in it, parameters left out: `FILE > TITLE`. */
  readonly tests: readonly string[];
}

export const answers: readonly Promised[] = [
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

export const secrets: readonly Promised[] = [
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
      'What was masked is noted and not judged. Secrets of others are masked by the names of keys and headers; in URLs, those in bodies too, by the names of parameters, and user information always.',
    tests: [
      'tests/hostile/confidence.test.ts > what was masked is not judged',
      'tests/unit/secrets/redacted-json.test.ts > a JSON body',
    ],
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

export const ourselves: readonly Promised[] = [
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
