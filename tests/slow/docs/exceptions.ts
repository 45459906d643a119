/** Commands in documents that the test cannot run, or that rightly end otherwise than with 0. */

interface NotRun {
  readonly command: RegExp;
  readonly reason: string;
}

export const notRun: readonly NotRun[] = [
  {
    command: /^npm ci && npm test$/,
    reason: 'is this very test, among others; .ci/run does it on a clean clone',
  },
  {
    command: /^npm ci (?:&& npm run build|--prefix bench)\b/,
    reason: 'fetches other tools from the registry',
  },
  {
    command: /\bnpx conformance watch\b/,
    reason: 'goes on until it is interrupted; tests/commands/watch.test.ts runs it',
  },
  {
    command: /\bnpx conformance check\b/,
    reason: 'needs traffic that somebody recorded; tests/commands/check.test.ts runs it',
  },
  {
    command: /^SUITE_VERSION=suite\.tgz /,
    reason: 'needs a tarball; tests/slow/ci/sources.test.ts has one',
  },
  { command: /^node bench\/[\w-]+\.mjs\b/, reason: 'needs those tools, and takes minutes' },
  {
    command: /^redocly /,
    reason: 'is a tool of somebody else; tests/slow/openapi has its linter',
  },
  {
    command: /^(?:gh|cosign|minisign) /,
    reason: 'signs with a key or an account of the reader',
  },
];

interface Ends extends NotRun {
  readonly code: number;
}

/** The first that fits counts; what fits none has to end with 0. */
export const ends: readonly Ends[] = [
  {
    command: /^(?:npx conformance|npm run conformance --) init(?: -e \S+)?$/,
    code: 2,
    reason: 'asks, and here is no terminal to reply at',
  },
];
