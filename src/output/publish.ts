import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { annotations, reporterNamed } from '../../reporters/index.ts';
import type { WrittenFile } from '../../reporters/outline/outline.ts';
import type { Detail, FormatOptions, Reporter } from '../../reporters/reporter.ts';
import { linesOf } from '../files/read.ts';
import { limits } from '../model/limits.ts';
import type { Report } from '../model/report.ts';
import { withExchangeText, withServiceText } from '../report/service-text.ts';
import { accessToken, createRedactor, type Redactor, type Secret } from '../secrets/redaction.ts';
import { journalName, type OutputFolder, shownPath } from './folder.ts';
import type { Io } from './io.ts';

/**
 * Secrets are searched for twice: exchanges are masked when they are made, and all that a run wrote is searched here.
 * A hit is masked in place and is a fault of the suite. Where the judge and the formats put several texts together,
 * mostly in pointers, a secret is masked too, but is no fault: otherwise a service could choose the exit code.
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

/** Short values occur in long texts by chance: they are masked in what the service says, and not searched for here. */
function sought(secrets: readonly Secret[]): readonly Secret[] {
  return secrets.filter(({ value }) => value.length >= limits.shortestSought);
}

/** Finds a redactor for what is in a text and not in our own words as well; null where there is nothing to mask. */
type LastSearch = (text: string, ours: () => string) => Redactor | null;

/**
 * What our own words hold too (`ours` gives them) is not a leak: for example a header's value that is the name of this
 * suite. The access token is masked wherever it is.
 */
function lastSearch(secrets: readonly Secret[]): LastSearch {
  const all = createRedactor(sought(secrets));
  return (text, ours) => {
    const found = all.contains(text);
    if (found.length === 0) return null;
    const common = createRedactor(sought(secrets.filter(({ name }) => name !== accessToken))).contains(
      ours(),
    );
    return found.every((name) => common.includes(name))
      ? null
      : createRedactor(sought(secrets).filter(({ name }) => !common.includes(name)));
  };
}

/** The lines of a journal, cleaned. The first was written before anything was sent. @param found gets what was masked */
function* cleanedLines(path: string, search: LastSearch, found: Set<string>): Generator<string> {
  let first: string | undefined;
  for (const line of linesOf(path)) {
    first ??= line;
    const ours = first;
    const { text, masked } = search(line, () => ours)?.jsonStrings(line) ?? { text: line, masked: [] };
    for (const name of masked) found.add(name);
    yield `${text}\n`;
  }
}

/** The journal was written while the run went on; it is searched once the run is over, line by line, as it may be long. */
export function cleanJournal(
  folder: Pick<OutputFolder, 'path' | 'write'>,
  secrets: readonly Secret[],
): readonly Leak[] {
  const found = new Set<string>();
  const lines = () => cleanedLines(folder.path(journalName), lastSearch(secrets), found);
  for (const _ of lines());
  if (found.size === 0) return [];
  folder.write(journalName, lines());
  return [{ where: journalName, secrets: [...found] }];
}

/**
 * Exchanges were redacted when they were made: a hit in one is a leak. What was put together from them since, a pointer
 * of several keys, may spell out a secret that no part of a response holds: that is not a fault.
 */
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
    const url = pathToFileURL(whole).href;
    return { format: name, name: basename(whole), path: shownPath(whole, cwd), url };
  });
}

function optionsOf(publication: Publication): FormatOptions {
  const { io, printed = 'usual', pageUrl = null } = publication;
  return {
    colour: io.colour,
    columns: io.columns,
    isTerminal: io.isTerminal === true,
    links: io.links === true,
    detail: printed === 'json' ? 'usual' : printed,
    files: filesOf(publication),
    pageUrl,
  };
}

/** A report in one format; a secret that the format's own punctuation completes is masked as well. */
async function rendered(
  { file, load }: Reporter,
  publication: Publication,
  search: LastSearch,
): Promise<string> {
  const { report } = publication;
  const render = await load();
  const options = optionsOf(publication);
  const text = render(report, options);
  const redactor = search(text, () =>
    render(
      withServiceText(report, () => ''),
      options,
    ),
  );
  if (redactor === null) return text;
  return /\.(?:json|sarif)$/.test(file ?? '') ? redactor.jsonStrings(text).text : redactor.text(text).text;
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
