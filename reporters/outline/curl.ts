import type { Exchange, Header, Report, RequirementResult, RunOptions } from '../../schemas/types.ts';
import { readSent } from '../../src/json/text.ts';
import { plainJson, shellQuoted, visible } from '../../src/text/escape.ts';
import { distinct, isSampled } from './rows.ts';

/** The environment variable that holds the token, so that a command can be copied and no token is shown. */
const tokenVariable = 'CONFORMANCE_ACCESS_TOKEN';

/** Where a certificate was given for the run, the same file by the variable that names it. */
const certificates = {
  ca: ['--cacert "$CONFORMANCE_CA_FILE"'],
  clientCertificate: ['--cert "$CONFORMANCE_CLIENT_CERT_FILE"', '--key "$CONFORMANCE_CLIENT_KEY_FILE"'],
} as const satisfies Partial<Record<keyof RunOptions, readonly string[]>>;

type ConnectionOptions = Pick<RunOptions, keyof typeof certificates>;

/**
 * Headers that curl writes itself, and the one that names the run: a request sent by hand is not part of it. An ellipsis
 * counts headers that were left out.
 */
const left = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'user-agent', '…']);

/** How to send requests again that led to deviations. */
interface Resend {
  /** Probes whose requests this command repeats; of a sample maybe others too, of which the report has no evidence. */
  readonly probes: readonly string[];
  readonly isSample: boolean;
  /** Lines of one shell command. */
  readonly command: readonly string[];
  /** Where a secret other than the token was masked: the reader has to put it in. */
  readonly masked: readonly string[];
  /** What the request removes and is already gone, in words; null for nothing. */
  readonly gone: string | null;
}

/**
 * The commands that send again the evidence of these requirements and these exchanges, in the order of the exchanges.
 * Equal commands appear once, and one of several exchanges that show the same is enough.
 */
export function resends(
  report: Report,
  rows: readonly RequirementResult[],
  exchanges: readonly string[] = [],
): readonly Resend[] {
  const seen = rows.flatMap((row) => distinct(row).map((deviation) => deviation.exchanges));
  const wanted = new Set([...seen.flat(), ...exchanges]);
  const needed = new Set([...seen.flatMap(([first = '']) => first), ...exchanges]);
  const isSample = report.traffic !== undefined || isSampled(rows);
  const found = new Map<string, Resend>();
  const enough = new Set<string>();
  for (const exchange of report.exchanges.filter(({ id }) => wanted.has(id))) {
    const command = curl(exchange, report.run.options);
    if (needed.has(exchange.id)) enough.add(command.join('\n'));
    const probes = [...(found.get(command.join('\n'))?.probes ?? []), exchange.probe];
    const [masked, gone] = [maskedPlaces(exchange), goneBy(report, exchange)];
    found.set(command.join('\n'), { probes, isSample, command, masked, gone });
  }
  return [...found].flatMap(([key, resend]) => (enough.has(key) ? resend : []));
}

/** What a request removes, where the run has removed it. */
function goneBy({ operations, effects }: Report, { operation, request }: Exchange): string | null {
  const { noun = '', removes } = operations.find(({ name }) => name === operation)?.effect ?? {};
  if (removes === undefined) return null;
  const id = Object.hasOwn(request.addressed, removes) ? request.addressed[removes] : undefined;
  const own = effects.filter((one) => one.operation === operation && one.id === id);
  return own.some(({ state }) => state === 'confirmed') ? noun : null;
}

/** Characters of a line of a body, so that a command fits into a terminal of 80 columns. */
const bodyColumns = 58;

/**
 * A curl command for a POSIX shell, an argument a line, JSON on several. It holds no unseen character and no token, and
 * whatever was recorded is one quoted argument in it: a recording may be the work of somebody else. Secrets are variables
 * of the reader's shell: the token, headers of the operator's that were masked, and the files of certificates.
 */
export function curl(exchange: Exchange, connection: ConnectionOptions = {}): readonly string[] {
  const { request } = exchange;
  const headers = request.headers.filter(([name]) => !left.has(name.toLowerCase()));
  const masked = new Set(
    exchange.masked.flatMap(({ part, at }) => (part === 'request-header' ? [at.toLowerCase()] : [])),
  );
  const glob = /[[\]{}]/.test(request.url) ? '--globoff ' : '';
  // curl takes an argument for an option by its first character.
  const option = /^https?:/i.test(request.url) ? '' : '--url ';
  return [
    `curl ${glob}-X ${shellQuoted(request.method)}`,
    `${option}${shellQuoted(request.url)}`,
    ...(connection.ca === true ? certificates.ca : []),
    ...(connection.clientCertificate === true ? certificates.clientCertificate : []),
    ...headers.map((header) => `-H ${headerArgument(header, exchange, masked)}`),
    ...(request.body === undefined ? [] : [`--data-raw ${bodyArgument(request.body)}`]),
  ]
    .map((part, index, parts) => `${index === 0 ? '' : '  '}${part}${index < parts.length - 1 ? ' \\' : ''}`)
    .flatMap((part) => part.split('\n'));
}

/** @param masked names of headers, in lower case */
function headerArgument(
  [name, value]: Header,
  { credentials }: Exchange,
  masked: ReadonlySet<string>,
): string {
  const lower = name.toLowerCase();
  if (credentials === 'authorised' && lower === 'authorization')
    return `"Authorization: Bearer $${tokenVariable}"`;
  return masked.has(lower) && fieldName.test(name)
    ? `"${name}: $${headerVariable(name)}"`
    : shellQuoted(`${name}: ${value}`);
}

/** Of the characters of RFC 9110 section 5.6.2, those that mean nothing between double quotes. */
const fieldName = /^[\w#%&'*+.^|~-]+$/;

/** `HEADER_X_API_KEY`: the variable in which a reader puts what was masked. */
function headerVariable(name: string): string {
  return `HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

/** JSON is laid out on lines, between which a shell sees nothing to act on; what is not JSON stays as it was sent. */
function bodyArgument(body: string): string {
  try {
    readSent(body);
  } catch {
    return shellQuoted(body);
  }
  const lines = jsonLines(plainJson(body.replace(/[\t\n\r]+/g, ' ')), bodyColumns);
  const isPlain = lines.every((line) => visible(line) === line);
  return isPlain ? `'${lines.join('\n    ').replaceAll("'", "'\\''")}'` : shellQuoted(lines.join(' '));
}

/** Text up to and including a comma outside of strings: after it, white space changes nothing. */
const pieces = /(?:"(?:[^"\\]|\\.)*"|[^",])+,?|,/gs;

/**
 * JSON text of equal value on lines, broken behind commas where a line would be longer than `width` characters. A long
 * string is never broken.
 */
function jsonLines(json: string, width: number): readonly string[] {
  const lines = [''];
  for (const piece of json.match(pieces) ?? []) {
    const last = lines.at(-1) ?? '';
    if (last === '' || last.length + piece.trimEnd().length <= width) lines[lines.length - 1] = last + piece;
    else lines.push(piece.trimStart());
  }
  return lines.map((line) => line.trimEnd());
}

function maskedPlaces({ masked }: Exchange): readonly string[] {
  return masked
    .filter(({ part, at }) => part.startsWith('request-') && at.toLowerCase() !== 'authorization')
    .map(({ part, at }) =>
      part === 'request-header' ? `header ${at} ($${headerVariable(at)})` : `body ${at}`.trim(),
    );
}
