import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first; begun last, one of them would run on while the other processors are idle. */
const longest = [
  'tests/slow/vitest/versions.test.ts',
  'tests/slow/process/memory.test.ts',
  'tests/slow/html/pages.test.ts',
  'tests/slow/vitest/judging.test.ts',
  'tests/slow/docs/commands.test.ts',
  'tests/slow/terminal/shells.test.ts',
  'tests/commands/explore.test.ts',
  'tests/attacks/files.test.ts',
  'tests/attacks/commands.test.ts',
  'tests/secrets/named-secrets.test.ts',
  'tests/http/broken.test.ts',
  'tests/http/client.test.ts',
  'tests/contract/sensitivity.test.ts',
  'tests/secrets/echo.test.ts',
  'tests/attacks/responses.test.ts',
];

function place({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((name) => moduleId.endsWith(name));
  return at === -1 ? longest.length : at;
}

/** Vitest's own order, which on a fresh checkout knows only how large files are, behind the files that are known to take long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort(
      (one, other) => one.project.name.localeCompare(other.project.name) || place(one) - place(other),
    );
  }
}
