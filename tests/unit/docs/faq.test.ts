import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../../../src/output/exit.ts';
import { run, type Served, serve } from '../../commands/targets.ts';
import { textOf } from './markdown.ts';

/** What docs/faq.md quotes is what a run says. */

const faq = textOf('docs/faq.md');

let service: Served;
beforeAll(async () => {
  service = await serve();
}, 60_000);
afterAll(async () => {
  await service.stop();
});

test.concurrent.each([
  [{ CONFORMANCE_AUTOMATION_RULE_ID: '' }, 'no automation rule was set'],
  [{ CONFORMANCE_AUTOMATION_RULE_ID: 'gone' }, 'delete-authorised: the service returned 404 with'],
  [{ CONFORMANCE_ACCESS_TOKEN: 'not-the-token' }, 'the service returned 401'],
  [{ CONFORMANCE_BASE_URL: 'http://127.0.0.1:9' }, 'nothing is listening'],
])('why exit 3: %j', async (change, words) => {
  const { code, stdout } = await run([], { env: { ...service.env, ...change } });
  expect(code).toBe(3);
  expect(stdout).toContain(words);
  expect(faq).toContain(`| ${words}`);
});

test('every exit code has its line', () => {
  const listed = [...faq.matchAll(/^\| (\d[\d, ]*) \| [a-z]+ \|/gm)].flatMap(([, codes = '']) =>
    codes.split(', '),
  );
  expect(listed.map(Number)).toEqual([...new Set(Object.values(exitCodes))].sort((a, b) => a - b));
});
