/** `fail`: a run would not reach its verdict. `warn`: it would, but somebody should know. `skipped`: not looked at. */
export type CheckStatus = 'pass' | 'warn' | 'fail' | 'skipped';

/** What was found about one thing that has to be right before a run. */
export interface CheckResult {
  readonly standing: CheckStatus;
  /** What was found. May hold text of the service. */
  readonly detail: string;
  /** How to fix it, where something is wrong. */
  readonly remedy?: string;
}

/** One thing that has to be right before a run, as it was found. */
export interface DoctorCheck extends CheckResult {
  /** Short and permanent, for scripts: `settings`, `tls`. */
  readonly id: string;
  readonly title: string;
  /** `connection`: about how the service is reached; everything else can be fixed on this machine. */
  readonly area: 'configuration' | 'connection';
}

export function checkOf(
  id: string,
  title: string,
  area: DoctorCheck['area'],
  found: CheckResult,
): DoctorCheck {
  return { id, title, area, ...found };
}

export function pass(detail: string): CheckResult {
  return { standing: 'pass', detail };
}

export function warn(detail: string, remedy: string): CheckResult {
  return { standing: 'warn', detail, remedy };
}

export function fail(detail: string, remedy: string): CheckResult {
  return { standing: 'fail', detail, remedy };
}

export function skipped(detail: string): CheckResult {
  return { standing: 'skipped', detail };
}

/** All well, something to fix in the configuration, or a service that cannot be reached. The worst first. */
export function standingOf(checks: readonly DoctorCheck[]): 'well' | 'configuration' | 'connection' {
  const failed = checks.filter(({ standing }) => standing === 'fail');
  if (failed.length === 0) return 'well';
  return failed.some(({ area }) => area === 'configuration') ? 'configuration' : 'connection';
}
