import type { Contract } from '../contract/contract.ts';
import { baseUrl, hosts } from './base-url.ts';
import { commandLine, commandSources, identifier, toggle } from './kinds.ts';
import { setting } from './setting.ts';
import { token, tokenFile } from './token.ts';

const oneToken = 'exactly one of CONFORMANCE_ACCESS_TOKEN, _TOKEN_FILE and _TOKEN_COMMAND';

const common = {
  baseUrl: setting({
    env: 'CONFORMANCE_BASE_URL',
    flag: '--base-url',
    kind: baseUrl,
    scope: 'target',
    reach: 'base-url',
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
    reach: 'decides',
    required: 'unless the base URL is on loopback (localhost, *.localhost, 127.0.0.0/8, [::1])',
    description:
      'Leave to write: has to name the host of the base URL, and its port unless that is the default of its scheme.',
    example: 'staging.example.com',
  }),
  allowHttp: setting({
    env: 'CONFORMANCE_ALLOW_HTTP',
    flag: '--allow-http',
    kind: toggle,
    scope: 'target',
    reach: 'decides',
    default: 'false',
    description: 'Leave to send the token without encryption to a host that is not on loopback.',
    example: 'true',
  }),
  accessToken: setting({
    env: 'CONFORMANCE_ACCESS_TOKEN',
    flag: null,
    kind: token,
    scope: 'target',
    reach: 'harmless',
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
    scope: 'target',
    reach: 'harmless',
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
    scope: 'target',
    reach: 'command',
    group: 'token',
    credential: true,
    secret: true,
    required: oneToken,
    description: `A command that prints the access token. ${commandSources}`,
    example: 'vault read -field=token secret/staging',
  }),
};

/** The service under test, and what every operation addresses. None of these has a meaning under `--reference`. */
export function targetSettings({ operations }: Pick<Contract, 'operations'>) {
  const roles = operations.flatMap(({ entity = [] }) => entity);
  return {
    ...common,
    entityId: setting({
      env: 'CONFORMANCE_ENTITY_ID',
      flag: '--entity-id',
      kind: identifier,
      scope: 'target',
      reach: 'decides',
      required: 'always, unless --reference is given',
      description: `The entity ${roles.length === 0 ? 'that requests are about' : roles.join(' and ')}.`,
      example: '0123456789abcdef0123456789abcdef',
    }),
  };
}
