import { asJson } from './outlined.ts';
import type { Reporter } from './reporter.ts';

/** Every format, in the order in which help texts list them. */
export const reporters: readonly Reporter[] = [
  {
    name: 'terminal',
    file: null,
    description: 'what conforms, what deviates and the conclusion, for a reader at a terminal',
    load: async () => (await import('./terminal.ts')).render,
  },
  {
    name: 'json',
    file: 'report.json',
    description: 'the whole report, see schemas/suite/report.schema.json',
    load: async () => (report) => asJson(report, 2),
  },
  {
    name: 'junit',
    file: 'junit.xml',
    description: 'JUnit XML, one test case per requirement',
    load: async () => (await import('./junit.ts')).render,
  },
  {
    name: 'markdown',
    file: 'report.md',
    description: 'a summary for a pull request comment or a job summary',
    load: async () => (await import('./markdown.ts')).render,
  },
  {
    name: 'html',
    file: 'report.html',
    description: 'one page for a reviewer, with the evidence and every exchange',
    load: async () => (await import('./html.tsx')).render,
  },
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
    description: 'SARIF 2.1.0 for code scanning: deviations at their places in your sources',
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

export function reporterNamed(name: string): Reporter | undefined {
  return reporters.find((reporter) => reporter.name === name);
}
