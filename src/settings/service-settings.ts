import type { Contract } from '../contract/contract.ts';
import { baseUrl, hosts } from './base-url.ts';
import { headersFile } from './headers-file.ts';
import { commandLine, commandSources, identifier, line, toggle } from './kinds.ts';
import { certificates, privateKey } from './pem.ts';
import { fallbackProxyUrl, proxyUrl } from './proxy.ts';
import { setting } from './setting.ts';
import { token, tokenFile } from './token.ts';

const oneToken = 'exactly one of CONFORMANCE_ACCESS_TOKEN, _TOKEN_FILE and _TOKEN_COMMAND';

const common = {
  baseUrl: setting({
    env: 'CONFORMANCE_BASE_URL',
    flag: '--base-url',
    kind: baseUrl,
    topic: 'target',
    reach: 'base-url',
    ofTarget: true,
    required: 'always, unless --reference is given',
    description:
      'Where the service is: {base_url} of the interface document. A path prefix is kept; a slash at the end does not matter.',
    example: 'https://staging.example.com/api',
  }),
  allowWritesTo: setting({
    env: 'CONFORMANCE_ALLOW_WRITES_TO',
    flag: '--allow-writes-to',
    kind: hosts,
    topic: 'safety',
    reach: 'decides',
    required: 'unless the base URL is on loopback (localhost, *.localhost, 127.0.0.0/8, [::1])',
    description:
      'Permission to write: has to name the host of the base URL, and its port unless that is the default of its scheme.',
    example: 'staging.example.com',
  }),
  allowHttp: setting({
    env: 'CONFORMANCE_ALLOW_HTTP',
    flag: '--allow-http',
    kind: toggle,
    topic: 'safety',
    connects: true,
    reach: 'decides',
    default: 'false',
    description: 'Permission to send the token without encryption to a host that is not on loopback.',
    example: 'true',
  }),
  accessToken: setting({
    env: 'CONFORMANCE_ACCESS_TOKEN',
    flag: null,
    kind: token,
    topic: 'credentials',
    reach: 'harmless',
    ofTarget: true,
    group: 'token',
    credential: true,
    secret: true,
    required: oneToken,
    description: 'The access token that is sent as Authorization: Bearer.',
    example: 'paste-the-token-here',
  }),
  accessTokenFile: setting({
    env: 'CONFORMANCE_ACCESS_TOKEN_FILE',
    flag: null,
    kind: tokenFile,
    topic: 'credentials',
    reach: 'harmless',
    ofTarget: true,
    group: 'token',
    credential: true,
    required: oneToken,
    description: 'A file that holds the access token; line breaks at its end are dropped.',
    example: '/run/secrets/access-token',
  }),
  accessTokenCommand: setting({
    env: 'CONFORMANCE_ACCESS_TOKEN_COMMAND',
    flag: null,
    kind: commandLine,
    topic: 'credentials',
    reach: 'command',
    ofTarget: true,
    group: 'token',
    credential: true,
    secret: true,
    required: oneToken,
    description: `A command that prints the access token. ${commandSources}`,
    example: 'vault read -field=token secret/staging',
  }),
};

/** The service under test, and what every operation addresses. */
export function targetSettings({ operations }: Pick<Contract, 'operations'>) {
  const roles = operations.flatMap(({ entity = [] }) => entity);
  return {
    ...common,
    entityId: setting({
      env: 'CONFORMANCE_ENTITY_ID',
      flag: '--entity-id',
      kind: identifier,
      topic: 'target',
      reach: 'decides',
      ofTarget: true,
      required: 'always, unless --reference is given',
      description: `The entity ${roles.length === 0 ? 'that requests are about' : roles.join(' and ')}.`,
      example: '0123456789abcdef0123456789abcdef',
    }),
    cleanupCommand: setting({
      env: 'CONFORMANCE_CLEANUP_COMMAND',
      flag: null,
      kind: commandLine,
      topic: 'target',
      reach: 'command',
      ofTarget: true,
      secret: true,
      description: `A command that removes what a run left at the service. It runs after the last answer, if anything was left, and reads JSON from its standard input: runId, baseUrl, entityId and effects, as in report.json. ${commandSources}`,
      example: './clean-up.sh',
    }),
  };
}

/** How the service is reached, and what a gateway before it wants. */
export const connectionSettings = {
  headers: setting({
    env: 'CONFORMANCE_HEADERS_FILE',
    flag: '--headers-file',
    kind: headersFile,
    topic: 'credentials',
    reach: 'decides',
    ofTarget: true,
    credential: true,
    description:
      'Further request headers that a gateway needs, one Name: value per line. Their values are treated as secrets.',
    example: 'gateway-headers.txt',
  }),
  ca: setting({
    env: 'CONFORMANCE_CA_FILE',
    flag: '--ca-file',
    kind: certificates,
    topic: 'network',
    connects: true,
    reach: 'decides',
    description: 'Certificates of authorities to trust, in PEM. Verification cannot be turned off.',
    example: 'staging-ca.pem',
  }),
  clientCertificate: setting({
    env: 'CONFORMANCE_CLIENT_CERT_FILE',
    flag: '--client-cert-file',
    kind: certificates,
    topic: 'credentials',
    connects: true,
    reach: 'decides',
    ofTarget: true,
    group: 'client certificate',
    credential: true,
    required: 'together with CONFORMANCE_CLIENT_KEY_FILE',
    description: 'The client certificate, followed by its chain, in PEM.',
    example: 'client.pem',
  }),
  clientKey: setting({
    env: 'CONFORMANCE_CLIENT_KEY_FILE',
    flag: '--client-key-file',
    kind: privateKey,
    topic: 'credentials',
    connects: true,
    reach: 'decides',
    ofTarget: true,
    group: 'client certificate',
    credential: true,
    required: 'together with CONFORMANCE_CLIENT_CERT_FILE',
    description: 'The private key of the client certificate, in PEM, without a passphrase.',
    example: 'client.key',
  }),
  httpsProxy: setting({
    env: 'HTTPS_PROXY',
    flag: null,
    kind: proxyUrl,
    topic: 'network',
    connects: true,
    reach: 'decides',
    description:
      'The proxy for https:// base URLs. The name in lower case goes first, as in other tools. A base URL on loopback is never reached through a proxy.',
    example: 'http://proxy.example.com:3128',
  }),
  httpProxy: setting({
    env: 'HTTP_PROXY',
    flag: null,
    kind: proxyUrl,
    topic: 'network',
    connects: true,
    reach: 'decides',
    description: 'The proxy for http:// base URLs.',
    example: 'http://proxy.example.com:3128',
  }),
  allProxy: setting({
    env: 'ALL_PROXY',
    flag: null,
    kind: fallbackProxyUrl,
    topic: 'network',
    connects: true,
    reach: 'decides',
    description:
      'The proxy for base URLs whose scheme has no proxy of its own above. A SOCKS proxy is refused where it would be used.',
    example: 'http://proxy.example.com:3128',
  }),
  noProxy: setting({
    env: 'NO_PROXY',
    flag: null,
    kind: line('HOSTS', 'hosts, comma-separated'),
    topic: 'network',
    connects: true,
    reach: 'decides',
    description: 'Hosts that are reached without the proxy.',
    example: 'localhost,.internal.example.com',
  }),
};
