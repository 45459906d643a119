import type { Comparison } from '../../src/model/comparison.ts';
import { type Headline, pageOf } from '../matrix/page.tsx';
import { unchangedWords } from '../support/comparison-words.ts';
import { plural } from '../support/words.ts';
import type { Compared } from './index.ts';

/** The matrix of the two runs, under what the comparison comes to. */
export function render({ comparison, matrix }: Compared): string {
  return pageOf(matrix, headlineOf(comparison));
}

function headlineOf({ summary, notes }: Comparison): Headline {
  const { outcome, exitCode, reasons, unchanged, appeared, vanished } = summary;
  const isWorse = outcome === 'worse';
  const title = isWorse ? 'Worse' : 'Not worse';
  return {
    kind: 'Comparison of two conformance reports',
    tab: `${title} · comparison of two runs · conformance`,
    mark: isWorse ? 'deviates' : 'conforms',
    title,
    exitCode,
    lines: [
      ...reasons,
      unchangedWords(unchanged),
      ...(appeared > 0 ? [`${plural(appeared, 'requirement')} only in the second report`] : []),
      ...(vanished > 0 ? [`${plural(vanished, 'requirement')} only in the first report`] : []),
      ...notes.map((note) => `Note: ${note}`),
    ],
  };
}
