import { expect, test } from 'vitest';
import { render as annotations } from '../../../reporters/annotations.ts';
import { render as junit } from '../../../reporters/junit.ts';
import { acts, counts } from '../../../reporters/outline/conclusion.ts';
import { plainText } from '../../../reporters/outline/outline.ts';
import { render as sarif } from '../../../reporters/sarif.ts';
import { conformingExchanges, recordingOf } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { markdown, page, terminal } from '../../support/rendered.ts';
import { answered, situations } from '../../support/situations.ts';
import { changeOf, type Report, withChange } from '../../support/subject.ts';
import { reportOfLines, threeClients } from '../../support/three-clients.ts';

function named(name: string): Report {
  const recording = situations[name];
  if (recording === undefined) throw new Error(`there is no situation ${name}`);
  return reportOf(recording);
}

const waiver = (expires: string) => ({
  id: 'delete.data.createdAt:format',
  reason: 'written with a T',
  owner: 'rules team',
  expires,
});

const dates = answered('delete', { createdAt: '2025-01-05T10:20:30Z' });

test('one row for each cause: severity, what, since when, and where its issue is', () => {
  const [one, several] = [named('one-deviation'), named('several-causes')];
  const earlier = { ...one, run: { ...one.run, id: 'earlier' } };
  const report = withChange(several, changeOf(earlier, several, 'named'));
  const rows = acts(report);
  expect(rows).toHaveLength(report.problems.length);
  const last = report.problems.findIndex(({ requirements: [id] }) => id === 'delete.data.createdAt:format');
  expect(rows[last]).toMatchObject({
    sign: 'deviates',
    chips: [{ text: 'moderate' }, { text: 'since 2025-01-07' }],
    lines: [[]],
    copies: `problem.${last + 1}.issue`,
  });
  expect(rows[0]?.chips).toEqual([{ text: 'severe' }, { text: 'new', kind: 'new' }]);
  expect(counts(report).map(({ text }) => text)).toEqual([
    '9 problems',
    '1 minor problem',
    '122 of 148 requirements conform',
  ]);
});

test('an owner stands beside each cause where they differ, and nowhere else', () => {
  const owners = (report: Report) => acts(report).map(({ lines = [] }) => lines[0]?.[0]?.text);
  const undated = recordingOf(dates, { waivers: [{ ...waiver('2024-12-31'), owner: 'rules team' }] });
  expect(owners(reportOf(undated))).toEqual(['the service', 'rules team']);
  expect(owners(named('several-causes')).filter(Boolean)).toEqual([]);
  expect(owners(named('no-rule'))).toEqual([undefined]);
  expect(acts(named('conforms'))).toEqual([]);
  expect(counts(named('without-credentials'))[0]).toEqual({
    text: '1 security problem',
    kind: 'security',
    to: 'deviations',
  });
});

test('requests that the service failed in recorded traffic are no problem, those that it refused are not listed', async () => {
  const given = threeClients(300);
  const report = await reportOfLines(given);
  const failed = acts(report).filter(({ title }) => / requests$/.test(plainText(title)));
  const titles = failed.map(({ title }) => plainText(title));
  expect(titles).toEqual(expect.arrayContaining([expect.stringMatching(/^PUT 500: \d+ of 200 requests$/)]));
  expect(titles.join('\n')).not.toMatch(/ 40\d:/);
  expect(failed[0]).toMatchObject({ sign: 'notice', lines: [[{ label: 'owner', text: 'the service' }]] });
  expect(page(report)).not.toContain('NaN');
  expect(terminal(report, { colour: false, columns: 100, isTerminal: true })).toContain(
    `${titles[0]} (owner: the service)`,
  );
});

const formats = {
  terminal: (report: Report) => terminal(report, { colour: false, columns: 200 }),
  annotations,
  junit,
  markdown,
  page,
  sarif,
};

test.each(Object.entries(formats))(
  '%s says that a waiver ends within two weeks, and of no other',
  (_, render) => {
    const text = (expires: string) => render(reportOf(recordingOf(dates, { waivers: [waiver(expires)] })));
    const words =
      /he waiver of delete\.data\.createdAt:format .rules team.* expires soon, on 2025-01-15, in 8 days/;
    expect(text('2025-01-15')).toMatch(words);
    expect(text('2025-01-22')).not.toContain('expires soon');
    expect(
      render(reportOf(recordingOf(conformingExchanges(), { waivers: [waiver('2025-01-15')] }))),
    ).not.toContain('expires soon');
  },
);

test('waivers are sorted by their end, with a bar to the day', () => {
  const waivers = [{ ...waiver('2025-01-31'), id: 'put.data.name:echo' }, waiver('2025-01-15')];
  const text = page(reportOf(recordingOf(dates, { waivers })));
  expect(text.indexOf('ends in 8 days')).toBeGreaterThan(0);
  expect(text.indexOf('ends in 24 days')).toBeGreaterThan(text.indexOf('ends in 8 days'));
  expect([...text.matchAll(/<rect width="([\d.]+)"/g)].map(([, width]) => width)).toEqual(['33.3', '100']);
});
