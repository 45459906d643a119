import { describe, expect, it } from 'vitest';
import { situations } from '../../cases/situations.ts';
import { reportOf } from '../../support/engine.ts';
import { junit } from '../../support/rendered.ts';
import { recorded } from '../../support/runs.ts';
import { type Report, annotations as render } from '../../support/subject.ts';
import { ofJunit } from '../../support/summaries.ts';
import { report as fixture } from './fixture.ts';

const besideDeviations = Object.entries(situations['deviates-and-not-judged'] ?? {});

/** The report made by hand, its stale waiver and what it could not judge aside. */
const report: Report = { ...fixture, waivers: [], conclusion: { ...fixture.conclusion, acts: [] } };

const strict: Report = {
  ...report,
  run: { ...report.run, options: { ...report.run.options, strict: true } },
};

function lines(from: Report): readonly string[] {
  const text = render(from);
  if (text === '') return [];
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}

/** As the runner reads a line: command, properties, text; null for a line that is no command. */
function read(line: string) {
  const found = /^::(\w+) title=([^,:]*)::(.*)$/.exec(line);
  if (found === null) return null;
  const plain = (text = '') =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  return { kind: found[1], title: plain(found[2]), text: plain(found[3]) };
}

function many(count: number): Report {
  const row = report.requirements.find(({ id }) => id === 'delete.data.createdAt:presence');
  if (row === undefined) throw new Error('the fixture has that row');
  const copies = Array.from({ length: count }, (_, at) => ({
    ...row,
    id: `delete.data.field${at}:presence`,
  }));
  const problem = {
    severity: 'type',
    cause: null,
    cure: null,
    seen: { deviates: 1, judged: 1 },
    blocks: 0,
  } as const;
  const problems = copies.map(({ id }) => ({ ...problem, title: id, requirements: [id] }));
  return { ...report, requirements: copies, problems };
}

describe('annotations', () => {
  it('are all errors under --strict', () =>
    expect(lines(strict).map((line) => read(line)?.kind)).toEqual(['error', 'error', 'error', 'error']));

  it('name each requirement that deviates, whether a problem names it or not', () => {
    const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');
    for (const problems of [report.problems, report.problems.slice(1), []]) {
      const text = lines({ ...report, problems })
        .join('\n')
        .replaceAll('%3A', ':');
      for (const { id } of deviating) expect(text).toContain(`${id}`);
    }
  });

  it('say why a run is incomplete, and nothing of one that conforms', () => {
    const requirements = report.requirements.filter(({ verdict }) => verdict === 'conforms');
    const reasons = ['the run was cut', 'put-authorised: a timeout'];
    const incomplete = { ...report.summary, outcome: 'incomplete', exitCode: 3, reasons } as const;
    const conclusion = { ...report.conclusion, why: reasons, act: 'Whoever runs this check' };
    const open = { ...report, requirements, problems: [], summary: incomplete, conclusion };
    expect(lines(open)).toEqual([
      '::error title=Incomplete::the run was cut. Action needed: Whoever runs this check',
      '::error title=Incomplete::put-authorised: a timeout. Action needed: Whoever runs this check',
    ]);
    const conforms = { ...report.summary, outcome: 'conforms', exitCode: 0 } as const;
    expect(lines({ ...open, summary: conforms })).toEqual([]);
  });

  it.each([
    [10, 10, 'delete.data.field9:presence'],
    [11, 10, 'conformance'],
    [148, 10, 'conformance'],
  ])('of %d deviations %d are written, the last one counting the others', (count, written, last) => {
    const all = lines(many(count));
    expect(all).toHaveLength(written);
    expect(read(all.at(-1) ?? '')?.title).toBe(last);
    if (count > 10) expect(all.at(-1)).toContain(`and ${count - 9} more, see the reports`);
  });

  it.each(besideDeviations)(
    'have an error for what could not be judged, as JUnit has: %s',
    (_, situation) => {
      if (situation.kind !== 'recorded') throw new Error('a row of this group is a recording');
      const judged = reportOf(recorded(situation.run));
      const open = lines(judged)
        .map(read)
        .filter((one) => one?.title === 'Incomplete');
      expect(ofJunit(junit(judged)).totals.errors).toBe(1);
      expect(open.length).toBeGreaterThan(0);
      const text = open.map((one) => one?.text).join(' ');
      const why = judged.conclusion.acts.filter(({ kind }) => kind === 'not-checked');
      expect(why).not.toEqual([]);
      for (const { sentence } of why) expect(text).toContain(sentence);
      expect(open.every((one) => one?.kind === 'error' && one.text.endsWith(judged.conclusion.act))).toBe(
        true,
      );
    },
  );

  it('say what could not be judged however many deviations there are', () => {
    const act = {
      kind: 'not-checked',
      sentence: 'DELETE: a timeout',
      owner: 'the service',
      problem: null,
    } as const;
    const given = many(148);
    const all = lines({ ...given, conclusion: { ...given.conclusion, acts: [act] } });
    expect(all).toHaveLength(10);
    expect(all.at(-2)).toContain('and 140 more, see the reports');
    expect(all.at(-1)).toContain('::error title=Incomplete::DELETE: a timeout. Action needed: ');
  });
});
