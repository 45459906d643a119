import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import { judge } from '../judge/judge.ts';
import type { Report } from '../model/report.ts';
import { buildReport } from '../report/build.ts';
import { readJournal } from '../target/journal.ts';
import { UsageError } from './exit.ts';
import { journalName } from './output-folder.ts';
import { withWaivers } from './settings-options.ts';

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
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (Number.isInteger(version) && version !== 1) {
    throw new UsageError(
      `${given} has format version ${version}; this version of the suite reads format version 1. Render or compare it with the version that wrote it.`,
    );
  }
  const [problem] = ajv.errors ?? [];
  throw new UsageError(
    `${given} is no report of format version 1: ${problem?.instancePath || 'its root'} ${problem?.message}. Expected report.json as a run writes it.`,
  );
}

async function judgedAnew(text: string, given: string, cwd: string, waivers?: string): Promise<Report> {
  try {
    const recording = await withWaivers(readJournal(text), waivers, cwd);
    return buildReport(recording, judge(recording.exchanges));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${given} is neither a report nor a recording: ${(error as Error).message}.`);
  }
}

/** The report that a text holds, or null for a recording or what is no JSON. @throws UsageError for other JSON */
function writtenReport(text: string, given: string): Report | null {
  try {
    return checkedReport(JSON.parse(text), given);
  } catch (error) {
    if (error instanceof UsageError && !text.startsWith('{"line":')) throw error;
    return null;
  }
}

/**
 * A report is one JSON document; a recording has a JSON object in each line, and is judged anew.
 *
 * @param given the path as the operator wrote it
 * @param waivers a file of waivers to judge a recording with, in place of its own
 * @throws UsageError that names the file
 */
export async function readReport(given: string, cwd: string, waivers?: string): Promise<Report> {
  const text = readText(resolve(cwd, given), given);
  const report = writtenReport(text, given);
  if (report === null) return judgedAnew(text, given, cwd, waivers);
  if (waivers === undefined) return report;
  throw new UsageError(
    `--waivers goes with a recording, which is judged anew; ${given} is a report, and its verdicts stand. Expected, for example, conformance render conformance-report/${journalName} --waivers ${waivers}.`,
  );
}
