import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { reporterNamed, reporters } from '../../reporters/index.ts';
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import { judge } from '../judge/judge.ts';
import type { Report } from '../model/report.ts';
import { buildReport } from '../report/build.ts';
import { readJournal } from '../target/journal.ts';
import { type ExitCode, exitCodes, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { journalName, openFolder } from './output-folder.ts';
import { publish } from './publish.ts';
import { withWaivers } from './settings-options.ts';

export interface RenderOptions {
  /** Names of formats, comma-separated; all of them without it. */
  readonly reporter?: string;
  /** Folder for the reports; that of the file without it. */
  readonly out?: string;
  /** Waivers in place of those that the recorded run had. */
  readonly waivers?: string;
}

function readText(path: string, given: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${given} cannot be read (${code}). Name a report or a recording, for example conformance-report/exchanges.ndjson.`,
    );
  }
}

/** @throws UsageError for JSON that is no report of format version 1 */
function checkedReport(value: unknown, given: string): Report {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  if (ajv.validate(reportSchema, value)) return value as Report;
  const [problem] = ajv.errors ?? [];
  throw new UsageError(
    `${given} is no report of format version 1: ${problem?.instancePath || 'its root'} ${problem?.message}. Expected report.json as a run writes it.`,
  );
}

async function judgedAnew(text: string, file: string, cwd: string, waivers?: string): Promise<Report> {
  try {
    const recording = await withWaivers(readJournal(text), waivers, cwd);
    return buildReport(recording, judge(recording.exchanges));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is neither a report nor a recording: ${(error as Error).message}.`);
  }
}

/** The report that a text holds, or null for a recording or what is no JSON. @throws UsageError for other JSON */
function writtenReport(text: string, file: string): Report | null {
  try {
    return checkedReport(JSON.parse(text), file);
  } catch (error) {
    if (error instanceof UsageError && !text.startsWith('{"line":')) throw error;
    return null;
  }
}

/**
 * A report is one JSON document; a recording has a JSON object in each line, and is judged anew.
 * @param waivers a file of waivers to judge a recording with, in place of its own
 * @throws UsageError for a file that is neither
 */
export async function reportFrom(file: string, cwd: string, waivers?: string): Promise<Report> {
  const text = readText(resolve(cwd, file), file);
  const report = writtenReport(text, file);
  if (report === null) return judgedAnew(text, file, cwd, waivers);
  if (waivers === undefined) return report;
  throw new UsageError(
    `--waivers goes with a recording, which is judged anew; ${file} is a report, and its verdicts stand. Expected, for example, conformance render conformance-report/${journalName} --waivers ${waivers}.`,
  );
}

function chosenReporters(names: string | undefined): readonly string[] {
  const known = reporters.map(({ name }) => name);
  if (names === undefined) return known;
  const chosen = names.split(',').map((name) => name.trim());
  const unknown = chosen.filter((name) => reporterNamed(name) === undefined);
  if (unknown.length === 0) return chosen;
  throw new UsageError(
    `--reporter ${unknown.join(', ')} is not known. Expected any of ${known.join(', ')}, for example --reporter junit,markdown.`,
  );
}

/** Writes every format again. What it reads was redacted when it was made. @returns 0, whatever the outcome was */
export async function render(file: string, options: RenderOptions, cwd: string, io: Io): Promise<ExitCode> {
  const names = chosenReporters(options.reporter);
  const report = await reportFrom(file, cwd, options.waivers);
  const folder = openFolder(resolve(cwd, options.out ?? dirname(file)));
  await publish({ report, reporters: names, folder, io, secrets: [] });
  return exitCodes.conforms;
}
