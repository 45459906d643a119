import type { Exchange, Rate, Report, RequirementResult } from '../../schemas/types.ts';
import { andMoreIn } from '../../src/text/more.ts';
import type { MarkedRun } from './difference.ts';
import type { Mark } from './words.ts';

/** A file of the document that was written in addition to what is printed. */
export interface WrittenFile {
  /** Name of its format. */
  readonly format: string;
  readonly name: string;
  /** From where the command was started, so that it can be copied. */
  readonly path: string;
}

/** For whom an outline is, and what else is known about the document. */
export interface OutlineOptions {
  /**
   * `summary`: read from its beginning; `usual`: read from its end; `fields`: the fields and their matrix in place of the
   * problems, which tests have told; `verbose`: both, all observations, all reasons and all commands as well; `page`: from its
   * beginning, with everything, and with links.
   */
  readonly detail: 'summary' | 'usual' | 'fields' | 'verbose' | 'page';
  /** Name of the file that has everything; null for none. */
  readonly whole: string | null;
  /** Width of the terminal in character cells. */
  readonly columns?: number;
  /** The files of this document; none where it is only printed. */
  readonly files?: readonly WrittenFile[];
  /** Where people find the page of this report, or the run of the build service that has it; null where nobody knows. */
  readonly pageUrl?: string | null;
}

/**
 * What a document says, in order, with every text complete; printers draw any outline and know none of its sections. Every
 * text was made visible before (`visible` of src/text); printers escape for their format.
 */
export interface Outline {
  /** What kind of document it is, and of what. */
  readonly kind: RichText;
  /** For the tab of a browser. */
  readonly tab: string;
  /** The verdict as a heading. */
  readonly title: string;
  /** Beside the heading, where no section has it. */
  readonly exitCode?: number;
  /** The verdict on one line, with a word that programs look for. */
  readonly line: string;
  /** The mark of the verdict; null where a document has none. */
  readonly mark: Mark | null;
  /** How much of what there is, in a few words each. */
  readonly counts?: readonly Chip[];
  /** On what somebody has to act: a page says it first. */
  readonly acts?: readonly Row[];
  /** What it comes to. */
  readonly conclusion: readonly Fact[];
  /** What was looked at. */
  readonly head: readonly Fact[];
  readonly sections: readonly OutlineSection[];
  /** The report as it was given, of which a page has the exchanges. */
  readonly of?: Report;
}

/** A value, an id or a name as it came: Markdown shows it as code. */
export interface Value {
  readonly value: string;
  /** The same in runs, where part of it differs from what was expected. */
  readonly runs?: readonly MarkedRun[] | undefined;
  readonly to?: Target;
}

/** A name that leads somewhere, for formats that show links. */
export interface Link {
  readonly link: string;
  readonly url: string;
  /** The anchor of a place on that page. */
  readonly to?: string;
}

/** Another part of the same document: pages link to it. */
export interface Ref {
  readonly ref: string;
  readonly to: Target;
}

/** The anchor of a section or of a row, or an exchange, with a place in its response. */
export type Target = string | { readonly exchange: string; readonly pointer?: string };

export type TextPiece = string | Value | Link | Ref;
export type RichText = string | readonly TextPiece[];

/** What draws an outline. */
type Printer = 'page' | 'terminal' | 'markdown';

/** A label, which may be empty, and a text. */
export interface Fact {
  readonly label: string;
  readonly text: RichText;
  /** Which printers say it; all without it. */
  readonly only?: 'page' | 'terminal' | 'text' | undefined;
}

/** The facts that a printer says. */
export function factsFor(printer: Printer, facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(({ only = printer }) => only === printer || (only === 'text' && printer !== 'page'));
}

/** How a row is marked: by a verdict, as a request that failed, as worth a look, or as neither good nor bad. */
export type Sign = Mark | 'failed' | 'notice' | 'note';

export interface Row {
  readonly sign?: Sign | undefined;
  readonly title: RichText;
  /** Signs below its title, or beside it with a text each: the one that is drawn is said by `text`. */
  readonly cells?: readonly SignedCell[];
  /**
   * What hangs below it; facts of one line belong together, such as a place, what was expected and what was there. An
   * empty line says nothing.
   */
  readonly lines?: readonly (readonly Fact[])[];
  readonly anchor?: string | undefined;
  /** The requirement that it is about: a page searches and filters by it, and shows more of its evidence. */
  readonly of?: RequirementResult;
  /** Short facts beside the title of a record, where its lines have the long ones. */
  readonly chips?: readonly Chip[];
  /** What it is about is copied from here, as the text of an issue: the anchor of its record. */
  readonly copies?: string;
  /** Rows that only a page has room for, folded below this one. */
  readonly below?: readonly Row[];
  /** How often over time, on pages; its caption is in the lines, too. */
  readonly chart?: Chart | undefined;
}

/** Counts over time: those that deviate among all. */
export interface Chart {
  readonly deviating: Rate;
  /** In the same steps; null where it is not known. */
  readonly all: Rate | null;
  /** What it shows, in a sentence. */
  readonly caption: string;
  /** What the bars are. */
  readonly legend: string;
}

export interface Chip {
  readonly text: string;
  readonly kind?: 'security' | 'new' | Mark | undefined;
  /** The anchor of what it counts. */
  readonly to?: string;
}

/** A sign, a text, or both; a terminal shows the sign alone where there is one. */
export interface SignedCell {
  readonly sign?: Sign | undefined;
  readonly text: string;
  /** What a page shows beside the sign, and where the cell leads to: an anchor, or the address of another page. */
  readonly value?: string | undefined;
  readonly to?: string | undefined;
  readonly url?: string | undefined;
  /** What a page says of a cell of a strip that is pointed at. */
  readonly name?: string;
}

export interface TableRow {
  readonly title: RichText;
  /** Steps below the first level, from 0. */
  readonly depth?: number;
  /** One for each column but the first; null for an empty one. */
  readonly cells: readonly (SignedCell | null)[];
  /** Rows that only a page has room for, folded below this one. */
  readonly below?: readonly TableRow[];
}

export interface CodeBlock {
  readonly title: RichText;
  readonly lines: readonly string[];
}

/** The closed set of kinds; nothing is drawn that is none of these. */
export type Content =
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | { readonly kind: 'list' | 'record' | 'strip'; readonly rows: readonly Row[] }
  | { readonly kind: 'table'; readonly columns: readonly RichText[]; readonly rows: readonly TableRow[] }
  /** On a terminal alone. */
  | { readonly kind: 'code'; readonly rows: readonly CodeBlock[] }
  /** On pages alone. */
  | { readonly kind: 'exchanges'; readonly rows: readonly Exchange[] };

/** What a section has beside its rows. */
interface Around {
  readonly anchor: string;
  /** Whether it is for pages, or for a terminal on which everything is said; for all without it. */
  readonly only?: 'page' | 'verbose';
  /** Null for a section that continues the one before. */
  readonly heading: string | null;
  /** What a page calls a section without a heading. */
  readonly caption?: RichText;
  /** Its name in a list of contents, where the heading says more. */
  readonly label?: string;
  /** Whether a page folds the sections that continue it. */
  readonly folds?: true;
  /** How many there are, as the heading says it. */
  readonly count?: number | string | undefined;
  /** What is said where there are no rows; without it such a section is left out. */
  readonly empty?: string | undefined;
  /** What is left out at the end: `and 3 more, see report.json`; empty for nothing. */
  readonly more?: string;
  /** What the signs mean, where that is not said beside them; null for a blank. */
  readonly legend?: readonly { readonly sign: Sign | null; readonly text: string }[] | undefined;
}

export type OutlineSection = Content & Around;

/** A section of rows, with their number in its heading. */
export function listed(
  kind: 'list' | 'record' | 'strip',
  anchor: string,
  heading: string,
  rows: readonly Row[],
  others: Partial<Around> = {},
): OutlineSection {
  return { kind, anchor, heading, rows, count: rows.length, ...others };
}

/** How much of a list is shown; the rest is counted. */
const limits = {
  /** Rows of a section, by the detail; a summary is cut where it would grow too long, by its printer. */
  summary: Number.POSITIVE_INFINITY,
  usual: 50,
  fields: 50,
  verbose: 50,
  page: 100,
  /** Clients of traffic. */
  clients: 20,
  /** Ids, causes and effects that are one fact of several. */
  ids: 20,
  causes: 10,
  effects: 10,
  /** Responses line by line: the others are among all exchanges. */
  records: 10,
  /** Further places and values of one requirement. */
  places: 5,
  /** Names in a sentence. */
  names: 3,
} as const;

/** The first of a list, and what is said of the others: `and 3 more, see report.json`; '' for none. */
export function capped<One>(
  all: readonly One[],
  limit: keyof typeof limits,
  whole: string | null = null,
): { readonly rows: readonly One[]; readonly more: string } {
  const left = all.length - limits[limit];
  return { rows: all.slice(0, limits[limit]), more: andMoreIn(left, left, whole) };
}

/** The same of a section. */
export function cut(section: OutlineSection, { detail, whole }: OutlineOptions): OutlineSection {
  const shown = capped<unknown>(section.rows, detail, whole);
  return { count: section.rows.length, ...section, ...shown } as OutlineSection;
}

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
  notice: '»',
  note: '·',
};

/** The text of a piece, and that of all pieces. */
export function pieceText(piece: TextPiece): string {
  if (typeof piece === 'string') return piece;
  if ('value' in piece) return piece.value;
  return 'ref' in piece ? piece.ref : piece.link;
}

export function plainText(text: RichText): string {
  return typeof text === 'string' ? text : text.map(pieceText).join('');
}

/** One fact of a line; none where there is nothing to say. */
export function fact(
  label: string,
  text: RichText | null | undefined | false,
  only?: Fact['only'],
): readonly Fact[] {
  return text && text.length > 0 ? [{ label, text, only }] : [];
}

/** The texts that there are, such as the parts of a sentence. */
export function said(...texts: readonly (string | null | undefined | false)[]): readonly string[] {
  return texts.flatMap((text) => text || []);
}

/** Texts with something between them. */
export function joined(texts: readonly RichText[], between: string): readonly TextPiece[] {
  return texts.flatMap((text, index) => [
    ...(index === 0 ? [] : [between]),
    ...(typeof text === 'string' ? [text] : text),
  ]);
}
