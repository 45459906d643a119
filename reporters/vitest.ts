import { endStart, offerStart, toldIn } from '../src/output/vitest-start.ts';
import { workingDirectory } from '../src/output/working-directory.ts';
import { ownEnvironment } from '../src/settings/environment.ts';

/** What is used of vitest's own types, 3.2 to 5; vitest is not imported. */
interface Vitest {
  readonly config: { readonly watch?: boolean; readonly shard?: unknown };
}

interface TestModule {
  readonly children: { allTests(): Iterable<{ meta(): object }> };
}

/**
 * For `test.reporters`, beside 'default'. Before workers start it gives them one place for the report of this start, so that
 * requests are sent once; in watch mode and with `--shard` none are. At the end it prints and writes what
 * `conformance run` does, GitHub's annotations included. Where no test of the suite ran, it says nothing.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes the default export of a reporter that is named
export default class ConformanceReporter {
  onInit({ config: { watch = false, shard } }: Vitest): void {
    const parts = shard === undefined || shard === null ? null : '--shard';
    offerStart(ownEnvironment(), watch ? 'watch mode' : parts);
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const environment = ownEnvironment();
    try {
      const tests = modules.flatMap(({ children }) => [...children.allTests()]);
      const told = toldIn(tests.map((test) => test.meta()));
      if (told === null) return;
      const { tell } = await import('../src/output/vitest-report.ts');
      await tell(told, { environment, cwd: workingDirectory() });
    } finally {
      endStart(environment);
    }
  }
}
