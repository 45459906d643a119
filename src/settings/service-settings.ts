import { commandLine, identifier, line, path, toggle } from '../kinds/kinds.ts';
import { alike, textKind } from '../kinds/setting.ts';
import type { Kind, SettingsByKey } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { joined } from '../text/plural.ts';
import { urlOf } from '../text/url.ts';
import { baseUrl, hosts } from './base-url.ts';
import { headersFile } from './headers-file.ts';
import { certificates, privateKey } from './pem.ts';
import { token, tokenFile } from './token.ts';

/** A proxy's URL without user and password. */
function withoutCredentials(text: string): string {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return `${url.href} (with credentials, not shown)`;
}

const unseen = /[\s\\\p{Cc}]/u;
const socks = /^socks[0-9a-z]*:\/\//i;

function proxyProblem(given: string): string | null {
  if (unseen.test(given)) return 'holds white space, a backslash or a control character';
  if (socks.test(given)) return 'must begin with http:// or https://: proxies of SOCKS are not supported';
  if (!/^https?:\/\//i.test(given)) return 'must begin with http:// or https://';
  const url = urlOf(given);
  if (url === null) return 'is not a URL';
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '';
  return isBare ? null : 'must end after the host and port, without path, query or fragment';
}

/** The text is never quoted: it may hold a password. */
const proxyUrl: Kind<string> = {
  ...textKind('URL', 'an http:// or https:// URL', proxyProblem),
  show: withoutCredentials,
};

/** Desktops set ALL_PROXY to a SOCKS proxy together with the others: a rule decides whether it is used. */
const fallbackProxyUrl: Kind<string> = {
  ...textKind('URL', proxyUrl.form, (given) =>
    socks.test(given) && !unseen.test(given) && urlOf(given) !== null ? null : proxyProblem(given),
  ),
  show: withoutCredentials,
};

const safety = alike(
  { topic: 'safety' },
  {
    allowWritesTo: {
      kind: hosts,
      required: 'unless the host is loopback',
      description:
        'Permission to write to another machine. It is the host of the base URL, with a port that is not the default.',
      example: 'staging.example.com',
    },
    allowHttp: {
      kind: toggle,
      connects: true,
      default: 'false',
      description: 'Permission for http:// to another machine. The token is not encrypted then.',
      example: 'true',
    },
  },
);

const tokens = alike(
  {
    flag: null,
    topic: 'credentials',
    group: 'token',
  },
  {
    accessToken: {
      kind: token,
      secret: true,
      required: 'this, or one of the next two',
      description: 'The access token that is sent as Authorization: Bearer.',
      example: 'paste-the-token-here',
    },
    accessTokenFile: {
      kind: tokenFile,
      description: 'A file that holds the access token.',
      example: '/run/secrets/access-token',
    },
    accessTokenCommand: {
      kind: commandLine,
      secret: true,
      description: `A command that prints the access token.`,
      example: 'vault read -field=token secret/staging',
    },
  },
);

const roles = contract.operations.flatMap(({ entity = [] }) => entity);

/** The service under test, and what every operation addresses. */
export const targetSettings = {
  baseUrl: {
    kind: baseUrl,
    topic: 'target',
    required: 'always',
    description: 'The base URL of the service. It is {base_url} of the interface document, with its path.',
    example: 'https://staging.example.com/api',
  },
  ...safety,
  ...tokens,
  entityId: {
    kind: identifier,
    topic: 'target',
    required: 'always',
    description: `The entity to work on. It is the one ${joined(roles)}.`,
    example: '0123456789abcdef0123456789abcdef',
  },
  cleanupCommand: {
    flag: null,
    kind: commandLine,
    topic: 'target',
    secret: true,
    description: `A command that removes what a run left at the service. See docs/ci.md.`,
    example: './clean-up.sh',
  },
} satisfies SettingsByKey;

/** How the service is reached, and what a gateway before it wants. */
export const connectionSettings = {
  headersFile: {
    flag: null,
    kind: headersFile,
    topic: 'credentials',
    description:
      'Further request headers that a gateway needs, one Name: value per line. Their values are secrets.',
    example: 'gateway-headers.txt',
  },
  caFile: {
    kind: certificates,
    topic: 'network',
    connects: true,
    description: 'Certificates of authorities to trust, in PEM. Verification cannot be turned off.',
    example: 'staging-ca.pem',
  },
  ...alike(
    {
      topic: 'credentials',
      flag: null,
      connects: true,
      group: 'client certificate',
    },
    {
      clientCertFile: {
        kind: certificates,
        description: 'The client certificate, followed by its chain, in PEM.',
        example: 'client.pem',
      },
      clientKeyFile: {
        kind: privateKey,
        description: 'The private key of the client certificate, in PEM, without a passphrase.',
        example: 'client.key',
      },
    },
  ),
  ...alike(
    { flag: null, topic: 'network', connects: true },
    {
      httpsProxy: {
        env: 'HTTPS_PROXY',
        kind: proxyUrl,
        description:
          'The proxy for https:// base URLs. The name in lower case wins. Loopback never uses a proxy.',
        example: 'http://proxy.example.com:3128',
      },
      httpProxy: {
        env: 'HTTP_PROXY',
        kind: proxyUrl,
        description: 'The proxy for http:// base URLs.',
        example: 'http://proxy.example.com:3128',
      },
      allProxy: {
        env: 'ALL_PROXY',
        kind: fallbackProxyUrl,
        description:
          'The proxy for base URLs whose scheme has no proxy of its own above. SOCKS is not supported.',
        example: 'http://proxy.example.com:3128',
      },
      noProxy: {
        env: 'NO_PROXY',
        kind: line('HOSTS', 'hosts, comma-separated'),
        description:
          'Hosts that are reached without the proxy. A name includes those below it. Ranges such as 10.0.0.0/8 and * work, too.',
        example: 'localhost,.internal.example.com',
      },
    },
  ),
} satisfies SettingsByKey;

/** What says where settings are, and is none itself for programs. */
export const fileSettings = {
  envFile: {
    env: null,
    short: '-e',
    kind: path('file', 'a file of NAME=value lines'),
    topic: 'target',
    connects: true,
    description: 'Read this file in place of .env. Prefer -e, because Node.js itself also reads --env-file.',
    example: 'staging.env',
  },
} satisfies SettingsByKey;
