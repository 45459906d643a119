import { readFileSync } from 'node:fs';
import { reporterNamed } from '../../reporters/index.ts';
import type { Reporter, Since } from '../../reporters/reporter.ts';
import type { Report } from '../model/report.ts';
import { createRedactor, type Redactor, type Secret } from '../target/redaction.ts';
import type { Io } from './io.ts';
import { journalName, type OutputFolder } from './output-folder.ts';

export interface Publication {
  readonly report: Report;
  /** Names of the formats to write. */
  readonly reporters: readonly string[];
  readonly folder: Pick<OutputFolder, 'path' | 'write'>;
  readonly io: Io;
  /** Everything that may stand in no output. */
  readonly secrets: readonly Secret[];
  /** What changed since an earlier run, for the formats that tell it. */
  readonly since?: Since | null;
  /** Whether deviations are told to GitHub Actions as well, where it listens. */
  readonly annotate?: boolean;
}

/** Where a secret was found in what was about to be written, and masked: a fault of the suite itself. */
export interface Leak {
  readonly where: string;
  readonly secrets: readonly string[];
}

/** A report without secrets, and the text in which none was found: the JSON format's own. */
interface Searched {
  readonly report: Report;
  readonly text: string;
}

function checked(where: string, text: string, redactor: Redactor, leaks: Leak[]): string {
  const { text: clean, masked } = redactor.text(text);
  if (masked.length > 0) leaks.push({ where, secrets: masked });
  return clean;
}

/** The journal was written line by line while the run went on; it is searched once the run is over. */
export function cleanJournal(folder: Publication['folder'], secrets: readonly Secret[]): readonly Leak[] {
  const leaks: Leak[] = [];
  const redactor = createRedactor(secrets);
  const text = readFileSync(folder.path(journalName), 'utf8');
  const clean = checked(journalName, text, redactor, leaks);
  if (clean !== text) folder.write(journalName, clean);
  return leaks;
}

/** The report itself is searched before a format may wrap, cut or escape what stands in it. */
function cleanReport({ report }: Publication, redactor: Redactor, leaks: Leak[]): Searched {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const clean = checked('the report', text, redactor, leaks);
  return { report: clean === text ? report : (JSON.parse(clean) as Report), text: clean };
}

/** Loads what publish will need, so that it can happen while something else is waited for. */
export async function preload(reporters: readonly string[]): Promise<void> {
  await Promise.all(reporters.map((name) => reporterNamed(name)?.load()));
}

/** One file that cannot be written keeps no other from its place. @returns what is wrong */
function problemsOf(write: () => void): readonly string[] {
  try {
    write();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/**
 * Writes the files first and prints last. Exchanges are redacted when they are made; here everything is searched once
 * more, a hit is masked in place, and what stands around it stays.
 *
 * @throws Error that names the files that could not be written, after everything else was
 */
export async function publish(publication: Publication): Promise<readonly Leak[]> {
  const { folder, io, reporters, secrets, since = null } = publication;
  const redactor = createRedactor(secrets);
  const leaks: Leak[] = [];
  const { report, text: searched } = cleanReport(publication, redactor, leaks);
  const chosen = reporters.flatMap((name) => reporterNamed(name) ?? []);
  const rendered = async ({ name, load }: Reporter) => {
    const text = (await load())(report, { colour: io.colour, columns: io.columns, since });
    return text === searched ? text : checked(name, text, redactor, leaks);
  };
  const problems: string[] = [];
  for (const reporter of chosen) {
    const { file } = reporter;
    if (file === null) continue;
    const text = await rendered(reporter);
    problems.push(...problemsOf(() => folder.write(file, text)));
  }
  for (const reporter of chosen) if (reporter.file === null) io.out(await rendered(reporter));
  if (publication.annotate === true && io.annotations) {
    const { render } = await import('../../reporters/annotations.ts');
    io.err(checked('annotations', render(report), redactor, leaks));
  }
  if (problems.length > 0) throw new Error(problems.join('; '));
  return leaks;
}
