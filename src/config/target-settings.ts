import { baseUrl, hosts } from './base-url.ts';
import { headersFile } from './headers-file.ts';
import { commandLine, identifier, identifiers, line, toggle } from './kinds.ts';
import { proxyUrl } from './proxy.ts';
import { setting } from './setting.ts';
import { certificates, privateKey } from './tls-files.ts';
import { token, tokenFile } from './token.ts';
import { transformerFile } from './transformer-file.ts';

const oneToken = 'exactly one of CONFORMANCE_ACCESS_TOKEN, _TOKEN_FILE and _TOKEN_COMMAND';
const fromWhere =
  'Honoured only from the environment or a file named by --env-file, never from a .env that lies in the folder.';

/** The service under test, and how it is reached. None of these has a meaning under `--reference`. */
export const targetSettings = {
  baseUrl: setting({
    env: 'CONFORMANCE_BASE_URL',
    flag: '--base-url',
    kind: baseUrl,
    scope: 'target',
    required: 'always, unless --reference is given',
    description:
      'Where the service is: {base_url} of the interface document. A path prefix is kept; a slash at the end does not matter.',
    example: 'https://staging.example.com/api',
  }),
  allowWritesTo: setting({
    env: 'CONFORMANCE_ALLOW_WRITES_TO',
    flag: '--allow-writes-to',
    kind: hosts,
    scope: 'target',
    required: 'unless the base URL is on loopback (localhost, 127.0.0.0/8, [::1])',
    description:
      'Leave to write: has to name the host of the base URL, and its port unless that is the default of its scheme.',
    example: 'staging.example.com',
  }),
  allowHttp: setting({
    env: 'CONFORMANCE_ALLOW_HTTP',
    flag: '--allow-http',
    kind: toggle,
    scope: 'target',
    default: 'false',
    description: 'Leave to send the token without encryption to a host that is not on loopback.',
    example: 'true',
  }),
  accessToken: setting({
    env: 'CONFORMANCE_ACCESS_TOKEN',
    flag: null,
    kind: token,
    scope: 'target',
    secret: true,
    required: oneToken,
    description: 'The access token that is sent as Authorization: Bearer.',
    example: 'paste-the-token-here',
  }),
  accessTokenFile: setting({
    env: 'CONFORMANCE_ACCESS_TOKEN_FILE',
    flag: null,
    kind: tokenFile,
    scope: 'target',
    required: oneToken,
    description: 'A file that holds the access token; line breaks at its end are dropped.',
    example: '/run/secrets/access-token',
  }),
  accessTokenCommand: setting({
    env: 'CONFORMANCE_ACCESS_TOKEN_COMMAND',
    flag: null,
    kind: commandLine,
    scope: 'target',
    secret: true,
    command: true,
    required: oneToken,
    description: `A command that prints the access token. ${fromWhere}`,
    example: 'vault read -field=token secret/staging',
  }),
  entityId: setting({
    env: 'CONFORMANCE_ENTITY_ID',
    flag: '--entity-id',
    kind: identifier,
    scope: 'target',
    required: 'always, unless --reference is given',
    description: 'The entity whose transformer is put and whose rules are deleted.',
    example: '0123456789abcdef0123456789abcdef',
  }),
  businessDataTypeId: setting({
    env: 'CONFORMANCE_BUSINESS_DATA_TYPE_ID',
    flag: '--business-data-type-id',
    kind: line('ID', 'an identifier'),
    scope: 'target',
    required: 'for the PUT, unless the transformer file gives it',
    description:
      'The business data type that the transformer is put for; put into the body where a transformer file lacks it.',
    example: 'fedcba9876543210fedcba9876543210',
  }),
  automationRuleIds: setting({
    env: 'CONFORMANCE_AUTOMATION_RULE_ID',
    flag: '--automation-rule-id',
    kind: identifiers,
    scope: 'target',
    description:
      'The automation rules to delete: THESE WILL BE DELETED. Without them or CONFORMANCE_RULE_COMMAND the DELETE is left out and the run is incomplete.',
    example: '00112233445566778899aabbccddeeff',
  }),
  ruleCommand: setting({
    env: 'CONFORMANCE_RULE_COMMAND',
    flag: null,
    kind: commandLine,
    scope: 'target',
    secret: true,
    command: true,
    description: `Instead of rule ids: a command that creates an automation rule and prints its id. ${fromWhere}`,
    example: './create-rule.sh',
  }),
  transformer: setting({
    env: 'CONFORMANCE_TRANSFORMER_FILE',
    flag: '--transformer-file',
    kind: transformerFile,
    scope: 'target',
    description: 'A PUT body of your own, one JSON object; without it one with invented values is sent.',
    example: 'transformer.json',
  }),
  headers: setting({
    env: 'CONFORMANCE_HEADERS_FILE',
    flag: '--headers-file',
    kind: headersFile,
    scope: 'target',
    description:
      'Further request headers that a gateway needs, one Name: value per line. Their values are treated as secrets.',
    example: 'gateway-headers.txt',
  }),
  ca: setting({
    env: 'CONFORMANCE_CA_FILE',
    flag: '--ca-file',
    kind: certificates,
    scope: 'target',
    description: 'Certificates of authorities to trust, in PEM. Verification cannot be turned off.',
    example: 'staging-ca.pem',
  }),
  clientCertificate: setting({
    env: 'CONFORMANCE_CLIENT_CERT_FILE',
    flag: '--client-cert-file',
    kind: certificates,
    scope: 'target',
    required: 'together with CONFORMANCE_CLIENT_KEY_FILE',
    description: 'The client certificate, followed by its chain, in PEM.',
    example: 'client.pem',
  }),
  clientKey: setting({
    env: 'CONFORMANCE_CLIENT_KEY_FILE',
    flag: '--client-key-file',
    kind: privateKey,
    scope: 'target',
    required: 'together with CONFORMANCE_CLIENT_CERT_FILE',
    description: 'The private key of the client certificate, in PEM, without a passphrase.',
    example: 'client.key',
  }),
  httpsProxy: setting({
    env: 'HTTPS_PROXY',
    flag: null,
    kind: proxyUrl,
    scope: 'target',
    description: 'The proxy for https:// base URLs. The name in lower case goes first, as in other tools.',
    example: 'http://proxy.example.com:3128',
  }),
  httpProxy: setting({
    env: 'HTTP_PROXY',
    flag: null,
    kind: proxyUrl,
    scope: 'target',
    description: 'The proxy for http:// base URLs.',
    example: 'http://proxy.example.com:3128',
  }),
  noProxy: setting({
    env: 'NO_PROXY',
    flag: null,
    kind: line('HOSTS', 'hosts, comma-separated'),
    scope: 'target',
    description: 'Hosts that are reached without the proxy.',
    example: 'localhost,.internal.example.com',
  }),
};
