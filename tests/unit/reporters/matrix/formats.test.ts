import { describe, expect, it } from 'vitest';
import { matrixReporters } from '../../../../reporters/index.ts';
import { matrixOf, reduced } from '../../../../src/report/matrix.ts';
import { onDay, onTarget } from '../../../support/series.ts';
import type { Matrix, Report } from '../../../support/subject.ts';
import { report } from '../fixture.ts';

const plain = { colour: false, columns: 100 };
const broken = 'delete.data.priority:type';
const flickering = 'delete:json';

async function rendered(name: string, matrix: Matrix): Promise<string> {
  const load = matrixReporters.find((reporter) => reporter.name === name)?.load;
  if (load === undefined) throw new Error(`no reporter is called ${name}`);
  return (await load())(matrix, plain);
}

/** A hundred nights: one field broke, healed and broke again, another comes and goes. */
function nights(from: Report = report, count = 100): Matrix {
  const reports = Array.from({ length: count }, (_, day) =>
    onDay(from, day, {
      [broken]: (day >= 30 && day < 40) || day >= 72 ? 'deviates' : 'conforms',
      [flickering]: day % 7 === 3 ? 'deviates' : 'conforms',
    }),
  );
  return matrixOf(reports.map((one, at) => reduced(one, `night-${at}/report.html`)));
}

function targets(from: Report = report): Matrix {
  const hosts = ['https://staging.example', 'https://partner.example', 'https://api.example'];
  return matrixOf(
    hosts.map((host, at) => {
      const one = onTarget(onDay(from, at, { [broken]: at === 1 ? 'deviates' : 'conforms' }), host);
      return reduced(one, at === 2 ? null : `${at}/report.html`);
    }),
  );
}

describe('formats of a matrix', () => {
  it.each(matrixReporters.map(({ name }) => name))('%s ends in exactly one line feed', async (name) => {
    expect(await rendered(name, nights())).toMatch(/[^\n]\n$/);
    expect(await rendered(name, matrixOf([reduced(report, null)]))).toMatch(/[^\n]\n$/);
  });

  it('are equal to the matrix, as JSON', async () =>
    expect(JSON.parse(await rendered('json', targets()))).toEqual(targets()));

  it.each([
    ['terminal', 'matrix-terminal.txt'],
    ['markdown', 'matrix-markdown.txt'],
  ])(
    '%s of a history',
    async (name, file) =>
      await expect(await rendered(name, nights())).toMatchFileSnapshot(`../golden/${file}`),
  );

  it.each(['terminal', 'markdown'])('%s names targets, and says what each responded', async (name) => {
    const text = await rendered(name, targets());
    expect(text).toContain('1 of 16 requirements differs between 3 targets');
    for (const host of ['staging', 'partner', 'api']) expect(text).toContain(`${host}.example`);
    expect(text).toContain('data.priority');
  });

  it('answer since when, on the page too', async () => {
    const text = await rendered('html', nights());
    expect(text).toContain('build-72 (2026-03-14), 28 runs; deviates in 38 of 100 runs');
    expect(text).toContain('build-95 (2026-04-06), 5 runs; 28 changes, deviates in 14 of 100 runs');
    expect(text).toMatch(/<span>Broken now<\/span> <span class="count">6<\/span>/);
    expect(text).toMatch(/Broken now<span class="count"> \(6 requirements\)/);
  });

  it('lead from a cell to the evidence in the page of its report, where there is one', async () => {
    const text = await rendered('html', targets());
    expect(text).toContain(`href="1/report.html#${broken}"`);
    const links = [...text.matchAll(/href="([^"#]*)#?[^"]*"/g)].map(([, link]) => link);
    expect([...new Set(links)].sort()).toEqual(['', '0/report.html', '1/report.html']);
  });
});
