import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import type { Finding } from '../src/model/finding.ts';

/** What vitest says about a run of the suites. */
export interface SuiteRun {
  readonly findings: readonly Finding[];
  /** Requirements whose test ran to a verdict. */
  readonly judged: ReadonlySet<string>;
  /** Faults of ours: a module that did not load, a test that failed without a finding. One sentence each. */
  readonly faults: readonly string[];
  readonly interrupted: boolean;
}

function moduleFaults(module: TestModule): string[] {
  return module
    .errors()
    .map(({ message }) => `the test module ${module.relativeModuleId} did not load: ${message}`);
}

function testFaults(module: TestModule): string[] {
  return [...module.children.allTests()].flatMap((test) => {
    const { state, errors } = test.result();
    if (state !== 'failed' || test.meta().conformance !== undefined) return [];
    return [`the test ${test.name} failed before it could judge: ${errors?.[0]?.message ?? 'no message'}`];
  });
}

/** Gathers the suites' findings from vitest's own results, so that nothing is judged or counted twice. */
export class FindingsAdapter implements Reporter {
  private readonly onEnd: (run: SuiteRun) => void;

  constructor(onEnd: (run: SuiteRun) => void) {
    this.onEnd = onEnd;
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string }[],
    reason: TestRunEndReason,
  ): void {
    const metas = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.meta().conformance ?? []),
    );
    this.onEnd({
      findings: metas.flatMap(({ findings }) => findings),
      judged: new Set(metas.map(({ requirement }) => requirement)),
      faults: [
        ...unhandled.map(({ message }) => message),
        ...modules.flatMap(moduleFaults),
        ...modules.flatMap(testFaults),
      ],
      interrupted: reason === 'interrupted',
    });
  }
}
