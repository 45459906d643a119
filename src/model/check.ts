/** What was found about one thing that has to be right before a run. */
export interface CheckResult {
  /** `fail`: a run would not reach its verdict. `warn`: it would, but somebody should know. `skipped`: not looked at. */
  readonly standing: 'pass' | 'warn' | 'fail' | 'skipped';
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

export const pass = (detail: string): CheckResult => ({ standing: 'pass', detail });
export const skipped = (detail: string): CheckResult => ({ standing: 'skipped', detail });
export const warn = (detail: string, remedy: string): CheckResult => ({ standing: 'warn', detail, remedy });
export const fail = (detail: string, remedy: string): CheckResult => ({ standing: 'fail', detail, remedy });

/** All well, something to fix in the configuration, or a service that cannot be reached. The worst first. */
export function standingOf(checks: readonly DoctorCheck[]): 'well' | 'configuration' | 'connection' {
  const failed = checks.filter(({ standing }) => standing === 'fail');
  if (failed.length === 0) return 'well';
  return failed.some(({ area }) => area === 'configuration') ? 'configuration' : 'connection';
}
