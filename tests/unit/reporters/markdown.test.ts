import { describe, expect, it } from 'vitest';
import { render } from '../../../reporters/markdown.ts';
import type { Report } from '../../../src/model/report.ts';
import { report } from './fixture.ts';
import { hostile, hostileTexts, withText } from './hostile.ts';

function manyDeviations(count: number): Report {
  const row = report.requirements.find(({ verdict }) => verdict === 'deviates');
  if (!row) throw new Error('the fixture has a deviation');
  const copies = Array.from({ length: count }, (_, n) => ({ ...row, id: `put.data.field${n}:type` }));
  return { ...report, requirements: [...copies, ...report.requirements] };
}

/** Elements and lines, without what stands in code spans: what a reader's browser would lay out. */
function skeleton(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/`[^`\n]*`|<\/?code>/g, '')
    .split('\n')
    .map((line) => [line.match(/<(?!!--)[^>]*>/g) ?? [], (line.match(/\|/g) ?? []).length].join(' '));
}

describe('markdown', () => {
  it('begins with the outcome', () => {
    expect(render(report).split('\n')[0]).toBe(
      '## ❌ DEVIATES (exit 1): 3 stated requirements deviate, the first is put:authorization',
    );
  });

  it('says which requirement deviates where, and how firmly the document supports it', () => {
    const row = render(report)
      .split('\n')
      .find((line) => line.includes('`put.data.action.timezone:format`'));
    expect(row).toContain('`/data/action/timezone`');
    expect(row).toContain('`"Mars/Olympus"`');
    expect(row).toContain('2.2, only shown');
  });

  it('leaves out what there is nothing to say about', () => {
    const requirements = report.requirements.filter(({ verdict }) => verdict === 'conforms');
    const text = render({ ...report, requirements, waivers: [], effects: [], observations: [] });
    expect(text).not.toMatch(/###|details/);
  });

  it('names an embedded reference service', () => {
    const text = render({ ...report, target: { ...report.target, reference: true } });
    expect(text).toContain('(the embedded reference service)');
  });

  it.each([1000, 500, 400])(
    'stays below 60,000 characters with %d deviations and counts the rest',
    (count) => {
      const text = render(manyDeviations(count));
      const listed = text.match(/`put\.data\.field\d+:type`/g)?.length ?? 0;
      expect(text.length).toBeLessThanOrEqual(60_000);
      expect(text.length).toBeGreaterThan(50_000);
      expect(/_(\d+) more, see report.json._/.exec(text)?.[1]).toBe(String(count + 4 - listed));
      expect(text).toContain('</details>');
    },
  );

  it('leaves nothing out below that', () => {
    expect(render(manyDeviations(100)).includes('more, see report.json._')).toBe(false);
  });

  it('stays below it when every text is long', () => {
    expect(render(withText(hostile.repeat(50))).length).toBeLessThanOrEqual(60_000);
  });

  it.each(hostileTexts)('keeps its shape with %j', (text) => {
    const odd = render(withText(` ${text}`));
    expect(skeleton(odd)).toEqual(skeleton(render(withText(' x'))));
  });
});
