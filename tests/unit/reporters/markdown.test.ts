import { describe, expect, it } from 'vitest';
import { reporters } from '../../../reporters/index.ts';
import type { Report } from '../../../src/model/report.ts';
import { notComparable, withChange } from '../../../src/report/change.ts';
import { concluded } from '../../../src/report/conclusion.ts';
import { contract } from '../../support/engine.ts';
import { markdown as render } from '../../support/rendered.ts';
import { writtenBy } from '../../support/written.ts';
import { report } from './fixture.ts';
import { hostile, withText } from './hostile.ts';

function manyDeviations(count: number): Report {
  const row = report.requirements.find(({ verdict }) => verdict === 'deviates');
  if (!row) throw new Error('the fixture has a deviation');
  const copies = Array.from({ length: count }, (_, n) => ({ ...row, id: `put.data.field${n}:type` }));
  return concluded({ ...report, requirements: [...copies, ...report.requirements] }, contract);
}

describe('markdown', () => {
  it('links to the page where somebody knows its address', () => {
    const pageUrl = 'https://ci.example.com/a|b<c>`d/1';
    expect(render(report, { pageUrl })).toContain(
      '- **Report:** <https://ci.example.com/a%7Cb%3Cc%3E%60d/1>',
    );
    expect(render(report)).not.toContain('**Report:**');
  });

  it('tells what is new, fixed, still there with another value, comes and goes, is lost', () => {
    const change = {
      ...notComparable('x'),
      appeared: ['put:json'],
      fixed: ['delete:json'],
      still: [
        {
          id: 'put.status:value',
          since: { startedAt: '2026-02-01T00:00:00.000Z', label: null },
          value: { before: '"ok"', after: '"OK"' },
        },
      ],
      flaky: ['put.data:type'],
      lost: ['delete.data:type'],
      consequences: 3,
      notes: ['another target'],
    };
    const text = render(withChange(report, change));
    for (const line of [
      '- **New (1):** `put:json`',
      '- **Fixed (1):** `delete:json`',
      '- **Still (1):** `put.status:value`',
      '- **Other value:** `put.status:value` was `"ok"`, is `"OK"`',
      '- **Comes and goes (1):** `put.data:type`',
      '- **No longer checked (1):** `delete.data:type`',
      '- **Follow from these:** 3 requirements',
      '- **Note:** another target',
    ])
      expect(text).toContain(line);
  });

  it('leaves out what there is nothing to say about', () => {
    const requirements = report.requirements.filter(({ verdict }) => verdict === 'conforms');
    const text = render(
      concluded({ ...report, requirements, waivers: [], effects: [], observations: [] }, contract),
    );
    expect(text.match(/^###.*$/gm)).toEqual([
      '### PUT derivative fact transformer (section 4.1): 4 of 4 requirements conform',
      '### DELETE automation rule (section 4.2): 2 of 2 requirements conform',
    ]);
  });

  it('names an embedded reference service', () => {
    const text = render({ ...report, target: { ...report.target, reference: true } });
    expect(text).toContain('(the embedded reference service)');
  });

  it.each([1000, 500, 400])(
    'stays below 60,000 characters with %d deviations and counts the rest',
    (count) => {
      const text = render(manyDeviations(count), { files: writtenBy(reporters) });
      expect(text.length).toBeLessThanOrEqual(60_000);
      expect(text).toMatch(/^- \*\*Also:\*\* .*see report\.json$/m);
    },
  );

  it('leaves nothing out below that', () =>
    expect(/more[^_\n]*\._/.test(render(manyDeviations(100)))).toBe(false));

  it.each([
    ['has to be escaped', hostile.repeat(5)],
    ['alone would fill it', `${hostile} ${'x'.repeat(60_000)}`],
  ])('stays below it when every text is long and %s', (_, text) =>
    expect(render(withText(text)).length).toBeLessThanOrEqual(60_000),
  );
});
