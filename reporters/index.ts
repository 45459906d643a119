import type { Comparison, Matrix, Report } from '../schemas/types.ts';
import { plainJson } from '../src/text/escape.ts';
import type { Outline, OutlineOptions } from './outline/outline.ts';
import { type FormatOptions, type Reporter, wholeFile } from './reporter.ts';

/** Loads what says what a document says. */
type LoadOutline<Input> = () => Promise<(input: Input, options: OutlineOptions) => Outline>;

/** What draws outlines, and for how much detail: on a terminal that which was asked for. */
const printers = {
  terminal: { load: async () => (await import('./print/terminal.ts')).terminalText, detail: null },
  markdown: { load: async () => (await import('./print/markdown.ts')).markdownOf, detail: 'summary' },
  html: { load: async () => (await import('./html/page.tsx')).pageText, detail: 'page' },
} as const;

function drawn<Input>(
  load: LoadOutline<Input>,
  name: keyof typeof printers,
  file: string | null,
  description: string,
): Reporter<Input> {
  const printer = printers[name];
  const loaded = async () => {
    const [outlineOf, print] = await Promise.all([load(), printer.load()]);
    return (input: Input, options: FormatOptions) => {
      const asked = options.detail === undefined || options.detail === 'quiet' ? 'usual' : options.detail;
      const detail = printer.detail ?? asked;
      return print(outlineOf(input, { ...options, detail, whole: wholeFile(options) }), options);
    };
  };
  return { name, file, description, load: loaded };
}

/** A document as it is, keys in the order in which it was built. */
export function asJson(document: unknown, indent: number): string {
  return `${plainJson(JSON.stringify(document, null, indent))}\n`;
}

/** The formats that each kind of document has, in the order in which help texts list them. */
function formatsOf<Input>(
  kind: string,
  load: LoadOutline<Input>,
  json: (input: Input) => string,
  words: Readonly<Record<'terminal' | 'html', string>>,
): readonly [terminal: Reporter<Input>, json: Reporter<Input>, ...others: Reporter<Input>[]] {
  const inJson = `the whole ${kind}, see schemas/suite/${kind}.schema.json`;
  return [
    drawn(load, 'terminal', null, `${words.terminal}, for a reader at a terminal`),
    { name: 'json', file: `${kind}.json`, description: inJson, load: async () => json },
    drawn(load, 'markdown', `${kind}.md`, 'a summary for a pull request comment or a job summary'),
    drawn(load, 'html', `${kind}.html`, `one page for a reviewer${words.html}`),
  ];
}

const [terminal, json, ...pages] = formatsOf<Report>(
  'report',
  async () => (await import('./outline/report.ts')).reportOutline,
  (report) => asJson(report, 2),
  {
    terminal: 'what conforms, what deviates and the conclusion',
    html: ', with the evidence and every exchange',
  },
);

/** Every format, in the order in which help texts list them. */
export const reporters: readonly Reporter[] = [
  terminal,
  json,
  {
    name: 'junit',
    file: 'junit.xml',
    description: 'JUnit XML, one test case per requirement',
    load: async () => (await import('./junit.ts')).render,
  },
  ...pages,
  {
    name: 'code-quality',
    file: 'gl-code-quality.json',
    onRequest: true,
    description: "GitLab's Code Quality report, an issue for each requirement that deviates",
    load: async () => (await import('./code-quality.ts')).render,
  },
  {
    name: 'sarif',
    file: 'report.sarif',
    onRequest: true,
    description: 'SARIF 2.1.0 for code scanning, a result for each requirement that deviates',
    load: async () => (await import('./sarif.ts')).render,
  },
];

/** Not a format that can be chosen: it is printed where a build service reads it. */
export const annotations: Reporter = {
  name: 'annotations',
  file: null,
  description: 'workflow commands of GitHub Actions',
  load: async () => (await import('./annotations.ts')).render,
};

/** Formats that a run produces where none was chosen. */
export const usualReporters: readonly string[] = reporters
  .filter(({ onRequest }) => onRequest !== true)
  .map(({ name }) => name);

export const reporterNames: readonly string[] = reporters.map(({ name }) => name);

/** The files that formats are written to. @param names all without it */
export function filesOf(names?: readonly string[]): readonly string[] {
  return reporters.flatMap(({ name, file }) => (names?.includes(name) === false ? [] : (file ?? [])));
}

export function reporterNamed(name: string): Reporter | undefined {
  return reporters.find((reporter) => reporter.name === name);
}

export const comparisonReporters: readonly Reporter<Comparison>[] = formatsOf(
  'comparison',
  async () => (await import('./outline/comparison.ts')).comparisonOutline,
  (comparison) => asJson(comparison, 2),
  { terminal: 'what changed', html: '' },
);

export const matrixReporters: readonly Reporter<Matrix>[] = formatsOf(
  'matrix',
  async () => {
    const [{ historyOutline }, { targetsOutline }] = await Promise.all([
      import('./outline/history.ts'),
      import('./outline/targets.ts'),
    ]);
    return (matrix: Matrix, options: OutlineOptions) =>
      matrix.columnsAre === 'runs' ? historyOutline(matrix, options) : targetsOutline(matrix, options);
  },
  (matrix) => asJson(matrix, 1),
  {
    terminal: 'what differs between targets, or is broken since when',
    html: ', with links to the evidence in the pages of the reports',
  },
);
