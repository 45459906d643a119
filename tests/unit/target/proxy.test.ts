import { describe, expect, test } from 'vitest';
import { isExempt, peerOf, proxyFor, proxySecrets } from '../../../src/target/proxy.ts';

describe('NO_PROXY', () => {
  test.for<[string, string, boolean]>([
    ['http://api.example.org', 'example.org', true],
    ['http://api.example.org', '.example.org', true],
    ['http://api.example.org', '*.example.org', true],
    ['http://example.org', 'example.org', true],
    ['http://example.org', 'EXAMPLE.ORG', true],
    ['http://example.org', '*', true],
    ['http://notexample.org', 'example.org', false],
    ['http://example.org.evil.test', 'example.org', false],
    ['http://example.org', 'org.example', false],
    ['http://example.org:8080', 'example.org:8080', true],
    ['http://example.org:8080', 'example.org:80', false],
    ['https://example.org', 'example.org:443', true],
    ['http://example.org', 'a, b  example.org,', true],
    ['http://example.org', ' , ', false],
    ['http://example.org', '', false],
    ['http://example.org', '.', false],
    ['http://127.0.0.1:99', '127.0.0.1', true],
    ['http://127.0.0.1', '0.0.1', false],
    ['http://10.1.2.3', '10.0.0.0/8', true],
    ['http://11.1.2.3', '10.0.0.0/8', false],
    ['http://11.1.2.3', '10.0.0.0/99', false],
    ['http://example.org', '10.0.0.0/8', false],
    ['http://[::1]:8080', '::1', true],
    ['http://[::1]:8080', '[::1]:8080', true],
    ['http://[::1]:8080', '[::1]:80', false],
    ['http://[fd00::7]', 'fd00::/8', true],
    ['http://localhost', 'localhost', true],
    ['http://localhost', '127.0.0.1', false],
  ])('%s with %s: %s', ([url, noProxy, exempt]) => {
    expect(isExempt(new URL(url), noProxy)).toBe(exempt);
  });
});

describe('the choice of a proxy', () => {
  const settings = { httpProxy: 'http://plain.test:3128', httpsProxy: 'https://u:a%2Fb@secure.test' };

  test('follows the scheme of the target', () => {
    const plain = proxyFor(new URL('http://a.test'), settings);
    expect(plain).toEqual({ url: new URL('http://plain.test:3128'), authorization: null });
    const secure = proxyFor(new URL('https://a.test'), settings);
    expect(secure?.authorization).toBe(`Basic ${Buffer.from('u:a/b').toString('base64')}`);
  });

  test('is none without a setting, and for what is exempt', () => {
    expect(proxyFor(new URL('http://a.test'), { httpsProxy: 'http://x.test' })).toBeNull();
    expect(proxyFor(new URL('http://a.test'), { ...settings, noProxy: 'a.test' })).toBeNull();
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
    expect(proxySecrets({})).toEqual([]);
  });
});

test('a peer has the port of its scheme, and an address without brackets', () => {
  expect(peerOf(new URL('https://a.test'))).toEqual({ host: 'a.test', port: 443, name: 'a.test:443' });
  expect(peerOf(new URL('http://a.test'))).toEqual({ host: 'a.test', port: 80, name: 'a.test:80' });
  expect(peerOf(new URL('http://[::1]:81'))).toEqual({ host: '::1', port: 81, name: '[::1]:81' });
});
