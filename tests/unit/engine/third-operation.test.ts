import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { comparisonReporters, reporterNamed, reporters } from '../../../reporters/index.ts';
import { scopeWords } from '../../../reporters/outline/words.ts';
import comparisonSchema from '../../../schemas/suite/comparison.schema.json' with { type: 'json' };
import reportSchema from '../../../schemas/suite/report.schema.json' with { type: 'json' };
import { renderEnvExample } from '../../../scripts/generate/env-example.ts';
import { explainText, requirementsText } from '../../../src/cli/reports/explain.ts';
import { planText } from '../../../src/cli/run/plan-text.ts';
import type { Report } from '../../../src/model/report.ts';
import { contract } from '../../../src/operations/index.ts';
import { checkedRecording } from '../../../src/output/written-files.ts';
import { checkedReport } from '../../../src/output/written-report.ts';
import { pathFields, recordFields } from '../../../src/reading/signs.ts';
import { buildReport } from '../../../src/report/build.ts';
import { compareReports } from '../../../src/report/compare.ts';
import { withServiceText } from '../../../src/report/service-text.ts';
import { runSettlement, settlement } from '../../../src/report/settlement.ts';
import { execute } from '../../../src/run/execute.ts';
import { loadSettings, type TargetSettings } from '../../../src/settings/index.ts';
import { settle } from '../../../src/vitest.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { automationRuleId, operationNames } from '../../support/conforming.ts';
import { junitProblems } from '../../support/junit-schema.ts';
import { sarifProblems } from '../../support/sarif-schema.ts';
import { environment, type Fault, startThree, threeOperations } from '../../support/third-operation.ts';
import { comparedWith } from '../reporters/turned.ts';

/** A third operation is told to the engine by a contract, and by nothing else. */

const names = reporters.map(({ name }) => name);

type Changes = Readonly<Record<string, string | undefined>>;

function load(baseUrl: string, cwd: string, changes: Changes = {}) {
  return loadSettings({
    contract: threeOperations,
    flags: {},
    environment: { ...environment, CONFORMANCE_BASE_URL: baseUrl, ...changes },
    cwd,
    reporters: names,
  });
}

async function settingsFor(baseUrl: string, cwd: string, changes?: Changes): Promise<TargetSettings> {
  const loaded = await load(baseUrl, cwd, changes);
  if (!loaded.ok || loaded.settings.reference) throw new Error(JSON.stringify(loaded));
  return loaded.settings;
}

/** A whole run, from what an operator names in the environment to the report. */
async function run(fault: Fault, changes: Changes = {}, waivers = '') {
  const cwd = temporaryFolder();
  if (waivers !== '') writeFileSync(join(cwd, 'waivers.json'), waivers);
  const service = await startThree(fault);
  try {
    const settings = await settingsFor(service.baseUrl, cwd, changes);
    const journal = join(cwd, 'exchanges.ndjson');
    const tool = { name: 't', version: '0' };
    const result = await execute({ contract: threeOperations, settings, tool, environment: {}, journal });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    return { report: result.report, asked: service.asked, journal: readFileSync(journal, 'utf8') };
  } finally {
    await service.close();
  }
}

async function rendered(name: string, report: Report): Promise<string> {
  const render = await reporterNamed(name)?.load();
  if (render === undefined) throw new Error(`there is no format ${name}`);
  return render(report, { colour: false, columns: 100 });
}

/** What the wrong answer contradicts. */
const stated = [
  'read.data.automationRuleId:echo',
  'read.data.readCount:type',
  'read.data.ratio:type',
  'read.data.note:type',
  'read.data.labels.each:type',
  'read.data.history.each:value',
];
const shown = 'read.data.checkedOn:format';

function deviating({ requirements }: Report): readonly string[] {
  return requirements.filter(({ verdict }) => verdict === 'deviates').map(({ id }) => id);
}

test('settings of a third operation are read, and are in the example of an environment', async () => {
  const { values, operations } = await settingsFor('http://localhost:1', temporaryFolder());
  expect(values).toMatchObject({ readRuleId: [automationRuleId], automationRuleId: [automationRuleId] });
  expect(operations).toEqual(['put', 'delete', 'read']);
  expect(renderEnvExample(threeOperations)).toContain('CONFORMANCE_READ_RULE_ID=');
  expect(renderEnvExample(contract)).not.toContain('CONFORMANCE_READ_RULE_ID');
});

describe('the plan of three operations', () => {
  test('says what would be sent', async () => {
    const loaded = await load('http://localhost:1', temporaryFolder());
    if (!loaded.ok || loaded.settings.reference) throw new Error('there are no settings');
    const { settings, sources } = loaded;
    const text = planText({ contract: threeOperations, settings, sources, columns: 200 });
    expect(text).toMatch(
      /read-no-header\n +GET http:\/\/localhost:1\/entity\/\w+\/automationRule\/a+b+c+d+\n/,
    );
    expect(text).toContain('CONFORMANCE_READ_RULE_ID');
  });

  test('is sent, and repeats what may be repeated', async () => {
    const { asked, report } = await run('none', { CONFORMANCE_REPEAT: '3' });
    const sent = (method: string) => asked.filter((line) => line.startsWith(method)).length;
    expect([sent('PUT'), sent('DELETE'), sent('GET')]).toEqual([5, 3, 5]);
    expect(scopeWords(report)).toBe(
      'PUT, DELETE and GET, unauthorised requests included, PUT 3 times, GET 3 times',
    );
  });

  test('has a gap where nothing is named to read', async () => {
    const { report } = await run('none', { CONFORMANCE_READ_RULE_ID: '' });
    expect(report.summary.exitCode).toBe(3);
    expect(report.summary.reasons[0]).toBe(
      'read was not checked: no rule to read was named (CONFORMANCE_READ_RULE_ID)',
    );
  });
});

describe('judging three operations', () => {
  test('a service that keeps to them conforms in everything', async () => {
    const { report } = await run('none');
    expect(report.requirements.filter(({ verdict }) => verdict !== 'conforms')).toEqual([]);
    expect(report.summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
    expect(report.requirements.filter(({ operation }) => operation === 'read').length).toBeGreaterThan(15);
    expect(report.run.scope).toMatchObject({ operations: ['put', 'delete', 'read'] });
  });

  test('a wrong response deviates in what is wrong, and in nothing else', async () => {
    const { report } = await run('wrong');
    expect([...deviating(report)].sort()).toEqual([...stated, shown].sort());
    expect(report.summary.exitCode).toBe(1);
  });

  test('elements of a list that has none are not checked, and no setting is said to be missing', async () => {
    const { report } = await run('empty');
    expect(report.requirements.filter(({ verdict }) => verdict !== 'conforms')).toMatchObject([
      { id: 'read.data.labels.each:type', verdict: 'not-exercised', reason: 'data.labels has no elements' },
    ]);
    expect(report.summary.exitCode).toBe(3);
    expect(report.conclusion.next).toMatch(/^Choose other requests /);
  });

  test('its record is known without the word and the envelope, although its identifiers are all in the path', async () => {
    const { report } = await run('open', { CONFORMANCE_OPERATION: 'read' });
    expect(deviating(report)).toEqual(expect.arrayContaining(['read:authorization', 'read.data:presence']));
    expect(report.unanswered).toEqual([]);
  });

  test('an error that gives the identifiers of the path back is no record of it', async () => {
    const { report } = await run('echo', { CONFORMANCE_OPERATION: 'read' });
    expect(deviating(report)).toEqual([]);
    expect(report.summary.exitCode).toBe(3);
  });

  test('every operation names fields of its record, outside of its path, that no error has', () => {
    for (const { name, recordSigns } of threeOperations.operations) {
      const own = recordFields(threeOperations, name).filter(
        (field) => !pathFields(threeOperations, name).includes(field),
      );
      expect(recordSigns.length).toBeGreaterThan(0);
      expect(own).toEqual(expect.arrayContaining([...recordSigns]));
    }
  });

  test('a response without success comes with its hint', async () => {
    const { report } = await run('teapot', { CONFORMANCE_OPERATION: 'read' });
    expect(report.summary.exitCode).toBe(3);
    expect(report.unanswered).toMatchObject([
      {
        exchange: 'read-authorised',
        hint: expect.stringMatching(
          /^the GET is sent as in the document, without a body; .* see CONFORMANCE_READ_RULE_ID and CONFORMANCE_ENTITY_ID$/,
        ),
      },
    ]);
  });

  test('its questions are answered, and what is only read has no effect', async () => {
    const { report } = await run('none');
    expect(report.observations).toContainEqual(expect.objectContaining({ id: 'question.read.count' }));
    expect(report.effects.map(({ operation }) => operation)).toEqual(['put', 'delete']);
  });

  test('waivers cover what it deviates in', async () => {
    const open = { reason: 'known', owner: 'us', expires: '2999-01-01' };
    const waivers = { waivers: stated.map((id) => ({ id, ...open })) };
    const named = { CONFORMANCE_WAIVERS_FILE: 'waivers.json' };
    const { report } = await run('wrong', named, JSON.stringify(waivers));
    expect(report.waivers.map(({ state }) => state)).toEqual(stated.map(() => 'active'));
    expect(report.summary.exitCode).toBe(0);
  });

  test('its recording is read back under its contract, and refused under the other', async () => {
    const { journal, report } = await run('wrong');
    const read = checkedRecording(journal, threeOperations);
    expect(buildReport(threeOperations, read)).toEqual(report);
    expect(() => checkedRecording(journal, contract)).toThrow(
      `line 1: every operation in /header must be one of ${operationNames.join(', ')}`,
    );
  });
});

describe('reports of three operations', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(reportSchema);

  test.each<Fault>(['none', 'wrong', 'teapot'])('are as their schema says: %s', async (fault) => {
    const { report } = await run(fault);
    const written = JSON.parse(await rendered('json', report)) as unknown;
    validate(written);
    expect(validate.errors).toBeNull();
    expect(checkedReport(written)).toEqual(report);
  });

  test.each(names)('%s tells what deviates', async (name) => {
    const { report } = await run('wrong');
    const text = await rendered(name, report);
    for (const id of stated) expect(text).toContain(id);
  });

  test.each(['terminal', 'html'])('%s has a section for each operation', async (name) => {
    const text = await rendered(name, (await run('none')).report);
    for (const { method, object } of threeOperations.operations) {
      expect(text).toContain(method);
      expect(text).toContain(object);
    }
  });

  test('JUnit and SARIF keep to their published schemas', async () => {
    const { report } = await run('wrong');
    expect(junitProblems([await rendered('junit', report)])).toEqual([[]]);
    expect(sarifProblems(JSON.parse(await rendered('sarif', report)))).toEqual([]);
  });

  test('texts of the service are changed in them, the ids of what is removed are not', async () => {
    const { report } = await run('none');
    const { effects } = withServiceText(report, () => 'changed');
    expect(effects.map(({ id }) => id)).toEqual(['changed', automationRuleId]);
  });
});

describe('comparing runs of three operations', () => {
  test('finds what became worse, and says so in every format', async () => {
    const [before, after] = [(await run('none')).report, (await run('wrong')).report];
    const comparison = compareReports(before, after, { strict: false });
    expect(comparison.flips.map(({ id }) => id).sort()).toEqual([...stated, shown].sort());
    const validate = new Ajv2020({ strict: true }).compile(comparisonSchema);
    validate(JSON.parse(JSON.stringify(comparison)));
    expect(validate.errors).toBeNull();
    for (const { load: loadFormat } of comparisonReporters) {
      const render = await loadFormat();
      expect(render(comparedWith(before, after), { colour: false, columns: 100 })).toContain(stated[0]);
    }
  });

  test('counts a third operation that only one of them had', async () => {
    const { report: before } = await run('none', { CONFORMANCE_OPERATION: 'put' });
    const { report: after } = await run('none');
    const { summary } = compareReports(before, after, { strict: false });
    const outside = after.requirements.filter(({ operation }) => operation !== 'put');
    expect(summary.outOfScope).toBe(outside.length);
  });
});

describe('a suite over three operations', () => {
  test('fails what deviates, annotates what is only shown, passes the rest', async () => {
    const { report } = await run('wrong');
    const kinds = report.requirements.map((row) => settlement(report, row).kind);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect([count('fail'), count('annotate'), count('skip')]).toEqual([stated.length, 1, 0]);
    expect(runSettlement(report).kind).toBe('pass');
  });

  test('settles each test by its id', async () => {
    const { report } = await run('wrong');
    const context = { skip: () => undefined, annotate: async () => undefined };
    await expect(settle(report, stated[0] ?? '', context)).rejects.toThrow('read.data.automationRuleId:echo');
    await expect(settle(report, 'read:json', context)).resolves.toBeUndefined();
  });
});

describe('what is told of a contract', () => {
  test('lists the requirements of each operation', () =>
    expect(requirementsText(threeOperations, 'text', { operation: 'read' })).toMatch(
      /^read:json +stated +1 /,
    ));

  test('explains each of them', () => {
    for (const { id } of threeOperations.requirements) expect(explainText(id, threeOperations)).toContain(id);
    expect(explainText(shown, threeOperations)).toContain('Document: section 4.3');
  });
});
