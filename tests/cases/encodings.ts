/** How a text file may be encoded: a byte order mark changes nothing, and UTF-16 is named. */

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

export const readEncodings: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\uFEFF${text}`),
];

/** As files that were put together have it. */
export const markBeforeLastLine = (text: string) => Buffer.from(text.replace(/\n(?=[^\n]*\n?$)/, '\n\uFEFF'));

export const namedEncodings: readonly ((text: string) => Buffer)[] = [
  (text) => utf16(`\uFEFF${text}`),
  (text) => utf16(`\uFEFF${text}`).swap16(),
  // Without a mark.
  utf16,
  (text) => utf16(text).swap16(),
];

/** Each file that is read as text, but for traffic, what it holds, a command line that reads it, and variables beside the usual ones. */
export type TextFileRow = readonly [
  file: string,
  text: 'variables' | 'certificate' | 'key' | 'report' | 'recording' | (string & {}),
  line: string,
  env?: Readonly<Record<string, string>>,
];

const plan = 'run --plan';
const waivers = '{"waivers":[]}';
const answers = JSON.stringify({ formatVersion: 1, found: {}, declared: {} });
const client = { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' };
const token = { CONFORMANCE_ACCESS_TOKEN: '', CONFORMANCE_ACCESS_TOKEN_FILE: 'token' };

/** Files that a run makes are in `made`. */
export const textFileRows: readonly TextFileRow[] = [
  ['staging.env', 'variables', `${plan} -e staging.env`],
  ['.env', 'variables', plan],
  ['token', 'token-0123456789\n', plan, token],
  ['ca.pem', 'certificate', plan, { CONFORMANCE_CA_FILE: 'ca.pem' }],
  ['client.pem', 'certificate', plan, client],
  ['client.key', 'key', plan, client],
  ['headers', 'X-Gateway: one\n', plan, { CONFORMANCE_HEADERS_FILE: 'headers' }],
  ['body.json', '{"name": "ü"}', plan, { CONFORMANCE_TRANSFORMER_FILE: 'body.json' }],
  ['waivers.json', waivers, `${plan} --waivers waivers.json`],
  ['waivers.json', waivers, 'render made/exchanges.ndjson --waivers waivers.json'],
  ['waivers.json', waivers, 'check made/exchanges.ndjson --waivers waivers.json'],
  ['answers.json', answers, `${plan} --answers answers.json`],
  ['conformance.answers.json', answers, plan],
  ['conformance.answers.json', answers, 'explore --list'],
  ['report.json', 'report', 'render report.json'],
  ['report.json', 'report', 'compare report.json made/report.json'],
  ['report.json', 'report', 'waive report.json'],
  ['report.json', 'report', 'run --reference --previous report.json'],
  ['exchanges.ndjson', 'recording', 'render exchanges.ndjson'],
];
