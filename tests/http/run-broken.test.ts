import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Broken, brokenServices } from '../cases/broken-services.ts';
import { oddAnswers } from '../cases/odd-answers.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { entityId } from '../support/conforming.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { brokenTo, startRaw } from '../support/raw-service.ts';
import { runAgainst, targetSettings, usualEnvironment } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';
import { contract, type Report, reporters } from '../support/subject.ts';

/** What a run makes of a service that is broken. */

const rows: Readonly<Record<string, Broken>> = { ...brokenServices, ...oddAnswers };
const entries = Object.entries(rows);
const everyRequest = contract.operations.flatMap(({ method }) => [method, method, method]).sort();
const methodsOf = (requests: readonly string[]) => requests.map((text) => text.split(' ', 1)[0]).sort();

/** For each verdict how many requirements of the PUT have it. */
function verdictsOf({ requirements }: Report): string {
  const ofPut = requirements.filter(({ operation }) => operation === 'put');
  const count = (wanted: string) => ofPut.filter(({ verdict }) => verdict === wanted).length;
  return `${count('conforms')} conform, ${count('deviates')} deviate`;
}

const lines = new Map<string, string>();

describe('the authorised PUT', () => {
  test.for(entries)('%s', async ([name, { waitsMs, ...answer }]) => {
    await using service = await startRaw(brokenTo('authorised put', answer));
    const settings = targetSettings(service.baseUrl, { timeoutMs: waitsMs ?? 60_000 });
    const { report } = await runAgainst(settings);
    const { exitCode, reasons } = report.summary;
    expect(JSON.stringify(report)).not.toContain(goodToken);
    expect(methodsOf(service.requests)).toEqual(everyRequest);
    // All that needs no other answer than its own is learned of the others.
    const others = report.requirements.filter(({ operation }) => operation !== 'put');
    const learned = others.filter(({ verdict }) => verdict === 'conforms');
    expect(learned.length).toBeGreaterThan(others.length - contract.operations.length);
    const [reason = ''] = (reasons[0] ?? '').replace(/\d+(?= bytes of the body had)/, '…').split('; ');
    lines.set(name, `exit ${exitCode}, ${verdictsOf(report)}: ${reason}`);
  });

  test('each in a line', async () => {
    const text = Object.keys(rows).map((name) => `${name}: ${lines.get(name)}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/run.txt');
  });
});

const crash = /^ +at .+:\d+\)?$|node:internal|Unhandled|\[object Object\]|fault of the suite/m;

describe('every request', () => {
  const names = reporters.map(({ name }) => name).join();
  test.for(sampleOf(entries, gateTakesAFifth))('%s', async ([, { waitsMs, ...answer }]) => {
    await using service = await startRaw(brokenTo('everyone', answer));
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await conformance(['run', '--reporter', names], {
      cwd,
      env: {
        CONFORMANCE_BASE_URL: service.baseUrl,
        CONFORMANCE_ACCESS_TOKEN: goodToken,
        CONFORMANCE_ENTITY_ID: entityId,
        CONFORMANCE_TIMEOUT_MS: `${waitsMs ?? 60_000}`,
        ...usualEnvironment,
      },
    });
    const folder = join(cwd, 'conformance-report');
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(files).toHaveLength(reporters.filter(({ file }) => file !== null).length + 1);
    for (const text of [stdout, stderr, ...files]) expect(text).not.toContain(goodToken);
    expect(stdout + stderr).not.toMatch(crash);
    const { summary } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    expect([1, 3]).toContain(code);
    expect(summary).toMatchObject({
      exitCode: code,
      reasons: [expect.stringMatching(/./), ...summary.reasons.slice(1)],
    });
    // What is served without credentials, or not at all, is asked for no further.
    expect(new Set(methodsOf(service.requests)).size).toBe(contract.operations.length);
  });
});
