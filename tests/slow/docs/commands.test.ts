import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serve } from '../../commands/targets.ts';
import { conformance, root, temporaryFolder } from '../../support/cli.ts';
import { type Block, documents, partsOf, textOf } from '../../support/markdown.ts';

/** What documents tell a reader to type to our commands is typed here, in a folder of its own, against the reference service. */

/** What cannot be run, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/\bconformance (?:-- )?watch\b/, 'goes on until it is interrupted'],
  [/\bconformance (?:-- )?check\b/, 'needs traffic that somebody recorded'],
];

/** Ends with another code than 0: it asks, and here is no terminal to reply at. */
const asks = /\bconformance (?:-- )?init(?: -e \S+)?$/;

const program = join(root, 'dist/src/cli/main.js');
const isScript = ({ lines }: Block) => lines[0]?.startsWith('#!') === true;

/** Lines of a block as they are typed: a backslash at the end continues one, a console shows prompts. */
function typedIn({ language, lines }: Block): readonly string[] {
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '');
  const typed = joined.split('\n').filter((line) => language !== 'console' || line.startsWith('$ '));
  return typed.map((line) => line.trim().replaceAll(/^\$ | +# .*/g, ''));
}

const ours = /^(?:npx |npm run )?(?:conformance|demo)\b/;
const pages = documents
  .filter((document) => document !== 'CHANGELOG.md')
  .map((document) => {
    const isShell = ({ language }: Block) => ['sh', 'bash', 'shell', 'console'].includes(language);
    const blocks = partsOf(textOf(document)).blocks.filter(isShell);
    const all = blocks.filter((block) => !isScript(block)).flatMap(typedIn);
    const lines = all.filter((line) => ours.test(line) && !notRun.some(([pattern]) => pattern.test(line)));
    return { document, all, lines, scripts: blocks.filter(isScript) };
  });

let service: Served;
let sample: string;
beforeAll(async () => {
  sample = temporaryFolder();
  await conformance(['run', '--reference', '--out', sample, '--reporter', 'json']);
  service = await serve('--seed-rules', 'unlimited');
});
afterAll(() => service.stop());

/** Puts what a command reads where it looks for it: reports and recordings of an earlier run, waivers without any. */
function provide(cwd: string, text: string): void {
  const named = [...text.matchAll(/(?<=[ =])[\w./-]+\.(?:json|ndjson)\b/g)].map(([path]) => path);
  const history = ['first', 'second'].map((name) => `conformance-history/${name}/report.json`);
  for (const path of [...named, ...(text.includes('conformance-history') ? history : [])]) {
    const given = ['report.json', 'exchanges.ndjson'].find((name) => path.endsWith(name));
    if (existsSync(join(cwd, path)) || text.includes(`--out ${path}`)) continue;
    if (given === undefined && !path.includes('waivers')) continue;
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    if (given !== undefined) cpSync(join(sample, given), join(cwd, path));
    else writeFileSync(join(cwd, path), '{"waivers":[]}\n');
  }
  for (const [, name = ''] of text.matchAll(/--env-file (\w\S*)/g)) writeFileSync(join(cwd, name), '');
}

/** Where a document has made a `.env`, that alone counts, as for its reader. */
function settingsIn(cwd: string, text: string): Readonly<Record<string, string>> {
  return existsSync(join(cwd, '.env')) || / init\b/.test(text) ? {} : service.env;
}

/** The documents' staging is the reference service here. */
function run(cwd: string, text: string): Promise<{ readonly code: number | null; readonly output: string }> {
  provide(cwd, text);
  const { CONFORMANCE_BASE_URL: url = '', CONFORMANCE_ENTITY_ID: entity = '' } = service.env;
  const serves = /\bconformance (?:-- )?serve\b(?!.*--fault list)/.test(text);
  const line = text
    .replaceAll(/https:\/\/staging\.example\.com(?:\/api)?|http:\/\/127\.0\.0\.1:8080/g, url)
    .replaceAll('staging.example.com', new URL(url).host)
    .replaceAll('0123456789abcdef0123456789abcdef', entity)
    .replaceAll(/npx (?:--yes )?conformance|npm run conformance --/g, 'conformance')
    .replaceAll(/npm run demo(?: --)?/g, 'conformance run --reference')
    .replaceAll(/\bconformance (?=[a-z-])/g, `'${process.execPath}' '${program}' `);
  const child = spawn('bash', ['-c', serves ? `exec ${line} --port 0` : line], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, CI: 'true', ...settingsIn(cwd, text) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (serves && /Ctrl-C/.test(output)) child.kill('SIGTERM');
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe.concurrent('every command works', () => {
  test.each(pages.filter(({ lines }) => lines.length > 0))('$document', async ({ lines }) => {
    const cwd = temporaryFolder();
    for (const name of ['ci', 'docs', 'schemas', 'suites']) symlinkSync(join(root, name), join(cwd, name));
    writeFileSync(join(cwd, 'token'), service.env['CONFORMANCE_ACCESS_TOKEN'] ?? '', { mode: 0o600 });
    for (const line of lines) {
      const { code, output } = await run(cwd, line);
      expect(code, `${line}\n${output}`).toBe(asks.test(line) ? 2 : 0);
    }
  });

  test('a wrong flag would be noticed', async () =>
    expect((await run(temporaryFolder(), 'conformance run --stric')).code).toBe(2));
});

test('every exception is one of a command that is there', () => {
  const all = pages.flatMap((page) => page.all);
  expect(notRun.filter(([pattern]) => !all.some((line) => pattern.test(line)))).toEqual([]);
});

test.each(pages.flatMap(({ document, scripts }) => scripts.map((script) => ({ document, script }))))(
  'the script at $document:$script.line is well-formed',
  ({ script }) => expect(spawnSync('sh', ['-n'], { input: script.lines.join('\n') }).status).toBe(0),
);
