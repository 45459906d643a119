import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serve } from '../../commands/targets.ts';
import { settingsList } from '../../support/engine.ts';
import { documents as pages, textOf } from '../../support/markdown.ts';
import { assignmentsOf, commandsOf, isScript, shellBlocks } from './commands.ts';
import { ends, notRun } from './exceptions.ts';
import { makeSample, makeSandbox, provide, runLine, type Sandbox } from './sandbox.ts';

/** What documents tell a reader to type is typed here, in a checkout of its own, against the reference service. */

let service: Served;
let sample: string;
beforeAll(async () => {
  [service, sample] = await Promise.all([serve('--seed-rules', '500'), makeSample()]);
}, 60_000);
afterAll(async () => {
  await service.stop();
}, 60_000);

let used = 0;
/** Each command may delete a rule. Where a document has made a `.env`, that alone counts, as for its reader. */
function settings({ folder }: Sandbox, text: string): Record<string, string> {
  if (existsSync(join(folder, '.env')) || /\bconformance (?:-- )?init\b/.test(text)) return {};
  const rules = service.env['CONFORMANCE_AUTOMATION_RULE_ID']?.split(',') ?? [];
  used += 1;
  return { ...service.env, CONFORMANCE_AUTOMATION_RULE_ID: rules[used] ?? '' };
}

/** The documents' staging is the reference service here. */
function aimed(text: string): string {
  const { CONFORMANCE_BASE_URL: url = '', CONFORMANCE_ENTITY_ID: entity = '' } = service.env;
  return text
    .replaceAll(/https:\/\/staging\.example\.com(?:\/api)?|http:\/\/127\.0\.0\.1:8080/g, url)
    .replaceAll('staging.example.com', new URL(url).host)
    .replaceAll('0123456789abcdef0123456789abcdef', entity);
}

function wantedCode(text: string): number {
  return ends.find(({ command }) => command.test(text))?.code ?? 0;
}

const runnable = pages.flatMap((page) => {
  const commands = commandsOf(page, textOf(page)).filter(
    ({ text }) => !notRun.some(({ command }) => command.test(text)),
  );
  return commands.length === 0 ? [] : [{ page, commands }];
});

describe.concurrent('every command works', () => {
  test.each(runnable)('$page', async ({ commands }) => {
    const sandbox = makeSandbox();
    for (const { text, document, line } of commands) {
      provide(sandbox, text, sample);
      const { code, output } = await runLine(sandbox, aimed(text), settings(sandbox, text));
      expect(code, `${document}:${line}: ${text}\n${output}`).toBe(wantedCode(text));
    }
  });

  test.each([
    ['conformance run --strict', 0],
    ['conformance run --stric', 2],
    ['conformance run --base-url http://127.0.0.1:9', 3],
    ['npx some-other-tool', 97],
    ['npm publish', 97],
    ['no-such-program', 127],
    ['conformance serve --fault none', 2],
    ['conformance serve', 0],
  ])('%s would end with %i', async (text, code) => {
    const sandbox = makeSandbox();
    expect((await runLine(sandbox, text, settings(sandbox, text))).code).toBe(code);
  });

  test('there are commands', () =>
    expect(runnable.flatMap(({ commands }) => commands).length).toBeGreaterThan(9));
});

describe('what cannot be run', () => {
  const all = pages.flatMap((page) => commandsOf(page, textOf(page))).map(({ text }) => text);

  test('every exception is one of a command that is there', () => {
    const stale = [...notRun, ...ends].filter(({ command }) => !all.some((text) => command.test(text)));
    expect(stale).toEqual([]);
  });

  test.each(
    pages.flatMap((page) =>
      shellBlocks(textOf(page))
        .filter(isScript)
        .map((block) => ({ page, block })),
    ),
  )('the script at $page:$block.line is well-formed', ({ block }) => {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: block.lines.join('\n'), encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

test.each(pages)('%s sets only what is a setting', (page) => {
  const known = new Set(settingsList.map(({ env }) => env));
  const own = new Set(['CONFORMANCE_EXCHANGES', 'CONFORMANCE_LIVE', 'SUITE_VERSION']);
  const names = assignmentsOf(page, textOf(page));
  expect(names.filter((name) => !known.has(name) && !own.has(name))).toEqual([]);
});
