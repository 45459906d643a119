import type { TargetResult } from '../../src/model/targets.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { padded, widthOf, wrap } from '../../src/text/layout.ts';
import { symbols } from '../outline/words.ts';
import { hanging, heading, type Page, pageFor, paintOf } from '../print/terminal/page.ts';
import type { FormatOptions } from '../reporter.ts';
import type { ShownTargets } from './index.ts';
import { countWords, targetMarks, targetsSentence } from './words.ts';

/** Three columns, and below each line the verdict and the report of its target. The last line is for programs. */
export function render(given: ShownTargets, options: FormatOptions): string {
  const page = pageFor(options);
  const { summary: shown, folder, page: all } = visibleDeep(given);
  const { targets, exitCode } = shown;
  const name = Math.max(...targets.map((target) => widthOf(target.name)), 'target'.length);
  const columns = ([first, deviate, unchecked]: readonly [string, string, string]) =>
    `${padded(first, name + 4)}${padded(deviate, 12)}${unchecked}`;
  const last = `${targetsSentence(shown)} (exit ${exitCode})`;
  return [
    ...heading(page, 'Targets'),
    page.paint.quiet(columns(['  target', 'deviate', 'not checked'])),
    ...targets.flatMap((target) => lines(page, target, columns, folder)),
    '',
    `all targets: ${all}`,
    ...(page.isTerminal ? wrap(last, page.columns) : [last]).map(page.paint.strong),
    '',
  ].join('\n');
}

/** As in the lines of requirements, where `!` is a deviation from an example. */
const terminalMarks = { ...targetMarks, incomplete: 'not-exercised', 'stale-waivers': 'waived' } as const;

function lines(
  page: Page,
  { name, outcome, verdict, counts, path }: TargetResult,
  columns: (cells: readonly [string, string, string]) => string,
  folder: string,
): readonly string[] {
  const mark = terminalMarks[outcome];
  const line = columns([
    `${symbols[mark]} ${name}`,
    countWords(counts, 'deviate'),
    countWords(counts, 'notChecked'),
  ]);
  return [
    line.replace(symbols[mark], (symbol) => paintOf(page, mark)(symbol)),
    ...hanging(page, '  ', verdict),
    ...(path === null ? [] : hanging(page, '  ', `${folder}/${path}`, page.paint.quiet)),
  ];
}
