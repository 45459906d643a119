import { describe, expect, test } from 'vitest';
import { runAgainst, targetSettings } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';
import { hostileServices, startHostile } from './services.ts';

/** The same services, hostile to every request: to the DELETE as well, and whatever credentials come along. */

/** Redirects differ in a number only. */
const met = hostileServices.filter(({ name }) => !/redirect (?:301|302|303|308)/.test(name));

describe.concurrent('a service that is hostile to everybody', () => {
  test.each(met)('$name', { timeout: 60_000 }, async (hostile) => {
    const service = await startHostile(hostile, 'everyone');
    try {
      const { report } = await runAgainst(targetSettings(service.baseUrl, { timeoutMs: 1_200 }));
      expect([1, 3]).toContain(report.summary.exitCode);
      expect(report.summary.reasons[0]).not.toBe('');
      expect(new Set(service.requests).size).toBe(2);
      expect(JSON.stringify(report)).not.toContain(goodToken);
    } finally {
      service.close();
    }
  });
});
