import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const chunks = fileURLToPath(new URL('../../dist/chunks', import.meta.url));
const all = readdirSync(chunks);

/** The files of `dist/chunks/` that are loaded with this one, itself included. */
function loadedWith(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(join(chunks, name), 'utf8');
  for (const [, next = ''] of text.matchAll(/^(?:import|export)\b[^;'"]*["']\.\/([\w-]+\.js)["']/gm))
    loadedWith(next, seen);
  return seen;
}

/** What takes a part of the time of `render` and `compare` that can be measured, and what only judging needs. */
const ofJudging = 'contract.js settings.js running.js judging.js results.js written-files.js'.split(' ');

const ofReports = all.filter((name) =>
  /^(?:render|compare|html|json|junit|markdown|terminal)\d*\.js$/.test(name),
);

test.each(ofReports)('%s makes reports of a report, and loads nothing that judges', (name) => {
  const loaded = loadedWith(name);
  expect(
    ofJudging.filter((one) => !all.includes(one)),
    'names of files',
  ).toEqual([]);
  expect(ofJudging.filter((one) => loaded.has(one))).toEqual([]);
});
