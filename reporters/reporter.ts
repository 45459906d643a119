import type { Report } from '../src/model/report.ts';

/** What only a reader at a terminal sees; file formats ignore it. */
export interface RenderOptions {
  /** Whether escape sequences for colour may be written. */
  readonly colour: boolean;
  /** Width of the terminal in character cells. */
  readonly columns: number;
  /** Whether somebody looks at a terminal. Elsewhere the outcome stays on one line, for programs that look for it. */
  readonly isTerminal?: boolean;
}

/** Report to text, ending in a line feed. Pure: no clock, no environment, no printing. */
type Render<Input> = (input: Input, options: RenderOptions) => string;

/** One output format of a report or a comparison. Its code and libraries are loaded only when it is asked for. */
export interface Reporter<Input = Report> {
  /** What `--reporter` takes. */
  readonly name: string;
  /** File name in the folder for reports; null for a format that only goes to standard output. */
  readonly file: string | null;
  readonly description: string;
  readonly load: () => Promise<Render<Input>>;
}
