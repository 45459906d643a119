import { describe, expect, test } from 'vitest';
import {
  type Hop,
  hopTo,
  isSupported,
  type ProxySettings,
  peerOf,
  proxySecrets,
} from '../../../src/http/proxy.ts';

const settings = { httpProxy: 'http://plain.test:3128', httpsProxy: 'https://u:a%2Fb@secure.test' };

describe('the hop to a target', () => {
  const all = { allProxy: 'http://every.test:8080' };

  type Row = [
    target: string,
    given: ProxySettings,
    proxy: string | null,
    named: Hop['named'],
    unused?: 'exempt',
  ];

  test.for<Row>([
    ['http://a.test', {}, null, null],
    ['https://a.test', {}, null, null],
    ['http://a.test', settings, 'plain.test:3128', 'httpProxy'],
    ['https://a.test', settings, 'secure.test', 'httpsProxy'],
    ['https://a.test', { httpProxy: 'http://x.test' }, null, null],
    ['http://a.test', { httpProxy: 'http://127.0.0.1:3128' }, '127.0.0.1:3128', 'httpProxy'],
    ['http://a.test', all, 'every.test:8080', 'allProxy'],
    ['https://a.test', all, 'every.test:8080', 'allProxy'],
    ['http://a.test', { ...all, ...settings }, 'plain.test:3128', 'httpProxy'],
    ['https://a.test', { ...all, httpProxy: 'http://x.test' }, 'every.test:8080', 'allProxy'],
    ['https://a.test', { ...all, noProxy: 'a.test' }, null, 'allProxy', 'exempt'],
    ['http://a.test', { noProxy: 'a.test' }, null, null],
  ])('%s with %j', ([target, given, proxy, named, unused = null]) => {
    const hop = hopTo(new URL(target), given);
    const isReadable = target.startsWith('http:');
    expect({ ...hop, proxy: hop.proxy?.url.host ?? null }).toEqual({ proxy, named, unused, isReadable });
  });

  test.for(
    [
      'localhost a.b.localhost 127.0.0.1 127.255.0.9 [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] 0x7f.1',
      '2130706433 0177.0.0.1 127.1',
    ].flatMap((line) => line.split(' ')),
  )('is never a proxy where the target is %s', (host) => {
    for (const scheme of ['http', 'https'])
      for (const given of [settings, all, { ...all, ...settings }, { ...settings, noProxy: '*' }]) {
        const { proxy, unused, isReadable } = hopTo(new URL(`${scheme}://${host}:8080/api`), given);
        expect([proxy, unused, isReadable]).toEqual([null, 'loopback', false]);
      }
  });

  test.for(['localhost.', 'localhost.test', '127.0.0.1.test', '[::2]', '[::7f00:1]', '128.0.0.1', '0.0.0.0'])(
    'is a proxy where the target is %s',
    (host) =>
      expect(hopTo(new URL(`http://${host}`), settings)).toMatchObject({ unused: null, isReadable: true }),
  );

  test('has the credentials of the proxy', () => {
    const authorization = `Basic ${Buffer.from('u:a/b').toString('base64')}`;
    expect(hopTo(new URL('https://a.test'), settings).proxy).toEqual({
      url: new URL('https://u:a%2Fb@secure.test'),
      authorization,
    });
    expect(hopTo(new URL('http://a.test'), settings).proxy?.authorization).toBeNull();
  });
});

describe('a proxy', () => {
  test('of SOCKS is known as one that cannot be used', () => {
    const isUsable = (allProxy: string) => {
      const { proxy } = hopTo(new URL('https://a.test'), { allProxy });
      return proxy !== null && isSupported(proxy);
    };
    expect(['http://p', 'https://p', 'socks5://p', 'socks5h://u:p@p:1', 'socks://p'].map(isUsable)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('its credentials are secrets, decoded or not as they can be', () => {
    expect(proxySecrets(settings)).toEqual([
      { name: 'proxy credentials', value: 'u:a/b' },
      { name: 'proxy password', value: 'a/b' },
    ]);
    expect(proxySecrets({ httpProxy: 'http://u@x.test' })).toEqual([
      { name: 'proxy credentials', value: 'u:' },
    ]);
    expect(proxySecrets({ httpProxy: 'http://u:100%@x.test' })[1]?.value).toBe('100%');
    expect(proxySecrets({ allProxy: 'socks5://user:pass-word@x.test:1080' })).toEqual([
      { name: 'proxy credentials', value: 'user:pass-word' },
      { name: 'proxy password', value: 'pass-word' },
    ]);
    expect(proxySecrets({})).toEqual([]);
  });
});

test('a peer has the port of its scheme, and an address without brackets', () => {
  expect(peerOf(new URL('https://a.test'))).toEqual({ host: 'a.test', port: 443, name: 'a.test:443' });
  expect(peerOf(new URL('http://a.test'))).toEqual({ host: 'a.test', port: 80, name: 'a.test:80' });
  expect(peerOf(new URL('http://[::1]:81'))).toEqual({ host: '::1', port: 81, name: '[::1]:81' });
});
