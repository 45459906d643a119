import { resolve } from 'node:path';
import { readText } from '../files/read.ts';
import { otherDocument } from '../model/documents.ts';
import type { Report } from '../model/report.ts';
import { UsageError } from './exit.ts';
import { journalName } from './folder.ts';
import { checkedReport } from './written-report.ts';

const hint = `Name a report or a recording, for example conformance-report/${journalName}.`;

const recordingHint =
  'Expected what a run writes to exchanges.ndjson, as schemas/suite/recording.schema.json says.';

/** Bytes of a report that is read back: those that a command writes stay below 10 MB. */
const mostReportBytes = 16 * 1024 * 1024;

/** Objects and arrays in it, those in texts that it quotes too: an empty one takes twenty times as much memory as text. */
const mostContainers = 2_000_000;

function containersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x5b || character === 0x7b) count += 1;
  }
  return count;
}

/** How the first line of a recording begins, whoever wrote it. */
const recordingBegin = /^\s*\{\s*"line"\s*:/;

/** @throws Error, before anything is made of it, for a text that takes too much memory as a report */
function assertReportSize(text: string): void {
  if (text.length > mostReportBytes)
    throw new Error(
      `is not a report as a command writes it: it has ${text.length} characters. Expected at most ${mostReportBytes}, or a recording, whose first line begins with {"line":"run"`,
    );
  if (containersIn(text) > mostContainers)
    throw new Error(
      `is not a report as a command writes it: it has more than ${mostContainers} objects and arrays`,
    );
}

/** A recording has a JSON object in each line, or at least is not one JSON document. @throws Error for one that is too large */
function documentOf(text: string): { readonly value: unknown } | null {
  if (recordingBegin.test(text)) return null;
  assertReportSize(text);
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** @throws UsageError that begins with the name of the file */
function namingFile<T>(given: string, before: string, after: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${given}${before} ${(error as Error).message}.${after}`);
  }
}

async function judgedAnew(text: string, given: string, cwd: string, waivers?: string): Promise<Report> {
  // Loaded only here: a report needs no judge, and no contract.
  const [{ checkedRecording }, { contract }, { buildReport }, { withWaivers }] = await Promise.all([
    import('./written-files.ts'),
    import('../operations/index.ts'),
    import('../report/build.ts'),
    import('./settings.ts'),
  ]);
  const read = namingFile(given, ' is neither a report nor a recording:', ` ${recordingHint}`, () =>
    checkedRecording(text, contract),
  );
  const recording = await withWaivers(read, waivers, cwd);
  return buildReport(contract, recording);
}

/** @throws Error for a text that is not a report */
export function reportIn(text: string): Report {
  assertReportSize(text);
  return checkedReport(JSON.parse(text));
}

/**
 * A report is one JSON document; a recording has a JSON object in each line, and is judged anew.
 *
 * @param given the path as the operator wrote it
 * @param waivers a file of waivers to judge a recording with, in place of its own
 * @throws UsageError that names the file
 */
export async function readReport(given: string, cwd: string, waivers?: string): Promise<Report> {
  const text = namingFile(given, '', ` ${hint}`, () => readText(resolve(cwd, given)));
  const other = otherDocument(text, ['report', 'recording']);
  if (other !== null) throw new UsageError(`${given} ${other}. ${hint}`);
  const document = namingFile(given, '', '', () => documentOf(text));
  if (document === null) return judgedAnew(text, given, cwd, waivers);
  const report = namingFile(given, '', '', () => checkedReport(document.value));
  if (waivers === undefined) return report;
  throw new UsageError(
    `--waivers goes with a recording, which is judged anew; ${given} is a report, whose verdicts do not change. Expected the recording beside it, for example conformance-report/${journalName}.`,
  );
}
