import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planBeforeCommands } from '../../../src/run/prepare.ts';
import { baseUrl } from '../../../src/settings/base-url.ts';
import { contract } from '../../support/engine.ts';
import { holds } from '../../support/properties.ts';
import { targetSettings } from '../../support/run-target.ts';

/** Base URLs as slips and attackers write them: each is refused by name, or every path of a plan keeps its host. */

const part = fc.constantFrom(
  ...[
    '/',
    '//',
    '///',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    ';',
    ':',
    '@',
    '?',
    '#',
    '[',
    ']',
    '{entityId}',
  ],
  ...[...'api host.example 127.0.0.1 ä % %zz | ^ ` " <'.split(' '), ' ', '\t', '\u00ad', '0x7f.1'],
);
const anyUrl = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'HTTP://', 'http:/', 'http:', '//', ''),
    fc.constantFrom('staging.example.com', 'localhost:8080', '[::1]', 'ho%73t', '127.1', ''),
    fc.array(part, { maxLength: 6 }),
  )
  .map(([scheme, host, parts]) => scheme + host + parts.join(''));

const context = { contract, cwd: '/', reporters: [], today: '2026-01-01' };

test('a base URL is refused, or no path of a plan leaves its host and prefix', async () => {
  const property = fc.asyncProperty(anyUrl, async (given) => {
    const parsed = await baseUrl.parse(given, context);
    if ('problems' in parsed) {
      expect(parsed.problems.join()).not.toBe('');
      return;
    }
    const url = new URL(parsed.value.url);
    expect(url.host).toBe(parsed.value.host);
    for (const { path } of planBeforeCommands(contract, targetSettings(url.href), 'r').chains.flat()) {
      const sent = new URL(url.origin + path);
      expect([sent.host, sent.pathname]).toEqual([parsed.value.host, path]);
      expect(path.startsWith(url.pathname.replace(/\/+$/, ''))).toBe(true);
    }
  });
  await holds(property);
});
