import { andMoreIn } from '../../src/text/more.ts';
import type { OutlineSection, Row } from './outline.ts';

/** How much of a section is listed one by one; the rest is counted. */
export interface Limit {
  readonly most: number;
  /** The file that has everything; null for none. */
  readonly whole: string | null;
  /** Cells of a line, where none is to be longer. */
  readonly columns?: number;
  /** Whether it is for a page, which links to places and to other pages. */
  readonly isPage?: true;
}

/** A section of rows with an empty line between them. */
export function listOf(anchor: string, heading: string, rows: readonly Row[], limit: Limit): OutlineSection {
  return cut({ kind: 'record', anchor, heading, rows }, limit);
}

/** The section with the number of its rows, of which the first are listed. */
export function cut(section: OutlineSection, { most, whole }: Limit): OutlineSection {
  const count = section.rows.length;
  const left = count - most;
  const rows = section.rows.slice(0, most);
  return {
    ...section,
    rows,
    count,
    ...(left > 0 ? { more: andMoreIn(left, left, whole) } : {}),
  } as OutlineSection;
}
