import { describe, expect, test } from 'vitest';
import { run } from '../cli/targets.ts';
import { goodToken } from '../support/service.ts';
import { aimedAt } from './aimed-at.ts';
import { everythingOf, problemsLeftBy } from './left-behind.ts';
import { hostileServices, startHostile } from './services.ts';

/** The same services as in services.test.ts, met by the command itself: a process of its own that has to end by itself. */

/** Enough for what is answered at all, also on a machine that is busy; what is not takes so long. */
const timeoutMs = 1_500;

/** Redirects differ in a number only: of all of them one to the same origin and one to another are enough. */
const met = hostileServices.filter(({ name }) => !/redirect (?:301|302|303|308)/.test(name));

const planned = ['DELETE', 'DELETE', 'DELETE', 'PUT', 'PUT', 'PUT'];

describe.concurrent('the command against a hostile service', () => {
  test.each(met)('$name', { timeout: 60_000 }, async ({ answer, exitCode, says }) => {
    const service = await startHostile({ answer });
    try {
      const ended = await run(['--timeout-ms', String(timeoutMs)], { env: aimedAt(service) });
      expect(ended.code, ended.stderr).toBe(exitCode);
      expect(problemsLeftBy(ended)).toEqual([]);
      const { summary, requirements } = ended.report();
      expect(summary.exitCode).toBe(exitCode);
      expect(ended.stdout + JSON.stringify(ended.report())).toMatch(says);
      const learned = requirements.filter(
        ({ operation, verdict }) => operation === 'delete' && verdict === 'conforms',
      );
      expect(learned.length).toBeGreaterThan(55);
      expect(service.requests.map((line) => line.split(' ')[0]).sort()).toEqual(planned);
      for (const [name, text] of Object.entries(everythingOf(ended)))
        expect(text.includes(goodToken), name).toBe(false);
    } finally {
      service.close();
    }
  });
});
