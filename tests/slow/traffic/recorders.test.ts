import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { conformance, root, temporaryFolder } from '../../support/cli.ts';
import type { Report, Verdict } from '../../support/subject.ts';
import { isFound, missing } from '../html/chromium.ts';
import {
  chromiumHar,
  mitmproxyAddOn,
  mitmproxyHar,
  newmanReport,
  programOf,
  type RunOf,
  runAgainst,
  type Service,
  startLogged,
} from './recorders.ts';

/** What is recorded of a run has the verdicts of the run, whoever recorded it. */

const conditions = Array.from({ length: 120 }, (_, at) => ({
  ...{ column: at, columnType: 'CURRENCY_TYPE', type: 'CURRENCY_FIAT', operator: 'EQ' },
  ...{ value: `Zürich ${at}`, jsonPath: '$.a' },
}));

/** Longer than a line of output may be before Docker and CRI divide it. */
const longBody = (body: string) => JSON.stringify({ ...JSON.parse(body), conditions });

let run: RunOf;
let longRun: RunOf;
let log: string;

beforeAll(async () => {
  {
    await using service = await startLogged();
    run = await runAgainst(service);
  }
  await using service = await startLogged();
  const sent = run.exchanges.find(({ request }) => request.body !== undefined)?.request.body ?? '';
  longRun = await runAgainst(service, service.baseUrl, longBody(sent));
  log = service.log.map((line) => `${line}\n`).join('');
});

const partBytes = 16_384;

/** The log in lines of at most 16 KiB, as both write a longer one: each with whether its line goes on. */
function parts(): readonly (readonly [Buffer, boolean])[] {
  return log.split(/(?<=\n)/).flatMap((line) => {
    const bytes = Buffer.from(line);
    const count = Math.ceil(bytes.length / partBytes);
    return Array.from({ length: count }, (_, at) => {
      const part = bytes.subarray(at * partBytes, (at + 1) * partBytes);
      return [part, at < count - 1] as const;
    });
  });
}

const time = '2025-01-07T08:09:10.123456789Z';

/** A character that is divided becomes two that are not known, as Docker writes it. */
function dockerLog(): string {
  return parts()
    .map(([part]) => `${JSON.stringify({ log: part.toString(), stream: 'stdout', time })}\n`)
    .join('');
}

function criLog(): Buffer {
  return Buffer.concat(
    parts().map(([part, goesOn]) => {
      const text = goesOn ? part : part.subarray(0, -1);
      return Buffer.concat([Buffer.from(`${time} stdout ${goesOn ? 'P' : 'F'} `), text, Buffer.from('\n')]);
    }),
  );
}

async function checked(recorded: string | Buffer, ...args: readonly string[]): Promise<Report> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'recorded'), recorded);
  await conformance(['check', 'recorded', '--side', 'response', '--reporter', 'json', ...args], { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8'));
  expect(report.traffic?.bad).toBe(0);
  return report;
}

function verdicts({ requirements }: Report): Readonly<Record<string, Verdict>> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
}

const sample = (name: string) => readFileSync(join(root, 'tests/support/fixtures/traffic', name), 'utf8');
const ofService = (record: (service: Service) => Promise<string>) => async () => {
  await using service = await startLogged();
  return await record(service);
};

const newman = programOf('newman');
const mitmdump = mitmproxyAddOn === null ? null : programOf('mitmdump');

/** A gate that installs it must not pass without. */
const isRequired = process.env['CONFORMANCE_REQUIRE_CHROMIUM'] === '1';
const noChromium = isFound || isRequired ? null : missing;

/** With why a program is not there; null where it is, or nothing but a sample is needed. */
const rows: readonly (readonly [string, () => RunOf, () => Promise<string | Buffer>, string | null])[] = [
  ['the access log itself', () => longRun, async () => log, null],
  ["Docker's json-file form of it", () => longRun, async () => dockerLog(), null],
  ['the CRI form of it', () => longRun, async () => criLog(), null],
  ['Chromium', () => run, ofService((one) => chromiumHar(one, run, false)), noChromium],
  [
    'Chromium, through a service worker',
    () => run,
    ofService((one) => chromiumHar(one, run, true)),
    noChromium,
  ],
  ['a sample of newman', () => run, async () => sample('newman-run.json'), null],
  [
    'newman',
    () => run,
    ofService((one) => newmanReport(newman ?? '', one, run)),
    newman === null ? 'no newman on the PATH or in bench/node_modules' : null,
  ],
  ['a sample of mitmproxy', () => run, async () => sample('mitmproxy-run.har'), null],
  [
    'mitmproxy',
    () => run,
    ofService((one) => mitmproxyHar(mitmdump ?? '', mitmproxyAddOn ?? '', one)),
    mitmdump === null ? "no mitmdump on the PATH, or its example har_dump.py isn't there" : null,
  ],
];

const why = (reason: string | null) => (reason === null ? '' : ` (${reason})`);

describe.each(rows)('%s', (name, of, record, reason) => {
  test.skipIf(reason !== null)(`has the verdicts of the run${why(reason)}`, async () => {
    const report = await checked(await record(), '--headers-complete');
    expect(verdicts(report)).toEqual(verdicts(of().report));
    // A service worker's own request is an entry of its own, without a body.
    const entries = /worker/.test(name) ? 2 : 1;
    expect(report.traffic?.exchanges).toBe(entries * of().exchanges.length);
    expect(JSON.stringify(report)).not.toContain('protects-nothing');
  });
});

test('the log has lines that Docker and CRI divide', () => {
  expect(parts().filter(([, goesOn]) => goesOn).length).toBeGreaterThan(0);
});

interface HarMessage {
  headers: { name: string }[];
  cookies: unknown[];
  content?: { text?: string };
}

/** As Chrome exports it unless it is told otherwise: no Authorization, no cookies; and one body that it had let go. */
function withoutSensitiveData(har: string): string {
  const parsed = JSON.parse(har) as { log: { entries: { request: HarMessage; response: HarMessage }[] } };
  const { entries } = parsed.log;
  for (const { request, response } of entries)
    for (const message of [request, response]) {
      message.cookies = [];
      message.headers = message.headers.filter(
        ({ name }) => !/^(?:authorization|cookie|set-cookie)$/i.test(name),
      );
    }
  delete entries.at(-1)?.response.content?.text;
  return JSON.stringify(parsed);
}

test.skipIf(noChromium !== null)(
  `Chromium, without sensitive data: nothing is invented${why(noChromium)}`,
  async () => {
    await using service = await startLogged();
    const report = await checked(withoutSensitiveData(await chromiumHar(service, run, false)));
    const recorded = Object.entries(verdicts(report)).filter(([, verdict]) => verdict !== 'not-exercised');
    expect(verdicts(run.report)).toMatchObject(Object.fromEntries(recorded));
    const deviating = recorded.flatMap(([id, verdict]) => (verdict === 'deviates' ? [id] : []));
    expect(deviating).toEqual(['put.data.enabled:type']);
  },
);
