import { plainJson } from '../src/text/escape.ts';
import type { Limit } from './outline/limit.ts';
import type { Outline } from './outline/outline.ts';
import { type Reporter, wholeFile } from './reporter.ts';

/** Rows of a section that a terminal lists, and a page; a table on a page has all. */
const mostOnTerminal = 50;
const mostOnPage = 100;

/** Loads what makes an outline. */
type LoadOutline<Input> = () => Promise<(input: Input, limit: Limit) => Outline>;

/** Any document that has an outline, for a reader at a terminal. */
export function onTerminal<Input>(load: LoadOutline<Input>): Reporter<Input>['load'] {
  return async () => {
    const [outlineOf, { terminalText }] = await Promise.all([load(), import('./print/terminal.ts')]);
    return (input, options) => {
      const limit = { most: mostOnTerminal, whole: wholeFile(options), columns: options.columns };
      return terminalText(outlineOf(input, limit), options);
    };
  };
}

/** Any document that has an outline, for a pull request comment or a job summary. */
export function inMarkdown<Input>(load: LoadOutline<Input>): Reporter<Input>['load'] {
  return async () => {
    const [outlineOf, { markdownOf }] = await Promise.all([load(), import('./print/markdown.ts')]);
    return (input, options) => {
      const whole = wholeFile(options);
      // Cut where it would grow too long, by the printer.
      return markdownOf(outlineOf(input, { most: Number.POSITIVE_INFINITY, whole }), whole);
    };
  };
}

/** Any document that has an outline, as one self-contained page for a reviewer. */
export function onPage<Input>(load: LoadOutline<Input>): Reporter<Input>['load'] {
  return async () => {
    const [outlineOf, { pageText }] = await Promise.all([load(), import('./html/page.tsx')]);
    return (input, options) =>
      pageText(outlineOf(input, { most: mostOnPage, whole: wholeFile(options), isPage: true }));
  };
}

/** A document as it is, keys in the order in which it was built. */
export function asJson(document: unknown, indent: number): string {
  return `${plainJson(JSON.stringify(document, null, indent))}\n`;
}
