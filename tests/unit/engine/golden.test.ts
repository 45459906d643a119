import { describe, expect, test } from 'vitest';
import { recordingOf } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { junit, markdown, page, terminal } from '../../support/rendered.ts';
import { answered, situations } from '../../support/situations.ts';
import { annotations, changeOf, type Recording, withChange } from '../../support/subject.ts';

/** What people read in each situation. `npm run golden` writes the files anew; look at what changed in each of them. */

const names = { json: 'report.json', junit: 'junit.xml', markdown: 'report.md', html: 'report.html' };
const files = Object.entries(names).map(([format, name]) => ({
  format,
  name,
  path: `conformance-report/${name}`,
}));
const pageUrl = 'https://ci.example.com/job/42/report.html';

function options(columns: number) {
  return { colour: false, columns, isTerminal: true, files, pageUrl };
}

function recordingNamed(name: string): Recording {
  const found = situations[name];
  if (found === undefined) throw new Error(`there is no situation ${name}`);
  return found;
}

/** Of the others, tests/cases/situations.ts has the totals and what failed. */
const withJunit = ['conforms', 'several-causes', 'one-deviation'];

/** JUnit without the cases that pass, which are alike. */
function failing(xml: string): string {
  return xml.replaceAll(/^ *<testcase [^>]*\/>\n/gm, '');
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** What the page says before anybody scrolls or opens anything: its head, and the first deviation or failed request. */
function firstScreen(html: string): string {
  const [head = ''] = /<header class="banner">.*?<\/header>/s.exec(html) ?? [];
  const [first = ''] = /<section id="failed".*?<\/section>|<article.*?<\/article>/s.exec(html) ?? [];
  return `${head}${first}`
    .replaceAll(/<svg.*?<\/svg>|<pre.*?<\/pre>|<button.*?<\/button>|<details.*?<\/details>/gs, '')
    .replaceAll(/<\/(?:p|h\d|li|dd|div|header|summary)>/g, '\n')
    .replaceAll('</dt>', ': ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

describe.each(Object.entries(situations))('%s', (name, recording) => {
  const report = reportOf(recording);

  test.each([80, 100])('in a terminal of %d columns', async (columns) => {
    const text = terminal(report, options(columns));
    if (columns === 80) await expect(text).toMatchFileSnapshot(`golden/${name}/terminal-80.txt`);
    const wide = text.split('\n').filter((line) => [...line].length > columns);
    expect(wide.filter((line) => !/^ {6}'http/.test(line))).toEqual([]);
  });

  test('in Markdown, JUnit, annotations and the page', async () => {
    await expect(markdown(report, { pageUrl, files })).toMatchFileSnapshot(`golden/${name}/report.md`);
    if (withJunit.includes(name))
      await expect(failing(junit(report, { files }))).toMatchFileSnapshot(`golden/${name}/junit.xml`);
    await expect(`${firstScreen(page(report, { files }))}\n`).toMatchFileSnapshot(`golden/${name}/page.txt`);
    await expect(annotations(report)).toMatchFileSnapshot(`golden/${name}/annotations.txt`);
  });
});

describe('a run that conforms', () => {
  const report = reportOf(recordingNamed('conforms'));
  const usualReport = reportOf(recordingOf(answered('put', { deletedAt: '' })));

  /** As most services answer, and against the report that it replaces. */
  const usual = withChange(
    { ...usualReport, run: { ...usualReport.run, id: 'd72a2c40ee22' } },
    changeOf({ ...usualReport, run: { ...usualReport.run, id: '5d0cab12ef34' } }, usualReport, 'replaced'),
  );

  test.each([
    ['as the document shows it', report],
    ['with an empty deletedAt, and an earlier run', usual],
  ])('%s is told in few lines at a terminal and in Markdown', (_, told) => {
    const ofOperations = 6 * told.operations.length;
    expect(terminal(told, options(80)).trimEnd().split('\n').length).toBeLessThanOrEqual(21);
    expect(markdown(told, { pageUrl }).trimEnd().split('\n').length).toBeLessThan(28 + ofOperations);
  });
});
