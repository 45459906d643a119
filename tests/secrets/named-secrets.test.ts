import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { holds } from '../support/properties.ts';
import { anyPlanted, formats, type Planted, plantedEverywhere, usualLines } from './named-secrets.ts';

/** Secrets of others, in recorded traffic, are in no output: `check`, of parts too, with every format. */

const reporters = 'terminal,json,junit,markdown,code-quality,sarif,html';

function textsBelow(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
  );
}

/** Everything that two commands write and print. */
async function outputsOf(name: string, content: string): Promise<Readonly<Record<string, string>>> {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), content);
  const judged = ['--side', 'both', '--reporter', reporters, '--verbose'];
  const checked = await conformance(['check', name, '--out', 'checked', ...judged], { cwd });
  const number = ['--partial', 'a.part', '--part-id', '1', '--parts', '1'];
  const part = await conformance(['check', name, '--side', 'both', ...number], { cwd });
  const merged = await conformance(['check', 'a.part', '--out', 'merged', '--reporter', reporters], {
    cwd,
  });
  rmSync(join(cwd, name));
  const printed = Object.fromEntries(
    Object.entries({ checked, part, merged }).map(([from, { stdout, stderr }]) => [from, stdout + stderr]),
  );
  expect([0, 1, 3], checked.stderr).toContain(checked.code);
  expect([part.code, merged.code], part.stderr + merged.stderr).toEqual([0, checked.code]);
  return { ...printed, ...textsBelow(cwd) };
}

const unreadable: Readonly<Record<string, string>> = {
  'traffic.har': '{"log":{"entries":[{"request":{}, "password" "hunter2-(x) in state y"}]}}',
  'other.har': '{"log":{"entries":[{"request":1 77665544332211}]}}',
  'traffic.ndjson': '{"request":{"method":"PUT","url":"/"},"password":hunter2}',
  'other.ndjson': '{"request":{"method":"PUT","headers":{"password":"hunter2"}},"response":{}}',
  'recording.ndjson': '{"line":"run","formatVersion":1,"header":{"password":"hunter2"}}',
};

test.each(Object.entries(unreadable))('what cannot be read of %s is not repeated', async (name, content) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), content);
  const { code, stdout, stderr } = await conformance(['check', name, '--reporter', reporters], { cwd });
  rmSync(join(cwd, name));
  expect(code).toBe(3);
  expect(Object.values({ stdout, stderr, ...textsBelow(cwd) }).join('')).not.toMatch(/hunter2|77665/);
});

async function tracesOf(name: string, planted: readonly Planted[]): Promise<readonly string[]> {
  const lines = planted.flatMap(({ line }) => [...usualLines, line]);
  const outputs = await outputsOf(name, formats[name]?.(lines) ?? '');
  expect(outputs['report.json']).toContain('"evidence"');
  // What fails in the judging of an entry would be counted as one that could not be read.
  const { badEntries } = JSON.parse(outputs['report.json'] ?? '').traffic;
  // A recording of ours has no user in a URL.
  if (!name.includes('recording')) expect(badEntries).toEqual([]);
  return planted.flatMap(({ place, traces }) =>
    Object.entries(outputs).flatMap(([output, text]) =>
      traces.some((trace) => text.includes(trace)) ? [`${place}: in ${output}`] : [],
    ),
  );
}

test.each(Object.keys(formats))(
  'a secret that only its name gives away is in no output of %s',
  async (name) => {
    const planted = fc.array(anyPlanted, { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(planted, async (all) => {
      expect(await tracesOf(name, all)).toEqual([]);
    });
    await holds(property, 1 / 8);
  },
);

test.each(Object.keys(formats).flatMap((name) => [0, 1, 2, 3].map((turn) => [name, turn] as const)))(
  'nor is one in any place at all, after exchanges without: %s, form %d',
  async (name, turn) => {
    expect(await tracesOf(name, plantedEverywhere(turn))).toEqual([]);
  },
);
