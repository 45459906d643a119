import { DOMParser } from '@xmldom/xmldom';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { reporters } from '../../reporters/index.ts';
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import type { Report } from '../../src/model/report.ts';
import { runAgainst, targetSettings } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';
import { hostileServices, startHostile } from './services.ts';

const isReport = new Ajv2020({ strict: false, validateFormats: false }).compile(reportSchema);

/** Bytes that no file of a report may reach. */
const fileLimit = 10_000_000;

async function rendered(report: Report): Promise<Readonly<Record<string, string>>> {
  const texts = reporters.map(async ({ name, load }) => [
    name,
    (await load())(report, { colour: false, columns: 80 }),
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

/** Everything a reader can find about causes. */
function told({ summary, requirements, observations }: Report): string {
  const evidence = requirements.flatMap((row) => [
    row.reason ?? '',
    ...row.evidence.map(({ actual }) => actual),
  ]);
  return [...summary.reasons, ...evidence, ...observations.map(({ answer }) => answer)].join('\n');
}

describe('a hostile service', () => {
  test.each(hostileServices)('$name', async ({ answer, exitCode, says }) => {
    const service = await startHostile({ answer });
    try {
      const settings = targetSettings(service.baseUrl, { timeoutMs: 1_200 });
      const { report } = await runAgainst(settings);
      expect(told(report)).toMatch(says);
      expect(report.summary.exitCode, report.summary.reasons.join('\n')).toBe(exitCode);
      const learned = report.requirements.filter(
        ({ operation, verdict }) => operation === 'delete' && verdict === 'conforms',
      );
      expect(learned.length).toBeGreaterThan(55);
      expect(service.requests.map((line) => line.split(' ')[0]).sort()).toEqual([
        'DELETE',
        'DELETE',
        'DELETE',
        'PUT',
        'PUT',
        'PUT',
      ]);
      const texts = await rendered(report);
      expect(isReport(JSON.parse(texts['json'] ?? '')), JSON.stringify(isReport.errors?.[0])).toBe(true);
      expect(
        new DOMParser({ onError: (_, message) => expect.fail(message) }).parseFromString(
          texts['junit'] ?? '',
          'text/xml',
        ),
      ).toBeDefined();
      for (const [name, text] of Object.entries(texts)) {
        expect(text.length, name).toBeLessThan(fileLimit);
        expect(text, name).not.toContain(goodToken);
      }
    } finally {
      service.close();
    }
  });
});
