import type { Exchange, Report, RequirementResult, RunOptions } from '../../schemas/types.ts';
import { shellQuoted } from '../../src/text/escape.ts';
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
    found.set(command.join('\n'), { probes, isSample, command, masked: maskedPlaces(exchange) });
  }
  return [...found].flatMap(([key, resend]) => (enough.has(key) ? resend : []));
}

/**
 * A curl command for a POSIX shell, an argument a line. It holds no unseen character and no token, and whatever was
 * recorded is one quoted argument in it: a recording may be the work of somebody else. The token and the files of
 * certificates are variables of the reader's shell; what was masked is written as its mask.
 */
export function curl(exchange: Exchange, connection: ConnectionOptions = {}): readonly string[] {
  const { request, credentials } = exchange;
  const headers = request.headers.filter(([name]) => !left.has(name.toLowerCase()));
  const glob = /[[\]{}]/.test(request.url) ? '--globoff ' : '';
  // curl takes an argument for an option by its first character.
  const option = /^https?:/i.test(request.url) ? '' : '--url ';
  const isToken = (name: string) => credentials === 'authorised' && name.toLowerCase() === 'authorization';
  const parts = [
    `curl ${glob}-X ${shellQuoted(request.method)}`,
    `${option}${shellQuoted(request.url)}`,
    ...(connection.ca === true ? certificates.ca : []),
    ...(connection.clientCertificate === true ? certificates.clientCertificate : []),
    ...headers.map(([name, value]) =>
      isToken(name)
        ? `-H "Authorization: Bearer $${tokenVariable}"`
        : `-H ${shellQuoted(`${name}: ${value}`)}`,
    ),
    ...(request.body === undefined ? [] : [`--data-raw ${shellQuoted(request.body)}`]),
  ];
  return parts.map((part, at) => `${at === 0 ? '' : '  '}${part}${at < parts.length - 1 ? ' \\' : ''}`);
}

function maskedPlaces({ masked }: Exchange): readonly string[] {
  return masked
    .filter(({ part, at }) => part.startsWith('request-') && at.toLowerCase() !== 'authorization')
    .map(({ part, at }) => (part === 'request-header' ? `header ${at}` : `body ${at}`.trim()));
}
