import type { Exchange, RunOptions } from '../../schemas/types.ts';
import { shellQuoted } from '../../src/text/escape.ts';

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

/** Where a secret other than the token was masked: the reader has to put it in. */
export function maskedPlaces({ masked }: Exchange): readonly string[] {
  return masked
    .filter(({ part, at }) => part.startsWith('request-') && at.toLowerCase() !== 'authorization')
    .map(({ part, at }) => (part === 'request-header' ? `header ${at}` : `body ${at}`.trim()));
}
