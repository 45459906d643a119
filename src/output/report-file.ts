import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Report } from '../../schemas/types.ts';
import { readWhole, textOf } from '../files/read.ts';
import { attempt } from '../model/attempt.ts';
import { otherDocument } from '../model/documents.ts';
import { andMore } from '../text/more.ts';
import { refusing, UsageError } from './exit.ts';
import { journalName } from './folder.ts';
import { checkedReport } from './written-report.ts';

const hint = `Give the path of a report or a recording, for example conformance-report/${journalName}.`;

const recordingHint =
  'Expected a recording, like the exchanges.ndjson that a run writes; schemas/suite/recording.schema.json describes it.';

/** Characters of a report that is read back: those that a command writes stay below 10 MB. */
const mostReportCharacters = 16 * 1024 * 1024;

/** @throws Error for a text that takes too much memory as a report */
function assertReportSize({ length }: string): void {
  if (length > mostReportCharacters)
    throw new Error(
      `is too large for a report: it has ${length} characters. Expected at most ${mostReportCharacters}. The first line of a recording has to begin with {"line":"run"`,
    );
}

/** How the first line of a recording begins, whoever wrote it. */
const recordingBegin = /^\s*\{\s*"line"\s*:/;

/** A recording has a JSON object in each line, or at least is not one JSON document. @throws Error for one that is too large */
function documentOf(text: string): { readonly value: unknown } | null {
  if (recordingBegin.test(text)) return null;
  assertReportSize(text);
  return attempt(() => ({ value: JSON.parse(text) as unknown }), null);
}

/** @throws UsageError that begins with the name of the file */
function namingFile<T>(given: string, before: string, after: string, read: () => T): T {
  return refusing(read, ({ message }) => `${given}${before} ${message}.${after}`);
}

async function judgedAnew(bytes: Buffer, given: string, cwd: string, waivers?: string): Promise<Report> {
  // Loaded only here: a report needs no judge.
  const [{ checkedRecording }, { buildReport }, { withEvidence }, { withWaivers }] = await Promise.all([
    import('./written-files.ts'),
    import('../report/build.ts'),
    import('./evidence.ts'),
    import('./settings.ts'),
  ]);
  const read = namingFile(given, ' is neither a report nor a recording:', ` ${recordingHint}`, () =>
    checkedRecording(textOf(bytes)),
  );
  const recording = await withWaivers(read, waivers, cwd);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return withEvidence(buildReport(recording), recording.header.answers, digest);
}

/** @throws Error for a text that is not a report */
export function reportIn(text: string): Report {
  assertReportSize(text);
  return checkedReport(JSON.parse(text));
}

/** What was read: a report, or a recording that is still to be judged. */
type ReadDocument = { readonly report: unknown } | { readonly recording: Buffer };

/** @throws UsageError for a document that was not expected, and a file that cannot be read */
function readDocument(
  given: string,
  cwd: string,
  expected: readonly string[] = ['report', 'recording'],
): ReadDocument {
  const bytes = namingFile(given, '', ` ${hint}`, () => readWhole(resolve(cwd, given)));
  const text = namingFile(given, '', '', () => textOf(bytes));
  const other = otherDocument(text, expected);
  if (other !== null) throw new UsageError(`${given} ${other}. ${hint}`);
  const document = namingFile(given, '', '', () => documentOf(text));
  return document === null ? { recording: bytes } : { report: document.value };
}

/**
 * A report is one JSON document; a recording has a JSON object in each line, and is judged anew.
 *
 * @param given the path as the operator wrote it
 * @param waivers a file of waivers to judge a recording with, in place of its own
 * @throws UsageError that names the file
 */
export async function readReport(given: string, cwd: string, waivers?: string): Promise<Report> {
  const read = readDocument(given, cwd);
  if ('recording' in read) return judgedAnew(read.recording, given, cwd, waivers);
  const report = namingFile(given, '', '', () => checkedReport(read.report));
  if (waivers === undefined) return report;
  throw new UsageError(
    `--waivers needs a recording, because only a recording is judged again; ${given} is a report. Expected the recording in the same folder, for example conformance-report/${journalName}.`,
  );
}

/** Further files that cannot be read are counted only. */
const mostProblems = 10;

/**
 * Takes one report after another, so that of each only what is needed is kept.
 * @throws UsageError that names every file that is not a report
 */
export async function readEach<T>(
  files: readonly string[],
  cwd: string,
  take: (report: Report, at: number) => T,
): Promise<readonly T[]> {
  const taken: T[] = [];
  const problems = new Set<string>();
  for (const [at, file] of files.entries()) {
    try {
      taken.push(take(await readReport(file, cwd), at));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.add(error.message);
    }
  }
  if (problems.size === 0) return taken;
  const left = problems.size - mostProblems;
  const more =
    left > 0 ? [`${andMore(left, 'file')} that ${left === 1 ? 'is not a report' : 'are not reports'}`] : [];
  const listed = [...problems].slice(0, mostProblems);
  // The hint once, after the last of them.
  const lines = listed.map((text, at) =>
    listed.some((other, later) => later > at && other.endsWith(hint)) ? text.replace(` ${hint}`, '') : text,
  );
  throw new UsageError([...lines, ...more].join('\n'));
}

/**
 * A recording, judged anew, and the report that somebody says it gives.
 * @throws UsageError that names the file
 */
export async function readToVerify(
  recording: string,
  report: string,
  cwd: string,
  waivers?: string,
): Promise<{ readonly judged: Report; readonly given: Report }> {
  const from = readDocument(recording, cwd, ['recording']);
  const made = readDocument(report, cwd, ['report']);
  if (!('recording' in from && 'report' in made))
    throw new UsageError(
      `${recording} and ${report} cannot be verified. Expected a recording, and after --verify the report that was made from it.`,
    );
  const given = namingFile(report, '', '', () => checkedReport(made.report));
  return { judged: await judgedAnew(from.recording, recording, cwd, waivers), given };
}
