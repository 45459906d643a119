import type { Comparison, Direction, Flip } from '../../src/model/comparison.ts';
import { directions, flipsOf, flipWords, seenOf, standingMark, standingReason } from './comparison-words.ts';
import type { Section } from './markdown-sections.ts';
import { code, text } from './markdown-text.ts';
import { placeWords } from './row-text.ts';
import { symbols } from './words.ts';

/** One section per direction, the worse ones first; a direction without flips has no rows. */
export function flipSections(comparison: Comparison, level: '###' | '####' = '###'): readonly Section[] {
  return directions.map(({ direction, heading }) =>
    flipSection(comparison, direction, `${level} ${heading}`),
  );
}

function flipSection(comparison: Comparison, direction: Direction, heading: string): Section {
  const flips = flipsOf(comparison, direction);
  return {
    before: [
      `${heading} (${flips.length})`,
      '',
      '| | requirement | verdict | at | expected | actual | section |',
      '|---|---|---|---|---|---|---|',
    ],
    rows: flips.map(row),
    after: [],
  };
}

function row(flip: Flip): string {
  const seen = (flip.after.seen ?? flip.before.seen) || null;
  const why = standingReason(flip.after);
  const was = seenOf(flip)?.when === 'before' ? 'was ' : '';
  const cells = [
    `${symbols[standingMark(flip.before)]}→${symbols[standingMark(flip.after)]}`,
    `${code(flip.id)}<br>${text(flip.statement)}`,
    [text(flipWords(flip)), ...(why === null ? [] : [text(why)])].join('<br>'),
    seen === null ? '' : seen.pointer === '' ? placeWords('') : code(seen.pointer),
    code(seen?.expected ?? ''),
    seen === null ? '' : `${was}${code(seen.actual)}`,
    `${text(flip.section)}, ${flip.strength === 'shown' ? 'only shown' : 'stated'}`,
  ];
  return `| ${cells.join(' | ')} |`;
}
