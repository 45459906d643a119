import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt, reportIn, run } from '../../commands/targets.ts';
import { conformance, temporaryFolder } from '../../support/cli.ts';
import { type Call, type Script, sendPrepared, startService } from '../../support/service.ts';
import type { Report } from '../../support/subject.ts';
import { isFound, launchChromium, missing } from '../html/chromium.ts';

/** What is recorded of a run has the verdicts of the run, whoever recorded it. */

interface Logged {
  readonly call: Call;
  readonly answer: { readonly status: number; readonly headers: object; readonly body: string };
}

/** A service that deviates. */
function deviating(log: Logged[] = []): Script {
  return (call, prepared, response) => {
    const body = prepared.body.replace('"enabled":true', '"enabled":"yes"');
    log.push({ call, answer: { ...prepared, body } });
    sendPrepared({ ...prepared, body }, response);
  };
}

function verdicts({ requirements }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
}

async function expectSame(recorded: string, report: Report): Promise<void> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'recorded'), recorded);
  await conformance(
    ['check', 'recorded', '--headers-complete', '--side', 'response', '--out', '.', '--reporter', 'json'],
    { cwd },
  );
  const read = reportIn(cwd);
  expect(read.traffic).toMatchObject({ bad: 0, exchanges: report.exchanges.length });
  expect(verdicts(read)).toEqual(verdicts(report));
  expect(Object.values(verdicts(read))).toContain('deviates');
}

test('an access log in the form of Docker, which divides long lines', async () => {
  const log: Logged[] = [];
  await using service = await startService(deviating(log));
  const { report } = await run(['--serial'], { env: aimedAt(service) });
  const time = '2025-01-07T08:09:10.123456789Z';
  const lines = log.map(({ call: { method, path, headers, body }, answer }) => {
    const request = { method, url: path, headers: { ...headers, 'x-pad': 'p'.repeat(20_000) }, body };
    return `${JSON.stringify({ startedDateTime: time, request, response: answer })}\n`;
  });
  const parts = lines.flatMap((line) => line.match(/[\s\S]{1,16384}/g) ?? []);
  expect(parts.length).toBeGreaterThan(lines.length);
  await expectSame(
    parts.map((part) => `${JSON.stringify({ log: part, stream: 'stdout', time })}\n`).join(''),
    report(),
  );
});

const isRequired = process.env['CONFORMANCE_REQUIRE_CHROMIUM'] === '1';

test('the HAR of Chromium', async ({ skip }) => {
  if (!isFound && !isRequired) skip(missing);
  await using service = await startService(deviating());
  const { report } = await run(['--serial'], { env: aimedAt(service) });
  const requests = service.calls.map(({ method, path, headers, body }) => ({
    path,
    sent: {
      method,
      headers: Object.fromEntries(
        ['authorization', 'content-type'].flatMap((name) =>
          headers[name] ? [[name, `${headers[name]}`]] : [],
        ),
      ),
      ...(body === '' ? {} : { body }),
    },
  }));
  const path = join(temporaryFolder(), 'session.har');
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ recordHar: { path } });
    const tab = await context.newPage();
    await tab.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await tab.goto(`${service.baseUrl}/page.html`);
    // A browser has the body of a response only once somebody reads it.
    await tab.evaluate(async (all) => {
      for (const one of all) await (await fetch(one.path, one.sent)).text();
    }, requests);
    await context.close();
  } finally {
    await browser.close();
  }
  await expectSame(readFileSync(path, 'utf8'), report());
});
