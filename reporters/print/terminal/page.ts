import { styleText } from 'node:util';
import { chopped, widthOf, wrap } from '../../../src/text/layout.ts';
import type { Sign } from '../../outline/outline.ts';
import type { FormatOptions } from '../../reporter.ts';

type Paint = (text: string) => string;

/** The few styles in use. Nothing is said by colour alone. */
type Style = 'strong' | 'quiet' | 'good' | 'bad' | 'doubtful';

/** What the parts of the terminal format write on. */
export interface Page {
  /** Width for running text: the terminal's, within readable bounds. */
  readonly columns: number;
  readonly paint: Readonly<Record<Style, Paint>>;
  /** Whether even the outcome, which programs look for, breaks at the edge. */
  readonly isTerminal: boolean;
}

const narrowest = 40;
const widest = 120;

export function pageFor({ colour, columns, isTerminal = false }: FormatOptions): Page {
  const style =
    (format: Parameters<typeof styleText>[0]): Paint =>
    (text) =>
      colour && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return {
    columns: Math.max(narrowest, Math.min(widest, columns)),
    paint: {
      strong: style('bold'),
      quiet: style('dim'),
      good: style('green'),
      bad: style(['bold', 'red']),
      doubtful: style('yellow'),
    },
    isTerminal,
  };
}

const signStyles: Readonly<Record<Sign, Style>> = {
  conforms: 'good',
  deviates: 'bad',
  'shown-deviates': 'doubtful',
  waived: 'doubtful',
  'not-exercised': 'quiet',
  failed: 'bad',
  notice: 'doubtful',
  note: 'quiet',
};

export function paintOf({ paint }: Page, sign: Sign | null | undefined): Paint {
  return sign ? paint[signStyles[sign]] : (text) => text;
}

/** Lines with an empty line between blocks; empty blocks vanish. */
export function blocks(parts: readonly (readonly string[])[]): readonly string[] {
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/**
 * A prefix and text that wraps beside it. A word that is longer than a line is broken on a terminal only, elsewhere it
 * stays whole. The prefix is painted after its width was taken.
 */
export function hanging(
  { columns, isTerminal }: Page,
  prefix: string,
  text: string,
  paint: Paint = (same) => same,
): readonly string[] {
  const width = widthOf(prefix);
  const indent = ' '.repeat(width);
  return wrap(text, columns - width)
    .flatMap((line) => (isTerminal ? chopped(line, columns - width) : [line]))
    .map((line, index) => `${index === 0 ? paint(prefix) : indent}${line}`);
}
