import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt, reportIn, run } from '../../commands/targets.ts';
import { conformance, temporaryFolder } from '../../support/cli.ts';
import { replacing, startService } from '../../support/service.ts';
import type { Report } from '../../support/subject.ts';
import { describeInChromium } from './browser.ts';

/** What a browser records of a run has the verdicts of the run. */

function verdicts({ requirements }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
}

describeInChromium('the HAR of Chromium', (_, launched) => {
  test('is judged as the run was', async () => {
    await using service = await startService(replacing('"enabled":true', '"enabled":"yes"'));
    const { report } = await run(['--serial'], { env: aimedAt(service) });
    const requests = service.calls.map(({ method, path, headers, body }) => ({
      path,
      sent: {
        method,
        headers: ['authorization', 'content-type'].flatMap((name): [string, string][] =>
          headers[name] ? [[name, `${headers[name]}`]] : [],
        ),
        ...(body === '' ? {} : { body }),
      },
    }));
    const path = join(temporaryFolder(), 'session.har');
    const context = await launched().newContext({ recordHar: { path } });
    const tab = await context.newPage();
    await tab.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await tab.goto(`${service.baseUrl}/page.html`);
    // A browser has the body of a response only once somebody reads it.
    await tab.evaluate(async (all) => {
      for (const one of all) await (await fetch(one.path, one.sent)).text();
    }, requests);
    await context.close();
    const cwd = temporaryFolder();
    const flags = '--headers-complete --side response --out . --reporter json'.split(' ');
    expect((await conformance(['check', path, ...flags], { cwd })).code).toBe(1);
    expect(reportIn(cwd).traffic).toMatchObject({ bad: 0, exchanges: report().exchanges.length });
    expect(verdicts(reportIn(cwd))).toEqual(verdicts(report()));
  });
});
