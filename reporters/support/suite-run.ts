import type { Finding } from '../../src/model/finding.ts';

/** What a run of the suites came to. */
export interface SuiteRun {
  readonly findings: readonly Finding[];
  /** Requirements whose test ran to a verdict. */
  readonly judged: ReadonlySet<string>;
  /** Faults of ours: a module that did not load, a test that failed without a finding. One sentence each. */
  readonly faults: readonly string[];
}

/** One suite file as its runner left it. */
export interface SuiteModule {
  /** Path of the file, relative to the package. */
  readonly path: string;
  /** What went wrong outside its tests: the file did not load, or a hook threw. */
  readonly errors: readonly { readonly message: string }[];
  readonly tests: readonly SuiteTest[];
}

export interface SuiteTest {
  readonly name: string;
  /** Message of the error that failed it, null for a test that did not fail. */
  readonly failure: string | null;
  readonly conformance: { readonly requirement: string; readonly findings: readonly Finding[] } | undefined;
}

function faultsOf({ path, errors, tests }: SuiteModule): string[] {
  return [
    ...errors.map(({ message }) => `the test module ${path} did not load: ${message}`),
    ...tests.flatMap(({ name, failure, conformance }) =>
      failure === null || conformance !== undefined
        ? []
        : [`the test ${name} failed before it could judge: ${failure}`],
    ),
  ];
}

/** Gathers the findings that the tests left in their meta, so that nothing is judged or counted twice. */
export function suiteRunOf(modules: readonly SuiteModule[], unhandled: readonly string[]): SuiteRun {
  const metas = modules.flatMap(({ tests }) => tests.flatMap(({ conformance }) => conformance ?? []));
  return {
    findings: metas.flatMap(({ findings }) => findings),
    judged: new Set(metas.map(({ requirement }) => requirement)),
    faults: [...unhandled, ...modules.flatMap(faultsOf)],
  };
}
