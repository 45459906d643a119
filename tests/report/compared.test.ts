import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import comparisonSchema from '../../schemas/suite/comparison.schema.json' with { type: 'json' };
import matrixSchema from '../../schemas/suite/matrix.schema.json' with { type: 'json' };
import {
  answers,
  courses,
  deviating,
  edits,
  followed,
  type Kind,
  labels,
  letters,
  pairs,
  runs,
  thirtyNights,
} from '../cases/compared.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { reportOn } from '../support/series.ts';
import { type Comparison, contract, type Matrix, type Report } from '../support/subject.ts';
import { together } from '../support/together.ts';

/** What is said of two runs, by `compare` and by `render --previous`, and of many. */

const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false });
const schemas = { comparison: ajv.compile(comparisonSchema), matrix: ajv.compile(matrixSchema) };

let cwd = '';
beforeAll(() => {
  cwd = temporaryFolder();
});

const made = new Map<string, string>();

/** The file of such a run on a day, made once. */
function fileOf(kind: Kind, day: number): string {
  const name = `${kind.replaceAll(/[^\w, ]/g, '')}-${day}.json`;
  if (!made.has(name)) write(name, reportOn(day, runs[kind]));
  return name;
}

function write(name: string, report: Report): string {
  made.set(name, name);
  writeFileSync(join(cwd, name), JSON.stringify(report));
  return name;
}

const read = (...path: readonly string[]) => readFileSync(join(cwd, ...path), 'utf8');
const json = (name: string) => JSON.parse(read('out', name)) as never;

/** @returns what is printed, and the documents */
async function compared(...words: readonly string[]) {
  const formats = ['--out', 'out', '--reporter', 'terminal,json,markdown'];
  const { code, stdout, stderr } = await conformance(['compare', ...words, ...formats], { cwd });
  expect(stderr).toBe('');
  return { code, printed: stdout };
}

async function ofTwo(...words: readonly string[]) {
  const { code, printed } = await compared(...words);
  const comparison: Comparison = json('comparison.json');
  expect([schemas.comparison(comparison), schemas.comparison.errors]).toEqual([true, null]);
  return { code, printed, comparison, markdown: read('out', 'comparison.md') };
}

async function ofMany(...words: readonly string[]) {
  const { code, printed } = await compared(...words);
  expect(code).toBe(0);
  const matrix: Matrix = json('matrix.json');
  expect([schemas.matrix(matrix), schemas.matrix.errors]).toEqual([true, null]);
  return { printed, matrix, markdown: read('out', 'matrix.md') };
}

async function since(after: string, before: string, out = 'since'): Promise<Report> {
  const args = ['render', after, '--previous', before, '--reporter', 'json,markdown', '--out', out];
  expect(await conformance(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(read(out, 'report.json')) as Report;
}

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).sort();

/** A pair, as the three ways to compare see it. */
async function seenOf([before, after, ...flags]: readonly [Kind, Kind, string?]) {
  const [first, second] = [fileOf(before, 0), fileOf(after, 1)];
  const two = await ofTwo(first, second, ...flags.flatMap((flag) => flag ?? []));
  const { change } = await since(second, first);
  if (change === null) throw new Error('nothing was compared');
  return { ...two, change, matrix: (await ofMany(first, second, second)).matrix };
}

describe('two runs', () => {
  const seen = new Map<string, Awaited<ReturnType<typeof seenOf>>>();
  const names = pairs.map(([before, after, flag = '']) => `${before}, then: ${after} ${flag}`.trimEnd());

  beforeAll(async () => {
    for (const [at, pair] of pairs.entries()) seen.set(names[at] ?? '', await seenOf(pair));
  });

  test('are told as expected', async () => {
    const rows = [...seen].map(
      ([
        name,
        {
          printed,
          change,
          comparison: { notes },
        },
      ]): [string, string] => {
        const said = [printed.trimEnd().split('\n').at(-1), change.sentence];
        const noted = notes.map((note) => `note ${note}`);
        return [`# ${name}`, [...said, ...noted].map((line) => `  ${line}`).join('\n')];
      },
    );
    await expect(`${together(rows)}\n`).toMatchFileSnapshot('../cases/golden/compared/pairs.txt');
  });

  test.each(names)('%s: all ways to compare agree', (name) => {
    const one = seen.get(name);
    if (one === undefined) throw new Error(name);
    const { code, printed, change, matrix, markdown } = one;
    const { flips, still, summary, notes, appeared } = one.comparison;
    expect(code).toBe(summary.exitCode);
    expect(code === 1).toBe(/\(exit 1\)[^\n]*\n$/.test(printed));
    const ranks = flips.map(({ direction, gates }) =>
      gates ? 0 : ['worse', 'better', 'other'].indexOf(direction) + 1,
    );
    expect(ranks).toEqual(ranks.toSorted());
    // Every requirement is in one place.
    const unchanged = Object.values(summary.unchanged).reduce((sum, count) => sum + count, 0);
    expect(unchanged + flips.length + summary.consequences + summary.outOfScope + appeared.length).toBe(
      contract.requirements.length,
    );
    const became = (verdict: string, ...was: readonly string[]) =>
      idsOf(flips.filter((flip) => flip.after.verdict === verdict && was.includes(flip.before.verdict)));
    expect(change.appeared.toSorted()).toEqual(became('deviates', 'conforms', 'waived', 'not-exercised'));
    expect(change.fixed.toSorted()).toEqual(became('conforms', 'deviates', 'waived'));
    expect(idsOf(change.still)).toEqual(idsOf(still));
    expect([change.verdict, change.notes]).toEqual([summary.verdict, notes]);
    // The blocks of a section, one for each cause, have as many ids as its heading says.
    for (const [, count, blocks = ''] of markdown.matchAll(/^### (?!Obs).*\((\d+)\)\n([^#]*)/gm)) {
      const many = [...blocks.matchAll(/ids:? \((\d+)\)/g)].map((found) => Number(found[1]));
      const single = (blocks.match(/^- /gm) ?? []).length - many.length;
      expect(many.reduce((sum, own) => sum + own, single)).toBe(Number(count));
      expect(single + many.length).toBeLessThanOrEqual(4);
    }
    // A history of the two says the same.
    if (matrix.columnsAre === 'targets' || summary.outOfScope > 0) return;
    const course = (wanted: string) =>
      idsOf(matrix.requirements.filter(({ history }) => history?.course === wanted));
    expect(course('broke')).toEqual(
      [...became('deviates', 'conforms'), ...became('waived', 'conforms')].sort(),
    );
    expect(course('healed')).toEqual(became('conforms', 'deviates', 'waived'));
  });

  test('what no run of one version changes is told', async () => {
    const whole = write('whole.json', reportOn(1, runs.deviates));
    const lines: string[] = [];
    for (const [name, edit] of Object.entries(edits)) {
      const edited = write('edited.json', edit(reportOn(0, runs.deviates)));
      for (const words of [
        [whole, edited],
        [edited, whole],
      ]) {
        const { code, comparison } = await ofTwo(...words);
        const { flips, appeared, vanished, notes, observations } = comparison;
        const { matrix } = await ofMany(...words, whole);
        lines.push(`# ${name}${words[0] === edited ? ', before' : ''}: exit ${code}`);
        lines.push(
          `  flips ${flips.map(({ id, direction, strength }) => [id, strength, direction].join(' '))}`,
        );
        lines.push(`  new ${idsOf(appeared)}; gone ${idsOf(vanished)}; ${observations.length} answers`);
        lines.push(...[...notes, ...matrix.notes].map((note) => `  note ${note}`));
      }
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/compared/edits.txt');
  });

  test('an answer to an open question is another one where more differs than identifiers and moments', async () => {
    const answering = (which: 0 | 1): Report => {
      const report = reportOn(which, runs.conforms);
      const [first] = report.observations;
      if (first === undefined) throw new Error('no question');
      return {
        ...report,
        observations: answers.map((row, at) => ({ ...first, id: `${at}`, answer: row[which] })),
      };
    };
    const words = [write('one.json', answering(0)), write('two.json', answering(1))];
    const wanted = answers.flatMap(([before, after, isOther]) => (isOther ? [[before, after]] : []));
    const { comparison } = await ofTwo(...words);
    expect(comparison.observations.map((one) => [one.before, one.after])).toEqual(wanted);
    const { matrix } = await ofMany(...words, words[0] ?? '');
    expect(matrix.observations.map((one) => one.answers)).toEqual(wanted);
  });
});

/** What a report says of the requirement since the one before. */
function saidOf({ change }: Report): readonly string[] {
  const { appeared = [], fixed = [], still = [], unseen = [], lost = [] } = change ?? {};
  const lists = { new: appeared, still: idsOf(still), fixed, unseen: idsOf(unseen), lost };
  return Object.entries(lists).flatMap(([name, all]) => (all.includes(deviating) ? [name] : []));
}

const kindOf = (letter: string): Kind => letters[letter] ?? 'conforms';

test.each(followed)('%s: what deviated is known until it is seen to conform', async (series) => {
  let previous = '';
  let known: number | null = null;
  let conformed = false;
  for (const [day, letter] of Array.from(series).entries()) {
    const file = fileOf(kindOf(letter), day);
    const isSeen = letter === 'C' || letter === 'D';
    if (day === 0) previous = file;
    else {
      const report = await since(file, previous, `${series}/${day}`);
      const gone = conformed ? 'lost' : null;
      const was = known === null ? (letter === 'D' ? 'new' : gone) : letter === 'D' ? 'still' : 'fixed';
      const expected = isSeen
        ? known === null && letter === 'C'
          ? null
          : was
        : known === null
          ? gone
          : 'unseen';
      const said = saidOf(report);
      // Of what is out of scope, or hidden by another deviation, nothing is lost.
      expect(said.filter((one) => one !== 'lost')).toEqual(
        expected === null || expected === 'lost' ? [] : [expected],
      );
      const still = report.change?.still.find(({ id }) => id === deviating);
      if (expected === 'still') expect(still?.since.label).toBe(`build-${known}`);
      const markdown = read(series, `${day}`, 'report.md');
      expect(/deviated before; not seen in this run/i.test(markdown)).toBe(
        report.change?.unseen.length !== 0,
      );
      const { code } = await ofTwo(previous, `${series}/${day}/report.json`);
      if (isSeen) expect(code).toBe(expected === 'new' ? 1 : 0);
      previous = `${series}/${day}/report.json`;
    }
    if (isSeen) conformed = letter === 'C';
    known = letter === 'C' ? null : letter === 'D' ? (known ?? day) : known;
  }
});

test('what becomes of the requirement, and of the service', async () => {
  const lines: string[] = [];
  for (const series of courses) {
    const files = Array.from(series).map((letter, day) => fileOf(kindOf(letter), day));
    // In whatever order they are given, and twice: a run counts once, at its time.
    const { matrix, printed } = await ofMany(...files.toReversed(), files[0] ?? '');
    expect(printed.trimEnd().split('\n').at(-1)).toBe(matrix.sentence);
    lines.push(`# ${series}`, `  ${matrix.sentence}`, ...matrix.notes.map((note) => `  note ${note}`));
    const row = matrix.requirements.find(({ id }) => id === deviating);
    if (row?.history == null)
      lines.push(`  differs ${row?.differs}: ${row?.cells.map(({ verdict }) => verdict).join(', ')}`);
    else {
      const one = row.history;
      const seen = [one.firstSeen, one.lastSeen, one.since].map((at) => at ?? '-').join(' ');
      const stretches = one.stretches.map(
        ({ verdict, first, runs: count }) => `${verdict} ${first}+${count}`,
      );
      lines.push(
        `  ${one.course}: ${one.deviates}/${one.checked}, ${one.flips} flips, seen ${seen}: ${stretches.join(', ')}`,
      );
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/compared/courses.txt');
});

describe('thirty nights', () => {
  const files = () => thirtyNights.map((one, day) => write(`night-${day}.json`, reportOn(day, one)));

  test('are told as expected, and two more in which no rule was set', async () => {
    const { printed } = await ofMany(...files());
    const without = [30, 31].map((day) => fileOf('no rule', day));
    const more = (await ofMany(...files(), ...without)).printed.split('\n');
    const known = new Set(printed.split('\n'));
    const lines = [printed, '# then', ...more.filter((line) => !known.has(line)), ''];
    await expect(lines.join('\n')).toMatchFileSnapshot('../cases/golden/compared/nights.txt');
  });

  test('change in nothing but the strip with a run that reached nothing, wherever it is', async () => {
    const sections = (markdown: string) =>
      markdown
        .replaceAll(/[✓✗–·!]{3,}/g, '')
        .split(/^### (?!Runs)/m)
        .slice(1);
    const { markdown } = await ofMany(...files());
    for (const day of [-1, 12, 28]) {
      const gap = reportOn(day + 0.5, runs['no connection']);
      const more = await ofMany(...files(), write('gap.json', gap));
      expect(sections(more.markdown)).toEqual(sections(markdown));
    }
  });
});

test.each(Object.entries(labels))('a run of %s is called %s, in every format', async (label, name) => {
  const run = (day: number) => write(`of-${day}.json`, reportOn(day, runs.deviates, label));
  const [before, after] = [run(0), run(1)];
  const args = ['render', after, '--previous', before, '--out', 'labelled'];
  const { stdout } = await conformance(args, { cwd });
  const { printed } = await ofMany(before, after, before);
  for (const text of [stdout, printed, read('labelled', 'report.md'), read('labelled', 'report.html')]) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(name);
    expect(text).not.toMatch(/build\s+(?:<code>|`)?build/i);
    expect(text.includes(label)).toBe(name.includes(label));
  }
});
