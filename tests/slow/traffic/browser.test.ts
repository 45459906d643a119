import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceService, startReference } from '../../../reference/service.ts';
import { faultsAskedFor } from '../../../src/cli/setup/faults.ts';
import type { Report } from '../../../src/model/report.ts';
import { conformance, temporaryFolder } from '../../support/cli.ts';
import { sentTransformer } from '../../support/conforming.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';
import { isFound, launchChromium, missing } from '../html/chromium.ts';

/** A HAR that a real browser saves while a page calls the reference service, which has two faults. */

const faults = ['put.data.enabled:type', 'delete.data.createdAt:format'];

interface Sent {
  readonly baseUrl: string;
  readonly token: string;
  readonly entityId: string;
  readonly ruleIds: readonly string[];
  readonly body: object;
}

/** Runs in the page. A browser has the body of an answer only once somebody reads it. */
async function callService({ baseUrl, token, entityId, ruleIds, body }: Sent): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const put = await fetch(`${baseUrl}/entity/${entityId}/valuation/derivative/fact/transformer/`, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await put.text();
  for (const id of ruleIds) {
    const removed = await fetch(`${baseUrl}/entity/${entityId}/automationRule/${id}`, {
      method: 'DELETE',
      headers,
    });
    await removed.text();
  }
}

async function harOf(service: ReferenceService, path: string): Promise<void> {
  const { baseUrl, token, entityId } = service;
  const ruleIds = ruleIdsOf(service);
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ recordHar: { path } });
    const page = `${baseUrl}/page.html`;
    await context.route(page, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>page</title>' }),
    );
    const tab = await context.newPage();
    await tab.goto(page);
    await tab.evaluate(callService, { baseUrl, token, entityId, ruleIds, body: sentTransformer });
    await context.close();
  } finally {
    await browser.close();
  }
}

interface HarMessage {
  headers: { name: string }[];
  cookies: unknown[];
  content?: { text?: string };
}

/** As Chrome exports it unless it is told otherwise: no Authorization, no cookies, and bodies that it had let go. */
function withoutSensitiveData(har: string): string {
  const parsed = JSON.parse(har) as { log: { entries: { request: HarMessage; response: HarMessage }[] } };
  for (const [at, { request, response }] of parsed.log.entries.entries()) {
    for (const message of [request, response]) {
      message.cookies = [];
      message.headers = message.headers.filter(
        ({ name }) => !/^(?:authorization|cookie|set-cookie)$/i.test(name),
      );
    }
    if (at === parsed.log.entries.length - 1) delete response.content?.text;
  }
  return JSON.stringify(parsed);
}

describe.skipIf(!isFound)(`a HAR of Chromium (${missing})`, () => {
  let service: ReferenceService;
  let cwd: string;
  beforeAll(async () => {
    cwd = temporaryFolder();
    service = await startReference({ ...faultsAskedFor(faults), seedRules: 2 });
    await harOf(service, join(cwd, 'session.har'));
    writeFileSync(
      join(cwd, 'exported.har'),
      withoutSensitiveData(readFileSync(join(cwd, 'session.har'), 'utf8')),
    );
  });
  afterAll(() => service?.close());

  async function checked(
    file: string,
    ...args: readonly string[]
  ): Promise<{ code: number | null; report: Report }> {
    const { code } = await conformance(['check', file, ...args], { cwd });
    return { code, report: JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8')) };
  }

  function deviating({ requirements }: Report): readonly string[] {
    return requirements.filter(({ verdict }) => verdict === 'deviates').map(({ id }) => id);
  }

  test('has the deviations that were put into the service, and no other', async () => {
    const { code, report } = await checked('session.har');
    expect(code).toBe(1);
    expect(report.traffic).toMatchObject({ exchanges: 3, bad: 0 });
    expect(deviating(report)).toEqual(faults);
    expect(report.requirements.find(({ id }) => id === 'put.request:bearer')?.verdict).toBe('conforms');
    expect(JSON.stringify(report)).not.toContain(service.token);
  });

  test('without Authorization and with a body missing has those that are still to be seen, and none is invented', async () => {
    const { code, report } = await checked('exported.har');
    expect(code).toBe(1);
    expect(deviating(report)).toEqual(faults);
    const row = (id: string) => report.requirements.find((one) => one.id === id);
    expect(row('delete.data.createdAt:format')?.counts).toEqual({
      conforms: 0,
      deviates: 1,
      notExercised: 1,
    });
    expect(row('put.request:bearer')?.verdict).toBe('not-exercised');
    expect(row('put:authorization')?.verdict).toBe('not-exercised');
  });
});
