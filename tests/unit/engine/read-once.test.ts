import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startReference } from '../../../reference/service.ts';
import { render, run } from '../../../src/index.ts';
import { JsonReader } from '../../../src/json/json.ts';
import { readBody } from '../../../src/json/text.ts';
import { readReport } from '../../../src/output/report-file.ts';
import { readJournal } from '../../../src/run/journal.ts';
import { memberNames } from '../../../src/settings/from-program.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';

const { stringify } = JSON;
const names = ['terminal', 'json', 'junit', 'markdown', 'html'];

/** Texts that the suite read as JSON, and texts that it made of values, as they came. */
let read: string[];
let made: string[];

/** The embedded service reads and writes as well, in the same process. */
function isOfService(): boolean {
  return new Error('to see who asks').stack?.includes('/reference/') === true;
}

beforeEach(() => {
  read = [];
  made = [];
  const { parse } = JSON;
  const { document } = JsonReader.prototype;
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, ...more) => {
    if (!isOfService()) read.push(text);
    return parse(text, ...more);
  });
  vi.spyOn(JSON, 'stringify').mockImplementation((...given: unknown[]) => {
    const text = stringify(...(given as Parameters<typeof stringify>));
    if (typeof text === 'string' && !isOfService()) made.push(text);
    return text;
  });
  vi.spyOn(JsonReader.prototype, 'document').mockImplementation(function (this: JsonReader) {
    read.push(this.text);
    return document.call(this);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

function folder(): string {
  const path = temporaryFolder();
  return path;
}

/** The bodies that a run sent and got, and the path of its recording. */
interface Ran {
  readonly bodies: readonly string[];
  readonly recording: string;
}

/** A run against an embedded service, with all its reports. */
async function runAll(faults: readonly string[]): Promise<Ran> {
  const service = await startReference({ faults });
  onTestFinished(() => service.close());
  const members = memberNames(contract).map((key) => [key, service.settings[key]]);
  const { baseUrl, token: accessToken, entityId } = service;
  const out = folder();
  const given = { baseUrl, accessToken, entityId, reporter: names.slice(1), out };
  const report = await run({ ...given, ...Object.fromEntries(members.filter(([, value]) => value)) });
  await render(report, 'terminal');
  const recording = join(out, 'exchanges.ndjson');
  const { exchanges } = readJournal(readFileSync(recording, 'utf8'));
  const texts = exchanges.flatMap(({ request, response }) => [request.body, response?.body.text]);
  return { bodies: [...new Set(texts)].flatMap((text) => text || []), recording };
}

/** A text as long as all that the reader remembers, and one more: of the texts before them it remembers none. */
function forget(): void {
  readBody(`"${'a'.repeat(256 * 1024 - 2)}"`);
  readBody('0');
  read = [];
  made = [];
}

function bare(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** A body as it is in a larger JSON text. */
function quoted(body: string): string {
  return stringify(body).slice(1, -1);
}

/** How often a body was read, and made into a text: itself, or a larger one. */
function countsOf(body: string): { readonly reads: number; readonly makes: readonly string[] } {
  return {
    reads: read.filter((text) => bare(text) === bare(body)).length,
    makes: made.filter((text) => text.includes(quoted(body)) || bare(text) === bare(body)),
  };
}

/** What is written into a recording or a report: nothing but their lines hold a body. */
function isFile(text: string): boolean {
  return /^\{"line":"(?:intent|exchange)"|^\{\s+"formatVersion"/.test(text);
}

const services = [
  { service: 'conforming', faults: [] },
  {
    service: 'deviating',
    faults: ['rule-created-at-with-t', 'action-amount-fractional', 'condition-type-as-sent'],
  },
  { service: 'confused', faults: ['data-list', 'request-id-repeated'] },
];

describe.each(services)('the bodies of a run against a $service service', ({ faults }) => {
  test('are read twice at most, all reports included, and written once for each line and report that holds them', async () => {
    forget();
    const { bodies, recording } = await runAll(faults);
    const lines = readFileSync(recording, 'utf8').split('\n');
    expect(bodies.length).toBeGreaterThan(4);
    for (const body of bodies) {
      const { reads, makes } = countsOf(body);
      expect(reads).toBeLessThanOrEqual(2);
      // What the suite sends, it makes itself.
      const others = makes.filter((text) => text !== body);
      expect(others.filter((text) => !isFile(text))).toEqual([]);
      expect(others).toHaveLength(lines.filter((line) => line.includes(quoted(body))).length + 1);
    }
  });

  test('are read twice at most where the recording is judged anew, and written for the report alone', async () => {
    const { bodies, recording } = await runAll(faults);
    forget();
    const report = await readReport(recording, '.');
    for (const name of names) await render(report, name);
    for (const body of bodies) {
      const { reads, makes } = countsOf(body);
      expect(reads).toBeLessThanOrEqual(2);
      expect(makes.filter((text) => !isFile(text))).toEqual([]);
      expect(makes).toHaveLength(1);
    }
  });
});
