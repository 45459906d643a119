// What @clack/prompts brings anyway; measures wide characters and skips colours. fast-wrap-ansi normalises what it wraps.
import displayWidth from 'fast-string-width';

/**
 * Lines and columns of a terminal: the one place that measures text, in character cells. fast-wrap-ansi is not used, as
 * it normalises what it wraps, and a value has to be shown as it came.
 */

/** Cells that a text takes; wide characters take two, colours none. */
export const widthOf: (text: string) => number = displayWidth;

/** A space at which `wrap` does not break. Hostile text holds none: it was made visible before. */
export const glue = '\u00a0';

/** Breaks at spaces only, so that a long identifier or value can be copied whole. At least one line. */
export function wrap(text: string, width: number): readonly string[] {
  const lines = [''];
  let taken = 0;
  for (const word of text.split(' ')) {
    const cells = widthOf(word);
    const last = lines.at(-1) ?? '';
    if (last !== '' && taken + 1 + cells > width) {
      lines.push(word);
      taken = cells;
    } else {
      lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
      taken = last === '' ? cells : taken + 1 + cells;
    }
  }
  return lines.map((line) => line.replaceAll(glue, ' ').trimEnd());
}

/** Made when it is needed, as that loads data of ICU. */
let graphemes: Intl.Segmenter | undefined;

/** Breaks at every `width` cells, whatever is there: for values, which may have no spaces. At least one line. */
export function chopped(text: string, width: number): readonly string[] {
  const lines = [''];
  graphemes ??= new Intl.Segmenter();
  for (const { segment } of graphemes.segment(text)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && widthOf(last + segment) > width) lines.push(segment);
    else lines[lines.length - 1] = last + segment;
  }
  return lines;
}

/** Text with spaces behind it until it fills `width` cells. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Text with spaces around it until it fills `width` cells; an odd one goes to its right. */
export function centred(text: string, width: number): string {
  return padded(' '.repeat(Math.max(0, Math.floor((width - widthOf(text)) / 2))) + text, width);
}

/** The beginning of a text that fits into `width` cells, with an ellipsis where something was cut. */
export function truncated(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let end = Math.max(0, width - 1);
  while (end > 0 && widthOf(text.slice(0, end)) > width - 1) end -= 1;
  // Half of a surrogate pair is no character.
  return `${text.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;
}
