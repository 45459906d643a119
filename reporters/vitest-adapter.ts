import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type SuiteModule, type SuiteRun, type SuiteTest, suiteRunOf } from './support/suite-run.ts';

function suiteTest(test: TestCase): SuiteTest {
  const { state, errors } = test.result();
  const failure = state === 'failed' ? (errors?.[0]?.message ?? 'no message') : null;
  return { name: test.name, failure, conformance: test.meta().conformance };
}

function suiteModule(module: TestModule): SuiteModule {
  const tests = [...module.children.allTests()].map(suiteTest);
  return { path: module.relativeModuleId, errors: module.errors(), tests };
}

/** Gathers the suites' findings from the results of a vitest that somebody started by hand. */
export class FindingsAdapter implements Reporter {
  private readonly onEnd: (run: SuiteRun) => void;

  constructor(onEnd: (run: SuiteRun) => void) {
    this.onEnd = onEnd;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const messages = unhandled.map(({ message }) => message);
    this.onEnd(suiteRunOf(modules.map(suiteModule), messages));
  }
}
