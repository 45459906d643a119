import type { TargetResult, TargetsSummary } from '../../src/model/targets.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { padded, widthOf, wrap } from '../../src/text/layout.ts';
import type { RenderOptions } from '../reporter.ts';
import { hanging, heading, type Page, pageFor, paintOf } from '../support/terminal/page.ts';
import { symbols } from '../support/words.ts';
import { countWords, targetMarks, targetsSentence } from './words.ts';

export interface TargetsOptions extends Pick<RenderOptions, 'colour' | 'columns' | 'isTerminal'> {
  /** The folder for all targets, as it is shown. */
  readonly folder: string;
  /** The page for all targets. */
  readonly page: string;
}

/** Three columns, and below each line the verdict and the report of its target. The last line is for programs. */
export function render(summary: TargetsSummary, options: TargetsOptions): string {
  const page = pageFor(options);
  const shown = visibleDeep(summary);
  const { targets, exitCode } = shown;
  const name = Math.max(...targets.map((target) => widthOf(target.name)), 'target'.length);
  const columns = ([first, deviate, unchecked]: readonly [string, string, string]) =>
    `${padded(first, name + 4)}${padded(deviate, 12)}${unchecked}`;
  const last = `${targetsSentence(shown)} (exit ${exitCode})`;
  return [
    ...heading(page, 'Targets'),
    page.paint.quiet(columns(['  target', 'deviate', 'not checked'])),
    ...targets.flatMap((target) => lines(page, target, columns, options.folder)),
    '',
    `all targets: ${options.page}`,
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
