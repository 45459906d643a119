import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deviating, onDay, type Series, series } from '../cases/series.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { reportOf } from '../support/engine.ts';
import type { Comparison, Matrix, Report } from '../support/subject.ts';

/** A request that failed hides nothing: what deviated before stays known, and is not new when it is seen again. */

function read<T>(...path: readonly string[]): T {
  return JSON.parse(readFileSync(join(...path), 'utf8')) as T;
}

/** Renders each run with the report of the one before it. @returns the folder of these reports */
async function rendered({ runs }: Series): Promise<string> {
  const cwd = temporaryFolder();
  for (const [day, kind] of runs.entries()) {
    const file = join(cwd, 'given', `${day}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(reportOf(onDay(kind, day))));
    const previous = day === 0 ? [] : ['--previous', join(`${day - 1}`, 'report.json')];
    const { stderr } = await conformance(
      ['render', file, '--out', `${day}`, '--reporter', 'json,markdown', ...previous],
      { cwd },
    );
    expect(stderr).toBe('');
  }
  return cwd;
}

/** What a report says of the requirement since the earlier one. */
function saidOf({ change }: Report): Series['says'] {
  const { appeared = [], fixed = [], still = [], unseen = [], lost = [] } = change ?? {};
  const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  const lists = { new: appeared, still: ids(still), fixed, unseen: ids(unseen), lost };
  return Object.entries(lists).flatMap(([name, all]) =>
    all.includes(deviating) ? [name as Series['says'][number]] : [],
  );
}

describe.each(series.map((one) => [one.runs.join(', '), one] as const))('%s', (_, one) => {
  const { runs, says } = one;

  test('render --previous, compare of two and of all agree on it', async () => {
    const cwd = await rendered(one);
    const reports = runs.map((_kind, day) => read<Report>(cwd, `${day}`, 'report.json'));
    for (const [day, report] of reports.entries()) {
      const said = says[day] ?? null;
      // What conformed before and was not checked now is lost, which is said of it alone.
      expect([day, saidOf(report).filter((name) => name !== ('lost' as string))]).toEqual([
        day,
        said === null ? [] : [said],
      ]);
      const text = readFileSync(join(cwd, `${day}`, 'report.md'), 'utf8');
      expect(/deviated before; not seen in this run/i.test(text)).toBe(
        (report.change?.unseen ?? []).length > 0,
      );
    }

    const last = runs.length - 1;
    const first = runs.slice(0, last + 1).lastIndexOf('conforms') + 1;
    const changed = reports[last]?.change;
    const since = changed?.still.find(({ id }) => id === deviating)?.since.label;
    expect(since).toBe(says[last] === 'still' ? `build-${first}` : undefined);

    const { code, stderr } = await conformance(
      [
        'compare',
        `${last - 1}/report.json`,
        `${last}/report.json`,
        '--out',
        'compared',
        '--reporter',
        'json',
      ],
      { cwd },
    );
    expect(stderr).toBe('');
    const { flips, still } = read<Comparison>(cwd, 'compared', 'comparison.json');
    const flip = flips.find(({ id }) => id === deviating)?.direction;
    const expected = { new: 'worse', fixed: 'better', still: undefined, unseen: undefined };
    expect(flip).toBe(expected[says[last] ?? 'still']);
    expect(still.some(({ id }) => id === deviating)).toBe(says[last] === 'still');
    expect(code).toBe(says[last] === 'new' ? 1 : 0);

    await conformance(['compare', '?/report.json', '--out', 'all', '--reporter', 'json'], { cwd });
    const row = read<Matrix>(cwd, 'all', 'matrix.json').requirements.find(({ id }) => id === deviating);
    const isBroken = ['deviates', 'broke'].includes(row?.histories[0]?.course ?? '');
    expect(isBroken).toBe(runs.at(-1) === 'deviates');
  });
});
