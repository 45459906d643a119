import { endStart, offerStart, toldIn } from '../src/output/vitest-start.ts';
import { workingDirectory } from '../src/output/working-directory.ts';
import { ownEnvironment } from '../src/settings/environment.ts';

/** What is used of vitest's own types, 3.2 to 5; vitest is not imported. */
interface Vitest {
  readonly config: {
    readonly watch?: boolean;
    readonly shard?: unknown;
    readonly testNamePattern?: unknown;
  };
}

interface TestModule {
  readonly children: { allTests(): Iterable<{ meta(): object }> };
}

/** What sends more often, or more than somebody may have meant: watch mode, a shard, some tests by their names. */
const refusals = [
  'watch mode would send at each change: use vitest run',
  'each shard would send all requests: leave out --shard',
  'all requests would be sent for some of the tests: leave out -t',
];

/**
 * For `test.reporters`, beside 'default'. Before workers start it gives them one place for the report of this start, so that
 * requests are sent once; in watch mode, with `--shard` and with `-t` none are. At the end it prints and writes what
 * `conformance run` does, GitHub's annotations included. Where no test of the suite ran, it says nothing.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes the default export of a reporter that is named
export default class ConformanceReporter {
  #config: Vitest['config'] = {};

  onInit({ config }: Vitest): void {
    this.#config = config;
  }

  onTestRunStart(): void {
    const { watch, shard, testNamePattern } = this.#config;
    const given = [watch, shard, testNamePattern];
    offerStart(ownEnvironment(), refusals.find((_, at) => given[at]) ?? null);
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const environment = ownEnvironment();
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const ended = endStart(environment) ?? toldIn(tests.map((test) => test.meta()));
    if (ended === null) return;
    const { tell } = await import('../src/output/vitest-report.ts');
    const isFiltered = Boolean(this.#config.testNamePattern);
    await tell(ended, { environment, cwd: workingDirectory(), isFiltered });
  }
}
