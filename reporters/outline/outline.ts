import type { Mark } from './words.ts';

/**
 * What a document says, in order, with every text complete; printers draw any outline and know none of its sections. Every
 * text was made visible before (`visible` of src/text); printers escape for their format.
 */
export interface Outline {
  /** The verdict on one line, with a word that programs look for. */
  readonly line: string;
  /** The mark of the verdict; null where a document has none. */
  readonly mark: Mark | null;
  /** What it comes to. */
  readonly conclusion: readonly Fact[];
  /** What was looked at. */
  readonly head: readonly Fact[];
  readonly sections: readonly OutlineSection[];
}

/** A value, an id or a name as it came: Markdown shows it as code. */
export interface Value {
  readonly value: string;
}

/** A name that leads somewhere, for formats that show links. */
export interface Link {
  readonly link: string;
  readonly url: string;
}

export type TextPiece = string | Value | Link;
export type RichText = string | readonly TextPiece[];

/** A label, which may be empty, and a text. */
export interface Fact {
  readonly label: string;
  readonly text: RichText;
}

/** How a row is marked: by a verdict, as a request that failed, or as neither good nor bad. */
export type Sign = Mark | 'failed' | 'note';

export interface Row {
  readonly sign?: Sign;
  readonly title: RichText;
  /** What hangs below it; facts of one line belong together, such as a place, what was expected and what was there. */
  readonly lines?: readonly (readonly Fact[])[];
}

/** A sign, a text, or both; a terminal shows the sign alone where there is one. */
export interface SignedCell {
  readonly sign?: Sign;
  readonly text: string;
}

export interface TableRow {
  readonly title: RichText;
  /** Steps below the first level, from 0. */
  readonly depth?: number;
  /** One for each column but the first; null for an empty one. */
  readonly cells: readonly (SignedCell | null)[];
}

/** Signs or texts beside a title: the one that is drawn is said by `text`. */
export interface StripRow {
  readonly title: RichText;
  readonly cells: readonly SignedCell[];
  readonly lines?: Row['lines'];
}

export interface CodeBlock {
  readonly title: RichText;
  /** Language of the block, such as `sh`. */
  readonly language: string;
  readonly lines: readonly string[];
}

/** The closed set of kinds; nothing is drawn that is none of these. */
export type Content =
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | { readonly kind: 'list'; readonly rows: readonly Row[] }
  | { readonly kind: 'record'; readonly rows: readonly Row[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly TableRow[] }
  | { readonly kind: 'strip'; readonly rows: readonly StripRow[] }
  | { readonly kind: 'code'; readonly rows: readonly CodeBlock[] };

export type OutlineSection = Content & {
  readonly anchor: string;
  /** Null for a section that continues the one before. */
  readonly heading: string | null;
  /** How many there are, as the heading says it. */
  readonly count?: number | string;
  /** What is said where there are no rows; without it such a section is left out. */
  readonly empty?: string;
  /** What is left out at the end: `and 3 more, see report.json`. */
  readonly more?: string;
  /** What the signs mean, where that is not said beside them; null for a blank. */
  readonly legend?: readonly { readonly sign: Sign | null; readonly text: string }[];
};

/** The heading with its count: `Deviations (4)`. */
export function headingText({ heading, count }: OutlineSection): string | null {
  return heading === null || count === undefined ? heading : `${heading} (${count})`;
}

/** Sections that say something. */
export function filled(sections: readonly OutlineSection[]): readonly OutlineSection[] {
  return sections.filter(({ rows, empty }) => rows.length > 0 || empty !== undefined);
}

/** Signs that differ without colour. */
export const signSymbols: Readonly<Record<Sign, string>> = {
  conforms: '✓',
  deviates: '✗',
  'shown-deviates': '!',
  waived: '○',
  'not-exercised': '–',
  failed: '?',
  note: '·',
};

/** Texts with something between them. */
export function joined(texts: readonly RichText[], between: string): readonly TextPiece[] {
  return texts.flatMap((text, index) => [
    ...(index === 0 ? [] : [between]),
    ...(typeof text === 'string' ? [text] : text),
  ]);
}
