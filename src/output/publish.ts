import { basename } from 'node:path';
import { annotations, reporterNamed } from '../../reporters/index.ts';
import type { WrittenFile } from '../../reporters/outline/outline.ts';
import type { Detail, FormatOptions, Reporter } from '../../reporters/reporter.ts';
import type { Report } from '../../schemas/types.ts';
import { linesOf } from '../files/read.ts';
import { limits } from '../model/limits.ts';
import { withExchangeText, withServiceText } from '../report/service-text.ts';
import { accessToken, createRedactor, type Redactor, type Secret } from '../secrets/redaction.ts';
import { journalName, type OutputFolder, shownPath } from './folder.ts';
import type { Io } from './io.ts';

/**
 * Secrets are masked when exchanges are made, and all that a run wrote is searched for the access token here. A hit in an
 * exchange is a fault of the suite; one in what the judge and the formats made of several texts is only masked, as a
 * service would choose the exit code otherwise.
 */

/** How much is printed: as a reader at a terminal wants it, or the whole report for a program. */
export type Printed = Detail | 'json';

export interface Publication {
  readonly report: Report;
  /** Names of the formats to write. */
  readonly reporters: readonly string[];
  readonly folder: Pick<OutputFolder, 'path'> & { readonly write: (name: string, text: string) => void };
  /** Paths below it are shown relative to it, others whole. */
  readonly cwd?: string;
  /** What goes to standard output; `usual` without it. */
  readonly printed?: Printed;
  /** Where people will find the reports; null or absent where nobody knows. */
  readonly pageUrl?: string | null;
  readonly io: Io;
  /** Everything that no output may hold. */
  readonly secrets: readonly Secret[];
  /** Whether deviations are reported to GitHub Actions as well, where it reads standard error. */
  readonly annotate?: boolean;
}

/** Where a secret was found in what was about to be written, and masked: a fault of the suite itself. */
export interface Leak {
  readonly where: string;
  readonly secrets: readonly string[];
}

/** The last search is for the access token; short ones occur in long texts by chance. */
function lastSearch(secrets: readonly Secret[]): Redactor {
  return createRedactor(
    secrets.filter(({ name, value }) => name === accessToken && value.length >= limits.shortestSought),
  );
}

/** The journal was written while the run went on; it is searched once the run is over, line by line, as it may be long. */
export function cleanJournal(
  folder: Pick<OutputFolder, 'path' | 'write'>,
  secrets: readonly Secret[],
): readonly Leak[] {
  const redactor = lastSearch(secrets);
  const found = new Set<string>();
  function* cleaned(): Generator<string> {
    for (const line of linesOf(folder.path(journalName))) {
      const { text, masked } = redactor.jsonStrings(line);
      for (const name of masked) found.add(name);
      yield `${text}\n`;
    }
  }
  for (const _ of cleaned());
  if (found.size === 0) return [];
  folder.write(journalName, cleaned());
  return [{ where: journalName, secrets: [...found] }];
}

/** Exchanges were redacted when they were made: a hit in one is a leak. What was made of them since is masked alone. */
export function cleanReport(
  { report, secrets }: Pick<Publication, 'report' | 'secrets'>,
  leaks: Leak[],
): Report {
  const redactor = createRedactor(secrets);
  const found = new Set<string>();
  const exchanges = report.exchanges.map((exchange) =>
    withExchangeText(exchange, (original) => {
      const { text, masked } = redactor.text(original);
      for (const name of masked) found.add(name);
      return text;
    }),
  );
  if (found.size > 0) leaks.push({ where: 'the report', secrets: [...found] });
  return { ...withServiceText({ ...report, exchanges: [] }, (text) => redactor.text(text).text), exchanges };
}

/** Loads what publish will need, so that it can happen while something else is waited for. */
export async function preload(reporters: readonly string[]): Promise<void> {
  await Promise.all(reporters.map((name) => reporterNamed(name)?.load()));
}

function isPrinted(name: string): boolean {
  return reporterNamed(name)?.file === null;
}

function filesOf({ folder, cwd, reporters }: Publication): readonly WrittenFile[] {
  return reporters.flatMap((name) => {
    const file = reporterNamed(name)?.file ?? null;
    if (file === null) return [];
    const whole = folder.path(file);
    return { format: name, name: basename(whole), path: shownPath(whole, cwd) };
  });
}

function optionsOf(publication: Publication): FormatOptions {
  const { io, printed = 'usual', pageUrl = null } = publication;
  return {
    colour: io.colour,
    columns: io.columns,
    isTerminal: io.isTerminal === true,
    detail: printed === 'json' ? 'usual' : printed,
    files: filesOf(publication),
    pageUrl,
  };
}

/** A report in one format. */
async function rendered(
  { file, load }: Reporter,
  publication: Publication,
  search: Redactor,
): Promise<string> {
  const render = await load();
  const text = render(publication.report, optionsOf(publication));
  return /\.(?:json|sarif)$/.test(file ?? '') ? search.jsonStrings(text).text : search.text(text).text;
}

/**
 * Writes the files first and prints last. Everything is searched once more before it is written, a hit is masked in
 * place, and what is around it stays.
 *
 * @returns the report as it may be handed out, and what should have been masked before
 * @throws Error that names the files that could not be written, after everything else was
 */
export async function publish(
  given: Publication,
): Promise<{ readonly report: Report; readonly leaks: readonly Leak[] }> {
  const { folder, io, reporters } = given;
  const leaks: Leak[] = [];
  const publication = { ...given, report: cleanReport(given, leaks) };
  const chosen = reporters.flatMap((name) => reporterNamed(name) ?? []);
  const printed = given.printed === 'json' ? ['json'] : reporters.filter(isPrinted);
  const search = lastSearch(given.secrets);
  const problems: string[] = [];
  for (const reporter of chosen) {
    const { file } = reporter;
    if (file === null) continue;
    const text = await rendered(reporter, publication, search);
    try {
      folder.write(file, text);
    } catch (error) {
      // The others still are.
      problems.push((error as Error).message);
    }
  }
  for (const reporter of printed.flatMap((name) => reporterNamed(name) ?? []))
    io.rendered(await rendered(reporter, publication, search));
  if (given.annotate === true && io.annotations)
    io.commands(await rendered(annotations, publication, search));
  if (problems.length > 0) throw new Error(problems.join('; '));
  return { report: publication.report, leaks };
}
