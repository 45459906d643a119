import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt, reportIn, run } from '../../commands/targets.ts';
import { conformance, temporaryFolder } from '../../support/cli.ts';
import { type Script, sendPrepared, startService } from '../../support/service.ts';
import type { Report } from '../../support/subject.ts';
import { isFound, launchChromium, missing } from './chromium.ts';

/** What a browser records of a run has the verdicts of the run. */

const deviates: Script = (_, prepared, response) =>
  sendPrepared({ ...prepared, body: prepared.body.replace('"enabled":true', '"enabled":"yes"') }, response);

function verdicts({ requirements }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
}

const isRequired = process.env['CONFORMANCE_REQUIRE_CHROMIUM'] === '1';

test('the HAR of Chromium', async ({ skip }) => {
  if (!isFound && !isRequired) skip(missing);
  await using service = await startService(deviates);
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
  const cwd = temporaryFolder();
  const args = [
    'check',
    path,
    '--headers-complete',
    '--side',
    'response',
    '--out',
    '.',
    '--reporter',
    'json',
  ];
  expect((await conformance(args, { cwd })).code).toBe(1);
  expect(reportIn(cwd).traffic).toMatchObject({ bad: 0, exchanges: report().exchanges.length });
  expect(verdicts(reportIn(cwd))).toEqual(verdicts(report()));
});
