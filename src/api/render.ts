import { reporterNamed, reporterNames } from '../../reporters/index.ts';
import type { Report } from '../../schemas/types.ts';
import { FormatError } from './errors.ts';

export interface RenderOptions {
  /** Whether the terminal format may hold escape sequences for colour; false by default. */
  readonly colour?: boolean;
  /** Width of the terminal format in character cells; 80 by default. */
  readonly columns?: number;
}

/** The names that `render` takes, in the order of the help text: `terminal`, `json`, `junit`, `markdown`, … */
export const formats = reporterNames;

/**
 * A report as text, ending in a line feed. Writes and prints nothing.
 * @throws FormatError for a format that does not exist
 */
export async function render(
  report: Report,
  format: string,
  { colour = false, columns = 80 }: RenderOptions = {},
): Promise<string> {
  const reporter = reporterNamed(format);
  if (reporter === undefined)
    throw new FormatError(
      `there is no format ${JSON.stringify(format)}. Expected one of ${formats.join(', ')}.`,
    );
  return (await reporter.load())(report, { colour, columns });
}
