/** Each spelling of a host, as base URL and in NO_PROXY, means the same host. */
const alike: readonly (readonly string[])[] = [
  ['example.org', 'EXAMPLE.ORG', 'example.org.', 'Example.Org.'],
  ['xn--bcher-kva.example', 'XN--BCHER-KVA.EXAMPLE'],
  ['[fd00::7]', '[fd00:0:0:0:0:0:0:7]', '[FD00::0007]', '[fd00:0::0:7]'],
  ['[::2]', '[0:0:0:0:0:0:0:2]', '[0::0002]'],
];

/** A base URL, the value of NO_PROXY, and whether the proxy is left out. */
type NoProxyCase = readonly [baseUrl: string, noProxy: string, isExempt: boolean];

const ofHost = (isExempt: boolean, host: string, ...values: readonly string[]): readonly NoProxyCase[] =>
  values.map((noProxy) => [host.includes('://') ? host : `https://${host}`, noProxy, isExempt]);

/** Each spelling beside the next one. */
const pairs = alike.flatMap((spellings) =>
  spellings.flatMap((host, at) => {
    const other = spellings[(at + 1) % spellings.length] ?? '';
    return [
      ...ofHost(true, host, other, other.replace(/^\[(.*)\]$/, '$1')),
      ...ofHost(true, `${host}:8443`, `${other}:8443`),
      ...ofHost(false, `${host}:8443`, `${other}:443`),
    ];
  }),
);

export const noProxyCases: readonly NoProxyCase[] = [
  ...pairs,
  ...ofHost(true, 'api.example.org', 'example.org', '.example.org', '*.EXAMPLE.org.'),
  ...ofHost(true, 'api.example.org.', '.example.org'),
  ...ofHost(true, 'shop.bücher.example', '*.xn--bcher-kva.example'),
  ...ofHost(true, 'example.org', '.example.org', '*', 'example.org:443', 'a, b  example.org,'),
  ...ofHost(false, 'notexample.org', 'example.org'),
  ...ofHost(false, 'example.org.evil.test', 'example.org'),
  ...ofHost(false, 'example.org', 'org.example', 'api.example.org', ',', '.', '..', '10.0.0.0/8'),
  ...ofHost(true, 'http://example.org', 'example.org:80'),
  ...ofHost(false, 'http://example.org:8080', 'example.org:80'),
  ...ofHost(false, '10.0.0.1', '0.0.1', '1'),
  ...ofHost(true, '10.1.2.3', '10.0.0.0/8', '10.1.2.3/32', '10.1.2.3'),
  ...ofHost(true, '167838211', '10.1.2.3'),
  ...ofHost(false, '10.1.2.3', '::/0', '10.1.2.2/32'),
  ...ofHost(false, '11.1.2.3', '10.0.0.0/8', '10.0.0.0/99', '::ffff:10.0.0.0/104'),
  ...ofHost(true, '11.1.2.3', '0.0.0.0/0'),
  ...ofHost(true, '[fd00::7]', '::/0', '[fd00::]/8', 'FD00:0::/8'),
  ...ofHost(false, '[fd00::7]', '10.0.0.0/8', 'fd00::8', 'fe00::/8'),
  ...ofHost(false, '10.1.2.3.example', '10.1.2.3'),
];
