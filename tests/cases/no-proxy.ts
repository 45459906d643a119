/** A base URL, the value of NO_PROXY, and whether the proxy is left out. */
export type NoProxyCase = readonly [baseUrl: string, noProxy: string, isExempt: boolean];

/** Each spelling of `host`, as base URL and in NO_PROXY, means the same host. */
const alike: readonly (readonly string[])[] = [
  ['example.org', 'EXAMPLE.ORG', 'example.org.', 'Example.Org.'],
  ['bücher.example', 'xn--bcher-kva.example', 'BÜCHER.example.', 'XN--BCHER-KVA.EXAMPLE'],
  ['10.1.2.3', '10.1.515', '0xa.1.2.3', '167838211', '[::ffff:10.1.2.3]', '[::FFFF:a01:203]'],
  ['[fd00::7]', '[fd00:0:0:0:0:0:0:7]', '[FD00::0007]', '[fd00:0::0:7]'],
  ['[::2]', '[0:0:0:0:0:0:0:2]', '[0::0002]'],
];

const pairs = alike.flatMap((spellings) =>
  spellings.flatMap((host) =>
    spellings.flatMap((other): readonly NoProxyCase[] => {
      const bare = other.replace(/^\[(.*)\]$/, '$1');
      return [
        [`https://${host}`, other, true],
        [`https://${host}:8443`, `${other}:8443`, true],
        [`https://${host}:8443`, `${other}:443`, false],
        ...(bare === other ? [] : [[`https://${host}`, bare, true] as const]),
      ];
    }),
  ),
);

export const noProxyCases: readonly NoProxyCase[] = [
  ...pairs,
  ['https://api.example.org', 'example.org', true],
  ['https://api.example.org', '.example.org', true],
  ['https://api.example.org', '*.example.org', true],
  ['https://api.example.org', '*.EXAMPLE.org.', true],
  ['https://api.example.org.', '.example.org', true],
  ['https://shop.bücher.example', '.bücher.example', true],
  ['https://shop.bücher.example', '*.xn--bcher-kva.example', true],
  ['https://example.org', '.example.org', true],
  ['https://example.org', '*', true],
  ['https://notexample.org', 'example.org', false],
  ['https://example.org.evil.test', 'example.org', false],
  ['https://example.org', 'org.example', false],
  ['https://example.org', 'api.example.org', false],
  ['http://example.org:8080', 'example.org:8080', true],
  ['http://example.org:8080', 'example.org:80', false],
  ['http://example.org', 'example.org:80', true],
  ['https://example.org', 'example.org:443', true],
  ['https://example.org', 'a, b  example.org,', true],
  ['https://example.org', ',', false],
  ['https://example.org', '.', false],
  ['https://example.org', '..', false],
  ['https://example.org', '10.0.0.0/8', false],
  ['https://10.0.0.1', '0.0.1', false],
  ['https://10.0.0.1', '1', false],
  ['https://10.1.2.3', '10.0.0.0/8', true],
  ['https://10.1.2.3', '10.1.2.3/32', true],
  ['https://10.1.2.4', '10.1.2.3/32', false],
  ['https://11.1.2.3', '10.0.0.0/8', false],
  ['https://11.1.2.3', '10.0.0.0/99', false],
  ['https://11.1.2.3', '0.0.0.0/0', true],
  ['https://[::ffff:10.1.2.3]', '10.0.0.0/8', true],
  ['https://[::ffff:11.1.2.3]', '10.0.0.0/8', false],
  ['https://10.1.2.3', '::ffff:10.0.0.0/104', true],
  ['https://11.1.2.3', '::ffff:10.0.0.0/104', false],
  ['https://10.1.2.3', '::/0', false],
  ['https://[fd00::7]', '::/0', true],
  ['https://[fd00::7]', 'fd00::/8', true],
  ['https://[fd00::7]', '[fd00::]/8', true],
  ['https://[fd00::7]', 'FD00:0::/8', true],
  ['https://[fe00::7]', 'fd00::/8', false],
  ['https://[fd00::7]', '10.0.0.0/8', false],
  ['https://[fd00::7]', 'fd00::8', false],
  ['https://[fd00::7]:8443', '[fd00::7]:443', false],
  ['https://10.1.2.3.example', '10.1.2.3', false],
];
