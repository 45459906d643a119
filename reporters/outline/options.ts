import { andMoreIn } from '../../src/text/more.ts';
import type { OutlineSection, Row } from './outline.ts';

/** A file of the document: its name, its path for people, and where it is on this machine. */
export interface ReportFile {
  readonly name: string;
  /** From where the command was started, so that it can be copied. */
  readonly path: string;
  /** For terminals that show links. */
  readonly url: string;
}

/** For whom an outline is, and what else is known about the document. */
export interface OutlineOptions {
  /**
   * `summary`: read from its beginning; `usual`: read from its end; `verbose`: with the fields and their matrix, all
   * observations, all reasons and all commands as well; `page`: from its beginning, with everything, and with links.
   */
  readonly detail: 'summary' | 'usual' | 'verbose' | 'page';
  /** Name of the file that has everything; null for none. */
  readonly whole: string | null;
  /** Cells of a line, where none is to be longer. */
  readonly columns?: number;
  /** Files to name. */
  readonly files?: readonly ReportFile[];
  /** Where people find the page of the report; null where nobody knows. */
  readonly pageUrl?: string | null;
}

/** Rows of a section that are listed one by one. A summary is cut where it would grow too long, by its printer. */
const mostRows = { summary: Number.POSITIVE_INFINITY, usual: 50, verbose: 50, page: 100 } as const;

/** A section of rows with an empty line between them. */
export function listOf(
  anchor: string,
  heading: string,
  rows: readonly Row[],
  options: OutlineOptions,
): OutlineSection {
  return cut({ kind: 'record', anchor, heading, rows }, options);
}

/** The section with the number of its rows, of which the first are listed and the rest is counted. */
export function cut(section: OutlineSection, { detail, whole }: OutlineOptions): OutlineSection {
  const count = section.rows.length;
  const left = Math.max(0, count - mostRows[detail]);
  const rows = section.rows.slice(0, mostRows[detail]);
  return { ...section, rows, count, more: andMoreIn(left, left, whole) } as OutlineSection;
}
