import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../cases/hostile-texts.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { reportOf } from '../support/engine.ts';
import { junitProblems } from '../support/junit-schema.ts';
import { textOf } from '../support/markdown.ts';
import { junit, markdown, page, sarif, terminal } from '../support/rendered.ts';
import { earlier, everything, report } from '../support/reports.ts';
import { answer, change, recorded, run } from '../support/runs.ts';
import { sarifProblems } from '../support/sarif-schema.ts';
import { answered, situations } from '../support/situations.ts';
import {
  annotations,
  changeOf,
  checkedReport,
  comparisonReporters,
  type Report,
  reporters,
  withChange,
} from '../support/subject.ts';
import { ofJunit, wholeText } from '../support/summaries.ts';
import { reportOfLines, threeClients } from '../support/three-clients.ts';

/** What each format says of one report that has everything, and what holds for all reports in all formats. */

const pageUrl = 'https://ci.example.com/job/42/report.html';
const files = reporters.flatMap(({ name: format, file }) =>
  file === null ? [] : [{ format, name: file, path: `out/${file}` }],
);

interface Log {
  readonly runs: readonly [{ readonly tool: { readonly driver: { readonly rules: readonly object[] } } }];
}

/** A log with the first of its rules and results: the others are alike, and a schema looks at all of them. */
function shortened(text: string): string {
  const [first, ...others] = JSON.parse(text).runs as [Record<string, never[]> & Log['runs'][0]];
  expect(others).toEqual([]);
  const driver = { ...first.tool.driver, rules: first.tool.driver.rules.slice(0, 1) };
  return `${JSON.stringify({ ...first, tool: { driver }, results: first['results']?.slice(0, 1) }, null, 2)}\n`;
}

/** JUnit without the cases that pass or were skipped, which are alike. */
function failing(xml: string): string {
  return xml
    .replaceAll(/^ *<testcase [^>]*\/>\n/gm, '')
    .replaceAll(/^ *<testcase [^>]*>\n *<skipped[\s\S]*?<\/testcase>\n/gm, '');
}

/** What a page says but for bodies, texts to copy, tables and fields that conform, a line an element, each said once. */
function linesOf(html: string): string {
  const [, body = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const text = wholeText(
    `<body>${body.replaceAll(/<(svg|button|pre|table)[\s\S]*?<\/\1>|<span class="sign .*?<\/span>/g, '')}</body>`.replaceAll(
      /<\/?(?:p|h\d|li|tr|dt|summary|section|article|pre|div|details)\b[^>]*>/g,
      '\n',
    ),
  );
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return `${[...new Set(lines)].filter((line) => line !== '' && !/^\w+\.\S+:\S+ .* § /.test(line)).join('\n')}\n`;
}

const verbose = (one: Report) => terminal(one, { detail: 'verbose', isTerminal: true });

/** What a terminal says only with --verbose, and the first request to send again. */
function onlyVerbose(text: string): string {
  const [from, to, again, end] = ['Waivers (', 'Problems (', 'To send ', '\nTo send '].map((words, at) =>
    text.indexOf(words, at === 3 ? text.indexOf('To send ') : 0),
  );
  return `${text.slice(from, to)}${text.slice(again, end)}`;
}

const flipped = withChange(report, changeOf(earlier, report, 'named'));

describe('golden files', () => {
  test.each([
    ['terminal.txt', () => terminal(report, { files, pageUrl, isTerminal: true })],
    ['terminal-verbose.txt', () => onlyVerbose(verbose(report))],
    ['markdown.txt', () => markdown(flipped, { files, pageUrl })],
    ['junit.xml', () => failing(junit(report, { files }))],
    ['sarif.txt', () => shortened(sarif(report))],
    ['annotations.txt', () => annotations(report)],
    ['page.txt', () => linesOf(page(flipped, { files }))],
  ])('%s', (name, text) => expect(text()).toMatchFileSnapshot(`../cases/golden/formats/${name}`));

  test('code-quality.txt', async () => {
    const render = await reporters.find(({ name }) => name === 'code-quality')?.load();
    const entries = JSON.parse(render?.(report, { colour: false, columns: 80 }) ?? '[]') as object[];
    expect(entries.length).toBe(report.requirements.filter(({ verdict }) => verdict === 'deviates').length);
    const first = `${JSON.stringify(entries.slice(0, 2), null, 2)}\n`;
    await expect(first).toMatchFileSnapshot('../cases/golden/formats/code-quality.txt');
  });

  test('terminals.txt: what people read first in other situations', async () => {
    const shown = ['wrong-service', 'intermittent'];
    const texts = shown.map((name) => `# ${name}\n${terminal(named(name), { pageUrl, isTerminal: true })}`);
    await expect(texts.join('\n')).toMatchFileSnapshot('../cases/golden/formats/terminals.txt');
  });

  test('traffic.txt: traffic of three clients, one of which sends wrong values', async () => {
    const text = terminal(await traffic, { columns: 100, isTerminal: true });
    await expect(text).toMatchFileSnapshot('../cases/golden/formats/traffic.txt');
  });
});

function named(name: string): Report {
  const recording = situations[name];
  if (recording === undefined) throw new Error(`there is no situation ${name}`);
  return reportOf(recording);
}

const traffic = reportOfLines(threeClients(1_000));
const strict: Report = reportOf(recorded(everything, { options: { ...report.run.options, strict: true } }));
const all: readonly (readonly [string, Report])[] = [
  ['everything', report],
  ['everything, strict', strict],
  ...Object.keys(situations).map((name) => [name, named(name)] as const),
];

describe.each(all)('%s', (name, one) => {
  const fails = ({ verdict, strength }: Report['requirements'][number]) =>
    verdict === 'deviates' && (strength === 'stated' || one.run.options.strict);
  const deviating = one.requirements.filter(({ verdict }) => verdict === 'deviates');

  test('is a report that can be read back', () =>
    expect(checkedReport(JSON.parse(JSON.stringify(one)))).toEqual(one));

  test('every text ends in one line feed, and fits into its terminal', () => {
    for (const text of [terminal(one), markdown(one), page(one), junit(one), sarif(one)])
      expect(text).toMatch(/[^\n]\n$/);
    for (const columns of [80, 100]) {
      const wide = terminal(one, { columns, isTerminal: true })
        .split('\n')
        .filter((line) => [...line].length > columns && !/^ {6}'http/.test(line));
      expect(wide).toEqual([]);
    }
  });

  test('every format has each deviation', () => {
    const whole = [verbose(one), page(one), junit(one), sarif(one)].map((text) =>
      text.replaceAll('&#58;', ':'),
    );
    for (const { id } of deviating) for (const text of whole) expect(text).toContain(id);
    for (const { id } of one.requirements.filter(fails)) {
      const shown = annotations(one).replaceAll('%3A', ':');
      expect(shown.includes(id) || /and \d+ more, see the reports/.test(shown), id).toBe(true);
    }
  });

  test('JUnit counts what it lists, and is red where the run is not green', () => {
    const { totals, failures, errors } = ofJunit(junit(one));
    expect([totals.failures, totals.errors]).toEqual([failures.length, errors.length]);
    expect(failures).toHaveLength(one.requirements.filter(fails).length);
    expect(totals.failures + totals.errors > 0).toBe(one.summary.exitCode !== 0);
    expect(totals.tests).toBe(one.requirements.length + totals.errors);
  });

  test('annotations are ten of a kind at most, and have an error for what was not judged', () => {
    const lines = annotations(one).split('\n').filter(Boolean);
    for (const kind of ['error', 'warning', 'notice'])
      expect(lines.filter((line) => line.startsWith(`::${kind} `)).length).toBeLessThanOrEqual(10);
    const acts = one.conclusion.acts.filter(({ kind }) => kind === 'not-checked');
    expect(lines.filter((line) => line.startsWith('::error title=Incomplete::')).length > 0).toBe(
      acts.length > 0,
    );
    if (name === 'conforms') expect(lines).toEqual([]);
  });

  test('SARIF follows its schema, and names rules by their places', () => {
    const log = JSON.parse(sarif(one));
    expect(sarifProblems(log)).toEqual([]);
    const [{ results, tool }] = log.runs;
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });
});

describe('published schemas', () => {
  const xml = junit(report);
  const cases = {
    '': [xml, junit(strict), junit(named('unreachable'))],
    refused: [
      xml.replace('<testsuites ', '<testsuites skipped="1" '),
      xml.replace(/(<testcase [^>]*) name="[^"]*"/, '$1'),
      xml.replace('</testsuite>', '<result/></testsuite>'),
    ],
  };
  const problems = junitProblems([...cases[''], ...cases.refused]);

  test('JUnit', () => {
    expect(problems.slice(0, 3)).toEqual([[], [], []]);
    expect(problems.slice(3).filter((found) => found.length === 0)).toEqual([]);
  });

  test.each([
    ['a level of our own', (result: Record<string, unknown>) => (result['level'] = 'fatal')],
    ['no message', (result: Record<string, unknown>) => delete result['message']],
    ['a further member', (result: Record<string, unknown>) => (result['severity'] = 1)],
  ])('SARIF refuses %s', (_, edit) => {
    const log = JSON.parse(sarif(report));
    edit(log.runs[0].results[0]);
    expect(sarifProblems(log)).not.toEqual([]);
  });
});

describe('SARIF', () => {
  const resultsOf = (one: Report) => JSON.parse(sarif(one)).runs[0].results;

  test.each(['src/a#b.ts', 'src/a?b=1.ts', 'src/100%.ts', 'src/ä/日本.ts', 'c:/src/a.ts', 'a+b@c.ts'])(
    'leads to the file %s',
    (sarifFile) => {
      const [found] = resultsOf(
        reportOf(recorded(everything, { options: { ...report.run.options, sarifFile } })),
      );
      const { uri } = found.locations[0].physicalLocation.artifactLocation;
      const { pathname, search, hash } = new URL(uri, 'file:///root/');
      expect([decodeURIComponent(pathname), search, hash]).toEqual([`/root/${sarifFile}`, '', '']);
    },
  );

  test('has fingerprints that stay in another run, one for each result', () => {
    const prints = (one: Report) =>
      resultsOf(one).map((found: { partialFingerprints: object }) =>
        JSON.stringify(found.partialFingerprints),
      );
    expect(prints(reportOf(recorded(everything, { runId: 'other' })))).toEqual(prints(report));
    expect(new Set(prints(report)).size).toBe(prints(report).length);
  });
});

const formats = { terminal, markdown, junit, page, sarif, annotations };

test.each(Object.entries(formats))(
  '%s says that a waiver ends within two weeks, and of no other',
  (_, render) => {
    const dates = answered('delete', { createdAt: '2025-01-05T10:20:30Z' });
    const text = (expires: string) => {
      const id = 'delete.data.createdAt:format';
      const waivers = [{ id, reason: 'written with a T', owner: 'rules team', expires }];
      return (render as typeof terminal)(reportOf(recordingOf(dates, { waivers })), { columns: 200 });
    };
    const words =
      /he waiver of delete\.data\.createdAt:format .rules team.* expires soon, on 2025-01-15, in 8 days/;
    expect(text('2025-01-15')).toMatch(words);
    expect(text('2025-01-22')).not.toContain('expires soon');
  },
);

describe('what a service sends', () => {
  /** The bodies that a page shows, without their white space. */
  function shownBodies(text: string): readonly string[] {
    const html = page(reportOf(recorded(run(answer('delete', 500, text)))));
    return [...html.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, body = '']) =>
      wholeText(`<body>${body}</body>`).replaceAll(/\s/g, ''),
    );
  }

  const values = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.double(),
    fc.constant(null),
    fc.array(fc.boolean()),
  );
  const bodies = fc.dictionary(fc.stringMatching(/^\w{1,8}$/), values).map((body) => JSON.stringify(body));

  test('is on the page as it came, or laid out with equal value', () => {
    fc.assert(
      fc.property(bodies, (text) => {
        expect(shownBodies(text).some((shown) => shown.includes(text.replaceAll(/\s/g, '')))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test.each(hostileTexts)('makes no curl command do more than send it: %j', (text) => {
    const sent = JSON.stringify({ text });
    const edits = change('delete*', (one) => ({
      request: {
        ...one.request,
        method: 'PUT',
        body: sent,
        url: `http://127.0.0.1:1/${encodeURI(text.toWellFormed())}`,
      },
    }));
    const lines = verbose(reportOf(recorded(run(answer('delete', 200, {}), edits)))).split('\n');
    const from = lines.findIndex((line) => /^\s*curl /.test(line));
    const command = lines.slice(from, from + lines.slice(from).findIndex((line) => !/\\\s*$/.test(line)) + 1);
    const script = `curl() { printf '%s\\0' "$@"; }\n${command.map((line) => line.trim()).join('\n')}\n`;
    const { stdout, status } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8', env: {} });
    expect(status).toBe(0);
    expect(JSON.parse(stdout.split('\0').at(-2) ?? '')).toEqual({ text });
  });
});

test('a conforming run is told in few lines', () => {
  const one = named('conforms');
  expect(terminal(one, { pageUrl, files, isTerminal: true }).split('\n').length).toBeLessThanOrEqual(22);
});

test('traffic: a page is small, and a regression is said with its time', async () => {
  const text = page(await traffic);
  expect(Buffer.byteLength(text)).toBeLessThan(300_000);
  expect(text).not.toContain('NaN');
  expect(wholeText(text)).toMatch(/In every response since 2026-\d\d-\d\d \d\d:\d\d:\d\d UTC\./);
});

describe('docs/reports.md', () => {
  const document = textOf('docs/reports.md');
  const excerpts = [...document.matchAll(/^<!-- (\S+) -->\n```\w+\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', text = '']) => ({ file, text }),
  );

  test.each(excerpts)('quotes $file', ({ file, text }) => {
    const golden = `\n${textOf(`tests/cases/golden/${file}`)}`;
    let from = 0;
    for (const part of `\n${text}`.split('\n…')) {
      from = golden.indexOf(part, from);
      expect(from, part).not.toBe(-1);
    }
  });

  test('names every format and its file', () => {
    expect(excerpts.length).toBeGreaterThan(1);
    for (const { name, file } of [...reporters, ...comparisonReporters])
      expect(document).toContain(`\`${file ?? name}\``);
  });
});

test('a conforming report lists no problem', () =>
  expect(reportOf(recordingOf(conformingExchanges())).problems).toEqual([]));
