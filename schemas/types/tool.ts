// Written by `npm run docs` from schemas/suite.

/** What wrote the report. */
export interface Tool {
  /** Package name. */
  readonly name: string;
  /** Package version. */
  readonly version: string;
  /** How it was started, such as npx conformance; conformance where this is absent. */
  readonly command?: string;
  /** Flags with which run and doctor find the same settings, such as --base-url http://127.0.0.1:3100, or check judges the same: each one word for a shell, no command and no permission. */
  readonly flags?: readonly string[];
  /** Further flags with which run sends and judges the same, such as --waivers known.json: each one word for a shell, no command and no permission. */
  readonly runFlags?: readonly string[];
}
