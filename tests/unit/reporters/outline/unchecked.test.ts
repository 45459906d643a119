import { expect, test } from 'vitest';
import { plainText } from '../../../../reporters/outline/outline.ts';
import { notChecked } from '../../../../reporters/outline/unchecked.ts';
import { reportOf } from '../../../support/engine.ts';
import { situations } from '../../../support/situations.ts';

function rowsOf(name: string) {
  const recording = situations[name];
  if (recording === undefined) throw new Error(`there is no situation ${name}`);
  const report = reportOf(recording);
  const { rows } = notChecked(report, { detail: 'page', whole: null });
  const below = rows.map((row) => ('below' in row ? (row.below?.length ?? 0) : 0));
  const open = report.requirements.filter(({ verdict }) => verdict === 'not-exercised').length;
  return { titles: rows.map((row) => ('title' in row ? plainText(row.title) : '')), below, open };
}

test('what one deviation hides is one row of a page', () => {
  const { titles, below, open } = rowsOf('several-causes');
  expect(titles).toContain(
    '6 requirements blocked by: PUT: six fields of action are numbers sent as strings',
  );
  expect(below.reduce((sum, count) => sum + count)).toBe(open);
});

test.each(['unreachable', 'refused-everywhere', 'no-rule', 'wrong-service'])(
  'a reason is said once on a page, whatever it is that was not checked: %s',
  (name) => {
    const { titles, below, open } = rowsOf(name);
    const reasons = titles.map((title) => title.replace(/^.*?: /, ''));
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(below.reduce((sum, count) => sum + count)).toBe(open);
  },
);
