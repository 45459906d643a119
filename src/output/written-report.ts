import type { Report } from '../../schemas/types.ts';
import { problemWith } from '../files/document-problem.ts';
import { documentValidator } from '../files/report-validator.ts';

/**
 * The report that a run replaces is read before the folder is emptied, and checked against its schema once the run is
 * over, so its validator is loaded after the first request. A file that is no report of the same target and scope is
 * ignored, as nobody named it.
 */

/** @throws Error whose message continues after the name of the file */
export function checkedReport(value: unknown): Report {
  const problem = problemWith(value, documentValidator('report'));
  if (problem === null) return value as Report;
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (Number.isInteger(version) && version !== 1)
    throw new Error(
      `has format version ${version}; this version of the suite reads format version 1. Render or compare it with the version that wrote it`,
    );
  throw new Error(
    `does not have the form of a report, format version 1: ${problem}. Expected report.json as a run writes it`,
  );
}
