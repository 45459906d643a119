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
import { openFolder } from './output-folder.ts';
import { publish } from './publish.ts';

export interface RenderOptions {
  /** Names of formats, comma-separated; all of them without it. */
  readonly reporter?: string;
  /** Folder for the reports; that of the file without it. */
  readonly out?: string;
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

/** A report is one JSON document; a recording has a JSON object in each line. */
function reportFrom(text: string, given: string): Report {
  try {
    return checkedReport(JSON.parse(text), given);
  } catch (error) {
    if (error instanceof UsageError && !text.startsWith('{"line":')) throw error;
  }
  try {
    const recording = readJournal(text);
    return buildReport(recording, judge(recording.exchanges));
  } catch (error) {
    throw new UsageError(`${given} is neither a report nor a recording: ${(error as Error).message}.`);
  }
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
  const path = resolve(cwd, file);
  const report = reportFrom(readText(path, file), file);
  const folder = openFolder(options.out === undefined ? dirname(path) : resolve(cwd, options.out));
  await publish({ report, reporters: names, folder, io, secrets: [] });
  return exitCodes.conforms;
}
