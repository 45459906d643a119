import type { TargetSettings } from '../settings/index.ts';
import type { Run } from './run.ts';

/** A run whose target is known: the operator's service, or the embedded one. */
export interface TargetRun extends Omit<Run, 'settings'> {
  readonly settings: TargetSettings;
  /** Whether the target is the embedded service. */
  readonly isReference: boolean;
}

/** What a run has once its target is known. */
type OnTarget<Given extends Pick<Run, 'settings'>> = Omit<Given, 'settings'> &
  Pick<TargetRun, 'settings' | 'isReference'>;

/**
 * Does something with the target of a run. The embedded service is started for it, ended after it, and brings everything
 * about the target: nothing of the operator's is used.
 */
export async function onTarget<Given extends Pick<Run, 'settings'>, Result>(
  run: Given,
  task: (run: OnTarget<Given>) => Result | Promise<Result>,
): Promise<Result> {
  const { settings } = run;
  if (!settings.reference) return task({ ...run, settings, isReference: false });
  const { startReference } = await import('../../reference/service.ts');
  const { baseUrl, token, entityId, settings: values, close } = await startReference();
  const target: TargetSettings = {
    ...settings,
    ...{ reference: false, baseUrl, token: { kind: 'value', value: token }, entityId, values },
    ...{ cleanupCommand: null, headers: [], ca: null, clientCertificate: null, variables: {}, proxies: {} },
  };
  try {
    return await task({ ...run, settings: target, isReference: true });
  } finally {
    await close();
  }
}
