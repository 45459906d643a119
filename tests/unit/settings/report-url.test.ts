import { expect, test } from 'vitest';
import { webAddress } from '../../../src/settings/report-url.ts';
import { contract } from '../../support/engine.ts';

const context = { contract, cwd: '/', reporters: [], today: '2025-01-07' };

test.each([
  ['https://ci.example.com/job/42/report.html', 'https://ci.example.com/job/42/report.html'],
  ['http://host/a b<c>', 'http://host/a%20b%3Cc%3E'],
])('%s is an address', async (given, value) => {
  expect(await webAddress.parse(given, context)).toEqual({ value });
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://', 'report.html', 'https://user:pw@host/'])(
  '%s is refused, and no password is quoted',
  async (given) => {
    const parsed = await webAddress.parse(given, context);
    expect(parsed).toHaveProperty('problems');
    expect(JSON.stringify(parsed)).not.toContain('pw@');
  },
);
