import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../commands/targets.ts';
import { outputProblems } from './properties/outputs.ts';

/** What a run that came to its end leaves in its folder. */
export const allFiles = [
  'exchanges.ndjson',
  'gl-code-quality.json',
  'junit.xml',
  'report.html',
  'report.json',
  'report.md',
  'report.sarif',
] as const;

/** Bytes that no file of a report may reach. */
const mostBytes = 10_000_000;

type Left = Pick<Run, 'out' | 'files' | 'stdout' | 'stderr'>;

/** Both streams, and every file by its name. */
export function everythingOf({ out, files, stdout, stderr }: Left): Readonly<Record<string, string>> {
  const written = (files ?? []).map((name) => [name, readFileSync(join(out, name), 'utf8')] as const);
  return { stdout, stderr, ...Object.fromEntries(written) };
}

/** What a terminal would act on, or not show. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function journalProblems(text: string): readonly string[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly line: string }).line);
  const count = (kind: string) => lines.filter((line) => line === kind).length;
  return [
    ...(lines[0] === 'run' && lines.at(-1) === 'end' ? [] : ['the journal does not run from run to end']),
    ...(unseen.test(text) ? ['an unseen character in the journal'] : []),
    ...(count('intent') === count('exchange') ? [] : ['an intent of the journal has no exchange']),
  ];
}

const stackTrace = /^ +at .+:\d+\)?$|node:internal|Unhandled|\[object Object\]|fault of the suite/m;

/** What is wrong with the outputs of a run: not complete, not well-formed, too large, or a trace of a crash. */
export function problemsLeftBy(run: Left): readonly string[] {
  const missing = allFiles.filter((name) => run.files?.includes(name) !== true);
  if (missing.length > 0) return missing.map((name) => `${name} is missing`);
  const texts = everythingOf(run);
  const {
    stdout = '',
    'report.json': json = '',
    'junit.xml': junit = '',
    'report.md': markdown = '',
    'gl-code-quality.json': codeQuality = '',
    'report.sarif': sarif = '',
    'report.html': html = '',
  } = texts;
  const recording = texts['exchanges.ndjson'] ?? '';
  const large = allFiles.filter((name) => statSync(join(run.out, name)).size >= mostBytes);
  const crashed = ['stdout', 'stderr'].filter((name) => stackTrace.test(texts[name] ?? ''));
  return [
    ...outputProblems({
      terminal: stdout,
      json,
      junit,
      markdown,
      html,
      sarif,
      'code-quality': codeQuality,
      recording,
    }),
    ...journalProblems(recording),
    ...large.map((name) => `${name} has ${mostBytes} bytes or more`),
    ...crashed.map((name) => `a trace of a crash in ${name}: ${texts[name]}`),
  ];
}
