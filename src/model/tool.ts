/** What made a recording or a report. */
export interface Tool {
  /** Package name. */
  readonly name: string;
  readonly version: string;
  /** How it was started, such as `npx conformance`; `conformance` where nobody said. */
  readonly command?: string;
  /** Flags with which `run` and `doctor` find the same settings, such as `--target staging`; none by default. */
  readonly flags?: readonly string[];
}
