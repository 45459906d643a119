import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endAll, folderWith, root } from '../../support/cli.ts';
import type { Report } from '../../support/subject.ts';

/** The recipes of docs/traffic.md, as the page has them, over what the tools write: samples in tests/support/fixtures/traffic. */

afterAll(endAll);

const page = readFileSync(join(root, 'docs/traffic.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block);
const programs = blocks('jq');
const [command = ''] = blocks('sh').filter((block) => block.includes('convert.jq'));
const hasJq = spawnSync('jq', ['--version']).error === undefined;

/** Runs the recipe as the page has it. @param documents what the tool wrote, one behind another */
function converted(program: string, documents: string, script = command) {
  const main = join(root, 'dist/src/cli/main.js');
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${main}" "$@" --reporter json\n`;
  const cwd = folderWith({ 'convert.jq': program, 'recorded.json': documents, npx });
  chmodSync(join(cwd, 'npx'), 0o755);
  const PATH = `${cwd}:${process.env['PATH']}`;
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { PATH },
  });
  const report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8')) as Report;
  return { status, stderr, report };
}

type Json = { [name: string]: Json } & Json[];

function fixture(name: string): Json {
  return JSON.parse(readFileSync(join(root, 'tests/support/fixtures/traffic', name), 'utf8'));
}

/** Each makes documents of exchanges, which are as the tool writes them. */
const recipes = [
  {
    tool: 'Envoy',
    exchange: fixture('envoy-tap.json'),
    documents: (all: readonly Json[]) => all.map((one) => JSON.stringify(one, null, 1)).join('\n'),
    parts: (one: Json) => one['http_buffered_trace'] as Json,
  },
  {
    tool: 'WireMock',
    exchange: (fixture('wiremock-requests.json')['requests'] as Json)[0] as Json,
    documents: (requests: readonly Json[]) => JSON.stringify({ requests }),
    parts: (one: Json) => one,
  },
];

/** Members that are absent or null. */
const lacking = [
  ['response'],
  ...['body', 'headers', 'trailers'].flatMap((name) => ['request', 'response'].map((part) => [part, name])),
];

/** The exchange without its deviation, also where the body is Base64. */
function sounded(exchange: Json): string {
  const conforming = (body: string) => body.replace('"enabled":"no"', '"enabled":true');
  return JSON.stringify(exchange, (name, value) => {
    if (name === 'bodyAsBase64')
      return Buffer.from(conforming(Buffer.from(value, 'base64').toString())).toString('base64');
    return typeof value === 'string' ? conforming(value) : value;
  });
}

// jq is on most systems, and on none of them because of us.
describe.skipIf(!hasJq).each(recipes)('$tool', ({ tool, exchange, documents, parts }) => {
  const program = programs[recipes.findIndex((one) => one.tool === tool)] ?? '';
  const sound = JSON.parse(sounded(exchange));

  test('the deviation that was put into the sample is found, and no other', () => {
    const { status, stderr, report } = converted(program, documents([exchange]));
    expect([status, stderr]).toEqual([1, '']);
    expect(report.traffic).toMatchObject({ exchanges: 1, other: 0, bad: 0 });
    expect(report.traffic?.baseUrls[0]?.value).toBe('https://staging.example.com/api');
    const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');
    expect(deviating.map(({ id }) => id)).toEqual(['delete.data.enabled:type']);
  });

  test.each(lacking)('without %s %s, what comes after is still judged', (part = '', name) => {
    for (const value of [undefined, null]) {
      const poor = structuredClone(sound);
      const holder = name === undefined ? parts(poor) : parts(poor)[part];
      Object.assign(holder ?? {}, { [name ?? part]: value });
      const { status, stderr, report } = converted(program, documents([poor, exchange]));
      expect([status, stderr]).toEqual([1, '']);
      const { exchanges = 0, other, bad = 0, operations } = report.traffic ?? {};
      // Envoy has method, path and status among the headers.
      expect([exchanges + bad, other]).toEqual([2, 0]);
      expect(bad === 0 || (tool === 'Envoy' && name === 'headers')).toBe(true);
      if (name === undefined) expect(operations?.[1]?.statuses).toContainEqual({ value: null, count: 1 });
    }
  });

  test('jq that ends in the middle makes the whole command fail', () => {
    const cut = documents([sound]) + documents([exchange]).slice(0, -100);
    const { status, stderr } = converted(program, cut);
    expect(stderr).toContain('error');
    expect(status).not.toBe(0);
    expect(converted(program, cut, command.replace('set -o pipefail\n', '')).status).toBe(0);
    expect(converted(program, '{"a": 1}').status).not.toBe(0);
  });
});

test('every recipe is tried', () => expect(programs).toHaveLength(recipes.length));
