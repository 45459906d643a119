import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../support/engine.ts';
import { sarif as render } from '../../support/rendered.ts';
import { sarifProblems } from '../../support/sarif-schema.ts';
import type { Report } from '../../support/subject.ts';
import { report as fixture } from './fixture.ts';

const places = new Map(requirements.map(({ id, schema: place }) => [id, place]));

/** The report made by hand, with the places that a run would have put in. */
const report: Report = {
  ...fixture,
  requirements: fixture.requirements.map((row) => {
    const schema = places.get(row.id);
    return schema === undefined ? row : { ...row, schema };
  }),
};

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number };
    };
    readonly logicalLocations: readonly { readonly fullyQualifiedName: string }[];
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly { readonly justification: string }[];
}

function runOf(from: Report) {
  const log = JSON.parse(render(from)) as { runs: readonly { results: readonly Result[] }[] };
  expect(sarifProblems(log)).toEqual([]);
  const [run] = log.runs;
  if (run === undefined) throw new Error('no run');
  return run as typeof run & {
    tool: { driver: { rules: readonly { id: string }[] } };
    invocations: readonly Record<string, unknown>[];
    automationDetails: { id: string };
  };
}

describe('the published schema', () => {
  it('accepts the report made by hand, and one of an older version without places', () => {
    expect(runOf(report).results).toHaveLength(5);
    expect(runOf(fixture).results).toHaveLength(5);
  });

  it.each([
    ['a level of our own', (result: Record<string, unknown>) => (result['level'] = 'fatal')],
    ['a result without a message', (result: Record<string, unknown>) => delete result['message']],
    [
      'a line zero',
      (result: Record<string, unknown>) =>
        (result['locations'] = [{ physicalLocation: { region: { startLine: 0 } } }]),
    ],
    ['a further member', (result: Record<string, unknown>) => (result['severity'] = 1)],
  ])('refuses %s', (_, change) => {
    const log = JSON.parse(render(report));
    change(log.runs[0].results[0]);
    expect(sarifProblems(log)).not.toEqual([]);
  });
});

describe('results', () => {
  it('name their rule by its place in the list', () => {
    const { results, tool } = runOf(report);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(tool.driver.rules).toHaveLength(report.requirements.length);
  });

  it.each([
    ...['src/a#b.ts', 'src/a?b=1.ts', 'src/a b.ts', 'src/100%.ts', 'src/%41.ts', 'src/ä/日本.ts'],
    ...['src/a&b;c=d.ts', 'c:/src/a.ts', 'src/[id]/(x).ts', 'a+b@c.ts'],
  ])('leads to the file %s', (file) => {
    const options = { ...report.run.options, sarifFile: file };
    const [found] = runOf({ ...report, run: { ...report.run, options } }).results;
    const uri = found?.locations[0]?.physicalLocation?.artifactLocation.uri ?? '';
    const { pathname, search, hash } = new URL(uri, 'file:///root/');
    expect([decodeURIComponent(pathname), search, hash]).toEqual([`/root/${file}`, '', '']);
  });

  it('point at a file that need not be there, and at the place in the response', () => {
    const id = 'put.data.conditions.each.column:type';
    const found = runOf(report).results.find(({ ruleId }) => ruleId === id);
    expect(found?.locations[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: 'conformance.waivers.json' },
      region: { startLine: 1 },
    });
    expect(found?.locations[0]?.logicalLocations[0]?.fullyQualifiedName).toBe(
      'PUT /data/conditions/*/column',
    );
  });

  it('have fingerprints that stay in another run, with other answers and places', () => {
    const moved: Report = {
      ...report,
      run: { ...report.run, id: 'other' },
      requirements: report.requirements.map((row) => ({
        ...row,
        evidence: [],
        schema: { file: 'schemas/x.json', pointer: '' },
      })),
    };
    const prints = (from: Report) => runOf(from).results.map((one) => one.partialFingerprints);
    expect(prints(moved)).toEqual(prints(report));
    expect(new Set(prints(report).map((print) => JSON.stringify(print))).size).toBe(5);
  });
});

it('a run that was cut was not successful', () => {
  const cut = { ...report, run: { ...report.run, cut: true } };
  expect(runOf(cut).invocations[0]).toMatchObject({ executionSuccessful: false });
});

it('the place of every requirement in the schemas is there', () => {
  const wrong = requirements.filter(({ schema: { file, pointer } = { file: '', pointer: '' } }) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const steps = pointer.split('/').slice(1);
    const inner = (node: unknown, step: string) => (node as Record<string, unknown> | undefined)?.[step];
    return steps.reduce(inner, JSON.parse(text)) === undefined;
  });
  expect(wrong).toEqual([]);
});
