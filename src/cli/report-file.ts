import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import { judge } from '../judge/judge.ts';
import type { Report } from '../model/report.ts';
import { buildReport } from '../report/build.ts';
import { readJournal } from '../target/journal.ts';
import { UsageError } from './exit.ts';

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

/**
 * A report, or a recording, which is judged anew.
 *
 * @param given the path as the operator wrote it, for messages
 * @throws UsageError that names the file
 */
export function readReport(path: string, given: string): Report {
  return reportFrom(readText(path, given), given);
}
