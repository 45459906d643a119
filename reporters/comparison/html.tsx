/** @jsxImportSource preact */
import type { Comparison } from '../../src/model/comparison.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { type Headline, pageOf } from '../matrix/page.tsx';
import { comparisonMark, stillHeading, unchangedWords, verdictWord } from '../outline/comparison-words.ts';
import { StillDeviating, Timing, Unmatched } from './html/sections.tsx';
import type { Compared } from './index.ts';

/** The matrix of the two runs, with the verdict of the comparison, and what a matrix does not have. */
export function render({ comparison, matrix }: Compared): string {
  const { still, appeared, vanished, timing } = visibleDeep(comparison);
  // The matrix of the two is in this page alone.
  return pageOf(matrix, headlineOf(comparison), null, [
    {
      anchor: 'still',
      label: stillHeading,
      count: still.length,
      section: <StillDeviating anchor="still" heading={stillHeading} rows={still} />,
    },
    {
      anchor: 'appeared',
      label: 'New requirements',
      count: appeared.length,
      section: <Unmatched anchor="appeared" heading="New requirements" rows={appeared} />,
    },
    {
      anchor: 'vanished',
      label: 'Vanished requirements',
      count: vanished.length,
      section: <Unmatched anchor="vanished" heading="Vanished requirements" rows={vanished} />,
    },
    {
      anchor: 'timing',
      label: 'Response time',
      count: timing.length,
      section: <Timing timing={timing} />,
    },
  ]);
}

function headlineOf(comparison: Comparison): Headline {
  const { summary, notes } = comparison;
  const word = verdictWord(comparison);
  return {
    kind: 'Comparison of two conformance reports',
    tab: `${word} · comparison of two runs · conformance`,
    mark: comparisonMark(comparison),
    title: word,
    exitCode: summary.exitCode,
    lines: [...summary.reasons, unchangedWords(summary), ...notes.map((note) => `Note: ${note}`)],
  };
}
