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
      'A request that is carried out without credentials, or with a made-up token, is a deviation whatever the response looks like: 201, 204 and 205 without a body refuse nothing. Where it is not known whether it was carried out, that comes before everything else that was not checked, and a rule that it may have deleted is named.',
    tests: [
      'tests/attacks/properties/unauthorised.test.ts > an unauthorised request is served, refused or unclear, whatever comes back, and its effects are reported',
    ],
  },
  {
    promise:
      'Whatever a service does, the run ends by itself within its deadlines, with exit 1 or 3: never 0, never 4, never a stack trace.',
    tests: [
      'tests/attacks/services.test.ts > whatever a service responds to the authorised PUT, the run ends, names the cause, and judges the rest',
    ],
  },
  {
    promise:
      'The cause is named in plain words, what was learned before stays, and every report is complete.',
    tests: [
      'tests/attacks/services.test.ts > whatever a service responds to the authorised PUT, the run ends, names the cause, and judges the rest',
      'tests/commands/incomplete.test.ts > a run that is incomplete',
    ],
  },
  {
    promise:
      'Interim responses (1xx) are passed over, up to 16 of them; an unasked 100 Continue is a failed request whose reason says so. A content or transfer coding that was not asked for is never a deviation of the JSON.',
    tests: [
      'tests/unit/http/failure.test.ts > a service that',
      'tests/unit/http/decode.test.ts > content codings',
    ],
  },
  {
    promise: 'No request is sent twice, no redirect is followed, no `Retry-After` is waited for.',
    tests: [
      'tests/attacks/services.test.ts > whatever a service responds to the authorised PUT, the run ends, names the cause, and judges the rest',
      'tests/unit/http/client.test.ts > a client',
    ],
  },
  {
    promise:
      'Any JSON value, any bytes, any status line and headers: the judge ends and every output is well-formed.',
    tests: [
      'tests/attacks/properties/any-response.test.ts > any response',
      'tests/attacks/properties/any-response.test.ts > a conforming response, changed in a few places',
    ],
  },
  {
    promise:
      'No refusal is taken for a response that serves, nor a response that serves for a refusal, whatever either looks like: each means what [the tables](document.md#which-responses-are-judged) say.',
    tests: [
      'tests/attacks/properties/cells.test.ts > the cell of a response',
      'tests/unit/reading/meaning.test.ts > what a response means',
      'tests/unit/engine/refusals.test.ts > a service that refuses',
    ],
  },
  {
    promise: 'Script, markup, control text and commands to build services are inert in every output.',
    tests: [
      'tests/attacks/formats.test.ts > does nothing, and changes no shape',
      'tests/unit/text/escape.test.ts > visible',
    ],
  },
  {
    promise:
      'The same holds for any text of others in any format of any command, and in every flag: traffic, recordings, reports, waivers, labels, names of files. A new format without this check fails the tests.',
    tests: [
      'tests/attacks/formats.test.ts > every registry has an input here, and every format a kind',
      'tests/attacks/formats.test.ts > every module that renders is in a registry, and nothing outside of reporters/ goes past one',
      'tests/attacks/formats.test.ts > whatever a text is',
      'tests/attacks/commands.test.ts > in traffic, recordings, reports, waivers and the names of files:',
    ],
  },
];

export const secrets: readonly Promised[] = [
  {
    promise:
      'The token, header values, proxy credentials and private keys are in no output, plain or encoded once: percent, JSON and JavaScript, also inside JSON, HTML and XML, Base64 and base64url at any alignment, also percent-encoded or in JSON, hexadecimal.',
    tests: [
      'tests/unit/secrets/encodings.property.test.ts > a token that is encoded, whole or cut after 60 percent',
      'tests/attacks/echo.test.ts > secrets that a service says again, in every form and every place',
      'tests/unit/secrets/redaction.test.ts > a text',
      'tests/unit/secrets/needles.test.ts > a text of',
    ],
  },
  {
    promise:
      'Nor does the beginning of one: 60 percent of it, twelve characters at least. What is around it is left byte for byte.',
    tests: ['tests/unit/secrets/encodings.property.test.ts > a token that is cut'],
  },
  {
    promise:
      'What was masked is noted and not judged. Secrets of others are masked by the names of headers, of JSON members with all strings and numbers in them, and of parameters of URLs and forms; user information of URLs always, as the URL standard of WHATWG reads it. So they are also in URLs inside strings, in JSON inside strings, and in bodies that were cut or are not JSON.',
    tests: [
      'tests/attacks/confidence.test.ts > what was masked is not judged',
      'tests/unit/secrets/redacted-json.test.ts > a JSON body',
      'tests/unit/secrets/text-credentials.test.ts > a header such as',
    ],
  },
  {
    promise:
      'In recorded and watched traffic no such secret is in any output of `check`, `watch`, a part or `merge`, whatever place it has: URL, header, cookie, User-Agent, body, or an entry that cannot be read. It is masked in time that is linear in the size of what is recorded.',
    tests: [
      'tests/attacks/properties/named-secrets.test.ts > a secret that only its name gives away is in no output',
      'tests/attacks/properties/named-secrets.test.ts > what cannot be read of',
      'tests/commands/watch.test.ts > a secret that only its name gives away is in no output of a watch',
      'tests/unit/secrets/text-credentials.test.ts > a body of',
    ],
  },
  {
    promise:
      'Before a run ends, everything it wrote is searched for the token once more. A hit is masked in place; one in an exchange is named, and ends with exit 4. In traffic it is only masked: a token of one exchange may be in another, and whoever wrote the traffic must not choose the exit code.',
    tests: [
      'tests/unit/cli/publish.test.ts > the last look at what is written',
      'tests/unit/cli/run.test.ts > a run',
    ],
  },
  {
    promise:
      'A token that is also part of the base URL, an identifier, the transformer or a waiver is refused before anything is sent; what a rule command writes on standard error is shown without it.',
    tests: [
      'tests/commands/exposed-token.test.ts > a token that is also sent openly',
      'tests/commands/exposed-token.test.ts > the command that makes a rule',
    ],
  },
  {
    promise:
      'The commands that make a rule and clean up find the token in a file that only its owner can read, which `CONFORMANCE_ACCESS_TOKEN_FILE` names and which is gone after the run.',
    tests: ['tests/commands/rule-command.test.ts > the environment of the command'],
  },
  {
    promise:
      'No secret is in arguments, in debug output, or in the environment of another process than the operator’s own command. Variables that hold one are deleted from `process.env` before a request, a worker or a command is started.',
    tests: [
      'tests/attacks/confidence.test.ts > the processes of a run',
      'tests/attacks/confidence.test.ts > debug output that the environment asks for',
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
      'tests/attacks/transport.test.ts > a service is reached with',
      'tests/attacks/transport.test.ts > nothing reaches a service behind',
      'tests/unit/http/connect.test.ts > TLS',
    ],
  },
  {
    promise:
      'A base URL on loopback is never reached through a proxy, whatever the settings name, and names of loopback are looked up nowhere. To any other host plain http: needs permission, also where the proxy is on loopback.',
    tests: [
      'tests/attacks/hops.test.ts > nothing goes where the settings do not lead',
      'tests/unit/http/proxy.test.ts > the hop to a target',
    ],
  },
];

export const ourselves: readonly Promised[] = [
  {
    promise:
      'The package holds its dependencies in the versions it was tested with; installing it asks a registry for nothing else. The job that publishes it builds and installs nothing.',
    tests: [
      'tests/slow/package/publish.test.ts > the package',
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
      'A folder that is not writable, and settings that make no sense, ids of `--require-shown` that cannot be required among them, are named before anything is sent.',
    tests: [
      'tests/commands/require-shown.test.ts > an id that cannot be required',
      'tests/slow/process/ourselves.test.ts > a folder for reports, found before anything is sent:',
      'tests/commands/safety.test.ts > refused before anything is sent',
      'tests/commands/output-folder.test.ts > the folder for reports',
    ],
  },
  {
    promise: 'What a run writes starts no further run under `run --watch`.',
    tests: ['tests/slow/process/run-watch.test.ts > its own reports start no run'],
  },
  {
    promise:
      'A signal ends the operator’s commands with all that they started, the one that cleans up as well.',
    tests: [
      "tests/slow/process/interrupt.test.ts > a signal during an operator's command",
      'tests/slow/process/interrupt.test.ts > a signal during the cleanup command',
    ],
  },
  {
    promise:
      'Only regular files are replaced or removed: no file is written through a link or over a folder, a link, a pipe, a socket or a device. Every file is new and renamed into place, or refused by name before anything is sent. A pipe or a character device that `--partial` or `waive --out` names is written to. The folder for reports is not a link itself; folders that are made are their owner’s alone.',
    tests: [
      'tests/attacks/obstacles.test.ts > is refused by name, and left as it is:',
      'tests/attacks/destinations.test.ts > an option that names one file',
      'tests/unit/files/write.test.ts > replacing a file',
      'tests/commands/init.test.ts > a .env that is there',
      'tests/unit/architecture.test.ts > one home for',
    ],
  },
  {
    promise:
      'A base URL is refused, or every request keeps its host and prefix; a flag whose first value would be dropped is refused.',
    tests: [
      'tests/attacks/properties/base-url.test.ts > a base URL is refused, or no path of a plan leaves its host and prefix',
      'tests/unit/cli/repeated-flags.test.ts > a flag whose earlier value would be dropped',
    ],
  },
  {
    promise:
      'A recording is written under a name of its run until the run ends, so two runs in one folder never mix; the reports of the last one stand.',
    tests: ['tests/commands/output-folder.test.ts > two runs at the same time'],
  },
  {
    promise: 'A working directory that is gone is exit 2 before anything is sent, never exit 4.',
    tests: ['tests/slow/process/surroundings.test.ts > a working directory that is gone'],
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
      'Nothing is sent that the journal does not announce, whenever the run is killed; `render` makes reports of it and says that the run was cut.',
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
      'A part of recorded traffic may be the work of somebody else as well: each line is bounded and held to its schema, and what does not fit, is cut or belongs to no part is exit 2. `merge` compares the requestIds of all parts, so it never says that they differ where one pass would find equal ones. A file that another command reads is refused with what it is.',
    tests: [
      'tests/attacks/properties/bounds.test.ts > changed at random, it is read or refused',
      'tests/attacks/properties/parts.test.ts > are found together what one pass finds, equal requestIds included',
      'tests/commands/parts.test.ts > are not compared with those of a part that was cut, which is refused',
      'tests/commands/documents.test.ts > %s is read, or refused by name',
    ],
  },
  {
    promise:
      'A recording or a report may be the work of somebody else. It is held to its schema line by line, and bounded; what does not fit is exit 2 with the line and what was expected. Nothing in it acts in a terminal, a log, a page or vitest, and every part of a curl command is one quoted argument.',
    tests: [
      'tests/attacks/properties/bounds.test.ts > vitest, started by hand, takes a recording at a bound or refuses it',
      'tests/attacks/properties/bounds.test.ts > any bound in any place',
      'tests/unit/cli/written-files.test.ts > a recording',
      'tests/unit/report/settlement.test.ts > what a service wrote acts nowhere',
      'tests/attacks/properties/curl.test.ts > a curl command, pasted into bash',
    ],
  },
  {
    promise:
      'Nothing that is read back ends in exit 4 or an abort, whatever number, date, address or text it has in whatever place: reports, recordings, parts, waivers, locations, `.env` and recorded traffic, in every command that reads them. Nothing outside the folder for reports is written or changed.',
    tests: [
      'tests/attacks/properties/bounds.test.ts > any bound in any place',
      'tests/attacks/properties/bounds.test.ts > changed at random, it is read or refused',
    ],
  },
  {
    promise:
      'Names are looked up among what the suite or the file itself declares: `toString` or `__proto__` is not an id, format, flag, fault or requirement.',
    tests: [
      'tests/attacks/properties/bounds.test.ts > is no name of a command, a flag, a format, a fault or a requirement',
      'tests/attacks/properties/bounds.test.ts > is no id in a file',
    ],
  },
  {
    promise:
      'Traffic, parts and reports that are read take time in proportion to their size and bounded memory, whatever they are made of: nesting of a HAR, what is skipped too, is bounded, as are lines, entries, request headers whose names say that they hold a secret, and the size of a part and of a report. What a report keeps of a recorded request has the limits of a response.',
    tests: [
      'tests/slow/process/documents.test.ts > a document that grows is read to its end, or refused, within bounds',
      'tests/commands/parts.test.ts > parts that do not fit',
    ],
  },
  {
    promise:
      'Whatever a command prints passes one function that shows control, bidirectional and invisible characters and commands of build services instead of letting them act. What a proxy or a certificate says is reported by `doctor` and `init` without the credentials of the proxy.',
    tests: [
      'tests/unit/cli/io.test.ts > whatever is printed as text, on either stream, acts on nothing',
      'tests/attacks/ways-printed.test.ts > a certificate with escape sequences, line feeds and commands',
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
      'The memory of a run of 100 repeats stays below 200 MB, each report file of any run below 10 MB and its recording below 64 MB, whatever a response is made of: one budget counts headers, masked places and escapes as they are written, and JSON values by the memory that they take.',
    tests: [
      'tests/slow/process/memory.test.ts > memory and files stay within their bounds against',
      'tests/slow/process/memory-floods.test.ts > memory and files stay within their bounds against',
      'tests/unit/http/budget.test.ts > whatever a service sends',
      'tests/unit/report/excerpt.test.ts > exchanges in a report',
    ],
  },
  {
    promise:
      'What does not fit is named: headers and masked places beyond are counted, long values in reports are cut with their length and a hash. No body is cut in the recording: a response that does not fit is too large, never a deviation.',
    tests: [
      'tests/unit/http/budget.test.ts > what does not fit is told',
      'tests/slow/process/memory-floods.test.ts > memory and files stay within their bounds against',
    ],
  },
];

export const servers: readonly Promised[] = [
  {
    promise:
      '`watch` passes only requests for loopback, for the address that it listens on, or for a host that `--allow-host` names. A web page whose host name is changed to lead to it gets 421, and the service gets nothing.',
    tests: [
      'tests/unit/http/relay/hosts.test.ts > a request is not passed',
      'tests/commands/watch.test.ts > a request for another host',
    ],
  },
  {
    promise:
      'Neither a client nor a service of `watch` makes it hold more than the other end takes: bodies, interim responses and pipelined requests wait at their sender. What is kept to be judged is bounded, headers included.',
    tests: [
      'tests/unit/http/relay/bodies.test.ts > whoever reads slowly slows the other end',
      'tests/commands/watch.test.ts > headers that are too long to be judged pass, are counted, and make the outcome incomplete',
    ],
  },
  {
    promise:
      'A client of `watch` that leaves is noticed: at once, or within a minute where more that it sent waits to be read than is read ahead.',
    tests: [
      'tests/unit/http/relay/unread.test.ts > a client that left while it was not read is noticed behind a service that is silent',
      'tests/unit/http/relay/ends.test.ts > a client that leaves',
    ],
  },
  {
    promise:
      'A message that two readers could take in two ways passes `watch` in neither direction: more than one length, a length beside chunks, a line that does not end as HTTP says. What a service sends unasked is taken for no response.',
    tests: [
      'tests/unit/http/message.test.ts > what two readers could take in two ways is refused',
      'tests/unit/http/relay/ends.test.ts > a service that sends what nobody asked for',
    ],
  },
  {
    promise:
      'Beside hostile clients and services, other clients of `watch` get every response, and SIGTERM ends it with a report.',
    tests: [
      'tests/unit/http/relay/reset.test.ts > a connection that is reset right behind its end is closed, so the end of all waits for none',
      'tests/slow/process/watch-hostile.test.ts > beside hostile clients and services, a sound client gets every response, and the end comes with a report',
    ],
  },
  {
    promise:
      '`serve` keeps no request, reads a body only of a caller that is admitted, and 32 MiB of bodies at a time.',
    tests: [
      'tests/unit/reference/refusals.test.ts > keeps none of a body whose caller is not admitted, and takes all of it',
      'tests/unit/reference/refusals.test.ts > returns 503 where too many bodies are being sent, and reads others afterwards',
    ],
  },
];

export const promises: readonly Promised[] = [...answers, ...secrets, ...ourselves, ...servers];
