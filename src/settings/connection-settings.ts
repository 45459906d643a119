import { headersFile } from './headers-file.ts';
import { line } from './kinds.ts';
import { fallbackProxyUrl, proxyUrl } from './proxy.ts';
import { setting } from './setting.ts';
import { certificates, privateKey } from './tls-files.ts';

/** How the service is reached, and what a gateway before it wants. None of these has a meaning under `--reference`. */
export const connectionSettings = {
  headers: setting({
    env: 'CONFORMANCE_HEADERS_FILE',
    flag: '--headers-file',
    kind: headersFile,
    scope: 'target',
    reach: 'decides',
    credential: true,
    description:
      'Further request headers that a gateway needs, one Name: value per line. Their values are treated as secrets.',
    example: 'gateway-headers.txt',
  }),
  ca: setting({
    env: 'CONFORMANCE_CA_FILE',
    flag: '--ca-file',
    kind: certificates,
    scope: 'target',
    reach: 'decides',
    description: 'Certificates of authorities to trust, in PEM. Verification cannot be turned off.',
    example: 'staging-ca.pem',
  }),
  clientCertificate: setting({
    env: 'CONFORMANCE_CLIENT_CERT_FILE',
    flag: '--client-cert-file',
    kind: certificates,
    scope: 'target',
    reach: 'decides',
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
    scope: 'target',
    reach: 'decides',
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
    scope: 'target',
    reach: 'decides',
    description:
      'The proxy for https:// base URLs. The name in lower case goes first, as in other tools. A base URL on loopback is never reached through a proxy.',
    example: 'http://proxy.example.com:3128',
  }),
  httpProxy: setting({
    env: 'HTTP_PROXY',
    flag: null,
    kind: proxyUrl,
    scope: 'target',
    reach: 'decides',
    description: 'The proxy for http:// base URLs.',
    example: 'http://proxy.example.com:3128',
  }),
  allProxy: setting({
    env: 'ALL_PROXY',
    flag: null,
    kind: fallbackProxyUrl,
    scope: 'target',
    reach: 'decides',
    description:
      'The proxy for base URLs whose scheme has no proxy of its own above. A SOCKS proxy is refused where it would be used.',
    example: 'http://proxy.example.com:3128',
  }),
  noProxy: setting({
    env: 'NO_PROXY',
    flag: null,
    kind: line('HOSTS', 'hosts, comma-separated'),
    scope: 'target',
    reach: 'decides',
    description: 'Hosts that are reached without the proxy.',
    example: 'localhost,.internal.example.com',
  }),
};
