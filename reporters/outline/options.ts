/** A file of the report: its name, its path for people, and where it is on this machine. */
export interface ReportFile {
  readonly name: string;
  readonly path: string;
  readonly url: string;
}

/** For whom, and what else is known about the report. */
export interface OutlineOptions {
  /**
   * `summary`: read from its beginning; `usual`: read from its end; `verbose`: with the fields and their matrix, all
   * observations, all reasons and all commands as well; `page`: from its beginning, with everything.
   */
  readonly detail: 'summary' | 'usual' | 'verbose' | 'page';
  /** Name of the file that has everything; null for none. */
  readonly whole: string | null;
  /** Files to name. */
  readonly files?: readonly ReportFile[];
  /** Where people find the page of the report; null where nobody knows. */
  readonly pageUrl?: string | null;
}
