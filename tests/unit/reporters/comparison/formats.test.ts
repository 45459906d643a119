import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Compared } from '../../../../reporters/outline/comparison.ts';
import schema from '../../../../schemas/suite/comparison.schema.json' with { type: 'json' };
import { comparisonReporters, type Report } from '../../../support/subject.ts';
import { writtenBy } from '../../../support/written.ts';
import { report } from '../fixture.ts';
import { comparedWith, turned } from '../turned.ts';

const plain = { colour: false, columns: 100, files: writtenBy(comparisonReporters) };

async function rendered(name: string, compared: Compared): Promise<string> {
  const load = comparisonReporters.find((reporter) => reporter.name === name)?.load;
  if (load === undefined) throw new Error(`no reporter is called ${name}`);
  return (await load())(compared, plain);
}

const compared = (from: Report) => comparedWith(from, turned(from));

describe('formats of a comparison', () => {
  it.each(comparisonReporters.map(({ name }) => name))('%s ends in exactly one line feed', async (name) =>
    expect(await rendered(name, compared(report))).toMatch(/[^\n]\n$/),
  );

  it('are equal to the comparison, as JSON', async () => {
    const text = await rendered('json', compared(report));
    expect(JSON.parse(text)).toEqual(compared(report).comparison);
    const validate = new Ajv2020({ strict: true }).compile(schema);
    expect([validate(JSON.parse(text)), validate.errors]).toEqual([true, null]);
  });

  it.each(['terminal', 'markdown'])('%s names flips, their direction and the places', async (name) => {
    const text = await rendered(name, compared(report));
    for (const part of ['Got worse', 'Got better', 'Changed otherwise', 'Vanished requirements'])
      expect(text).toContain(part);
    expect(text).toContain('put.data.conditions.each.column:type');
    expect(text).toContain('/data/conditions/0/column');
    expect(text.indexOf('Got worse')).toBeLessThan(text.indexOf('Got better'));
  });

  it.each(['terminal', 'markdown', 'html'])('%s says what deviates as before', async (name) => {
    const value = (actual: string): Report => ({
      ...report,
      requirements: report.requirements.map((row) =>
        row.id === 'delete.data.createdAt:presence'
          ? { ...row, evidence: row.evidence.map((one) => ({ ...one, actual })) }
          : row,
      ),
    });
    const text = await rendered(name, comparedWith(value('nothing'), value('null')));
    expect(text).toMatch(/same/i);
    expect(text).toContain('Deviates as before');
    expect(text.replaceAll(/<[^>]*>|`/g, ' ').replaceAll(/\s+/g, ' ')).toMatch(
      /was:? nothing.{1,6}is:? null/,
    );
    expect(text).not.toContain('✅');
  });

  it('stay below 60,000 characters as Markdown and count the rest', async () => {
    const row = report.requirements[0];
    const many = Array.from({ length: 1000 }, (_, at) => ({ ...row, id: `put.data.field${at}:type` }));
    const large = { ...report, requirements: many as Report['requirements'] };
    const text = await rendered('markdown', compared(large));
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/_and [\d,]+ more, see comparison.json\._/);
    for (const line of text.split('\n').filter((one) => one.startsWith('| ')))
      expect(line.endsWith(' |')).toBe(true);
  });
});
