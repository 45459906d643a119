import type { Report } from '../schemas/types.ts';
import type { OutlineOptions, WrittenFile } from './outline/outline.ts';

/** How much a terminal shows: the verdict alone; what a reader needs; that with the matrix in place of the problems; all. */
export type Detail = 'quiet' | 'usual' | 'fields' | 'verbose';

/** Colour, width and detail are for a terminal only; file formats ignore them. */
export interface FormatOptions extends Pick<OutlineOptions, 'files' | 'pageUrl'> {
  /** Whether escape sequences for colour may be written. */
  readonly colour: boolean;
  /** Width of the terminal in character cells. */
  readonly columns: number;
  /** Whether somebody looks at a terminal. Elsewhere the outcome stays on one line, for programs that look for it. */
  readonly isTerminal?: boolean;
  /** `usual` without it. */
  readonly detail?: Detail;
}

/** Name of the file that has everything, as JSON; null where it was not written. */
export function wholeFile({ files = [] }: { readonly files?: readonly WrittenFile[] }): string | null {
  return files.find(({ format }) => format === 'json')?.name ?? null;
}

/** One output format of a document. Its code and libraries are loaded only when it is asked for. */
export interface Reporter<Input = Report> {
  /** What `--reporter` takes. */
  readonly name: string;
  /** File name in the folder for reports; null for a format that only goes to standard output. */
  readonly file: string | null;
  readonly description: string;
  /** Whether a run leaves it out unless it is asked for: a format that only some other tool reads. */
  readonly onRequest?: true;
  /** Document to text, ending in a line feed. Pure: no clock, no environment, no printing. */
  readonly load: () => Promise<(input: Input, options: FormatOptions) => string>;
}
