import { describe, expect, test } from 'vitest';
import { targetsOutline } from '../../../../reporters/outline/targets.ts';
import { terminalText } from '../../../../reporters/print/terminal.ts';
import { widthOf } from '../../../../src/text/layout.ts';
import { htmlProblems } from '../../../attacks/properties/html-problems.ts';
import { hostile } from '../hostile.ts';
import { targetsPage as html } from '../several-pages.ts';
import { outcomes, row, shown } from './summaries.ts';

const all = shown(outcomes.map((outcome) => row(outcome)));
const odd = shown(outcomes.map((outcome) => row(outcome, { verdict: hostile, baseUrl: hostile })));
const limit = { detail: 'usual', whole: null } as const;
const options = { colour: false, columns: 80 };

describe('the table', () => {
  test('has a line for each target, its verdict and its report, and ends with a line for programs', () => {
    const text = terminalText(targetsOutline(all, limit), options);
    expect(text).toContain(
      '  ✗ deviates\n    verdict   Deviates: The service does not conform: it serves requests without\n              credentials; three problems in its responses\n    checks    12 of 148 requirements deviate, 43 not checked\n',
    );
    expect(text).toContain('  – not-run\n    verdict   Not run: ended by a signal');
    expect(text).toMatch(
      /\n6 targets: 1 with a fault of the suite itself, 1 deviating, 1 incomplete, 1 not run, 1 with a waiver to remove, 1 conforming \(exit 4\)\n$/,
    );
  });

  test.each([40, 80, 120])('fits %i columns of a terminal', (columns) => {
    const lines = terminalText(targetsOutline(all, { ...limit, columns }), {
      ...options,
      columns,
      isTerminal: true,
    }).split('\n');
    const wide = lines.filter((line) => widthOf(line) > columns);
    expect(wide).toEqual([]);
  });
});

describe('the page', () => {
  test.each([
    ['of every outcome', all],
    ['of hostile texts', odd],
    ['of one', shown([row('conforms')])],
  ])('%s is sound', (_, given) => {
    const known = given.run.summary.targets.flatMap(({ path }) => path ?? []);
    const links = known.map((path) => `a link that leads away: ${path}`);
    const problems = htmlProblems(html(given));
    expect(problems.filter((problem) => !links.some((link) => problem.startsWith(link)))).toEqual([]);
    expect(problems.filter((problem) => links.includes(problem))).not.toEqual([]);
  });

  test('allows its own style and script by hash and nothing else, as that of a report does', () => {
    const [policy] = /<meta http-equiv="Content-Security-Policy" content="[^"]*"/.exec(html(all)) ?? [];
    expect(policy).toMatch(
      /default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'/,
    );
  });

  test('says each verdict in words, and links to what there is', () => {
    const text = html(all);
    const links = [...text.matchAll(/<a href="([^"#]+)"/g)].map(([, link]) => link);
    expect(new Set(links)).toEqual(new Set(all.run.summary.targets.flatMap(({ path }) => path ?? [])));
    for (const words of ['Conforms', 'Deviates', 'Incomplete']) expect(text).toContain(`>${words}: `);
    for (const words of ['Fault of the suite itself: ', 'Not run: ']) expect(text).toContain(`>${words}`);
  });
});
