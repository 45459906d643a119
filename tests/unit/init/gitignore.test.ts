import { describe, expect, test } from 'vitest';
import { isIgnored, withIgnored } from '../../../src/init/gitignore.ts';

describe('a .gitignore leaves out .env', () => {
  test.each([
    '.env',
    '/.env',
    '.env*',
    '*.env',
    '**/.env',
    'node_modules\n.env\n',
    '!.env\r\n.env\r\n',
    '.en?',
  ])('%j', (text) => {
    expect(isIgnored(text, '.env')).toBe(true);
    expect(withIgnored(text, '.env')).toBe(text);
  });

  test.each(['', '# .env', '.environment', 'env', '.env/', '.env\n!.env', '.env.local', 'xenv'])(
    'not with %j',
    (text) => {
      expect(isIgnored(text, '.env')).toBe(false);
      expect(isIgnored(withIgnored(text, '.env'), '.env')).toBe(true);
    },
  );

  test('a line is added, on a line of its own', () => {
    expect(withIgnored('', '.env')).toBe('.env\n');
    expect(withIgnored('dist', '.env')).toBe('dist\n.env\n');
    expect(withIgnored('dist\n', '.env')).toBe('dist\n.env\n');
  });
});

test.each([
  ['conformance-report', 'conformance-report/', true],
  ['conformance-report/', 'conformance-report/', true],
  ['conformance-report/', 'conformance-report', false],
  ['/token', 'secrets/token', false],
  ['token', 'secrets/token', true],
  ['secrets/', 'secrets/token', true],
  ['/secrets/*', 'secrets/token', true],
  ['secrets/token', 'other/secrets/token', false],
])('%j leaves out %j: %j', (pattern, path, isOut) => expect(isIgnored(pattern, path)).toBe(isOut));
