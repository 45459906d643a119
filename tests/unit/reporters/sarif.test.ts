import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { render } from '../../../reporters/sarif.ts';
import type { Report } from '../../../src/model/report.ts';
import { requirements } from '../../support/engine.ts';
import { sarifProblems } from '../../support/sarif-schema.ts';
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

function resultOf(id: string, from = report): Result {
  const found = runOf(from).results.find(({ ruleId }) => ruleId === id);
  if (found === undefined) throw new Error(`no result for ${id}`);
  return found;
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
  it('are errors where the document states it, warnings where it only shows it', () =>
    expect(runOf(report).results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['put:authorization', 'error'],
      ['put.data.name:echo', 'error'],
      ['put.data.conditions.each.column:type', 'error'],
      ['put.data.action.timezone:format', 'warning'],
      ['delete.data.createdAt:presence', 'error'],
    ]));

  it('name their rule by its place in the list', () => {
    const { results, tool } = runOf(report);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(tool.driver.rules).toHaveLength(report.requirements.length);
  });

  it("stand at their place in the service's sources, and at the place in the answer", () => {
    const location = { file: 'src/conditions.ts', line: 12 };
    const id = 'put.data.conditions.each.column:type';
    const requirements = report.requirements.map((row) => (row.id === id ? { ...row, location } : row));
    const found = runOf({ ...report, requirements }).results.find(({ ruleId }) => ruleId === id);
    expect(found?.locations[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: 'src/conditions.ts' },
      region: { startLine: 12 },
    });
    expect(found?.locations[0]?.logicalLocations[0]?.fullyQualifiedName).toBe(
      'PUT /data/conditions/*/column',
    );
  });

  it('point to the file in which places are given where they have none', () => {
    const [location] = resultOf('put.data.conditions.each.column:type').locations;
    expect(location?.physicalLocation?.artifactLocation.uri).toBe('conformance.locations.json');
  });

  it('say what was wanted and what was there', () =>
    expect(resultOf('put.data.conditions.each.column:type').message.text).toBe(
      'PUT: data.conditions.each.column is not an integer (1 of 2 responses) (required by the document, section 2.2). At /data/conditions/0/column (put-authorised-2): expected an integer, actual "3". At /data/conditions/1/column (put-authorised-2): expected an integer, actual 1.5. And 4 more. In 1 of 2 responses.',
    ));

  it('are suppressed with the reason of their waiver', () => {
    expect(resultOf('put.data.name:echo').suppressions).toEqual([
      {
        kind: 'external',
        status: 'accepted',
        justification: 'names are cut to 20 characters until release 7 (ticket 4711)',
      },
    ]);
    expect(resultOf('put:authorization').suppressions).toBeUndefined();
  });

  it('have fingerprints that stay in another run, with other answers and lines', () => {
    const moved: Report = {
      ...report,
      run: { ...report.run, id: 'other' },
      requirements: report.requirements.map((row) => ({
        ...row,
        evidence: [],
        schema: { file: 'schemas/x.json', pointer: '', line: 99 },
      })),
    };
    const prints = (from: Report) => runOf(from).results.map((one) => one.partialFingerprints);
    expect(prints(moved)).toEqual(prints(report));
    expect(new Set(prints(report).map((print) => JSON.stringify(print))).size).toBe(5);
  });
});

describe('the run', () => {
  it('has the exit code and a notification per reason for what was not checked', () => {
    const [invocation] = runOf(report).invocations;
    expect(invocation).toMatchObject({ executionSuccessful: true, exitCode: 1 });
    const notes = invocation?.['toolExecutionNotifications'] as readonly { message: { text: string } }[];
    expect(notes.map(({ message }) => message.text)).toContain(
      'DELETE: 2 requirements not checked: data.createdAt is not there (see delete.data.createdAt:presence). delete.data.createdAt:type, delete.data.createdAt:format',
    );
    const cut = { ...report, run: { ...report.run, cut: true } };
    expect(runOf(cut).invocations[0]).toMatchObject({ executionSuccessful: false });
  });

  it('belongs to the category of its target', () =>
    expect(runOf(report).automationDetails.id).toBe('entity-config-conformance/staging.example/api/5d0c'));
});

it('places stand for every requirement, at the line of its keyword', () => {
  const wrong = requirements.filter(
    ({ schema: { file, pointer, line } = { file: '', pointer: '', line: 0 } }) => {
      const text =
        readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').split('\n')[line - 1] ?? '';
      const name = pointer.split('/').at(-1) ?? '';
      return /^\d*$/.test(name) ? !/^(?:\{| +"\w+",?)$|required/.test(text) : !text.includes(`"${name}": `);
    },
  );
  expect(wrong).toEqual([]);
});
