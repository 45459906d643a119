import type { ReferenceSettings, TargetSettings } from '../settings/index.ts';

type ReferenceService = Awaited<ReturnType<typeof import('../../reference/service.ts')['startReference']>>;

/** The embedded service brings everything about the target; nothing of the operator's is used. */
function referenceTarget(settings: ReferenceSettings, reference: ReferenceService): TargetSettings {
  return {
    ...settings,
    reference: false,
    baseUrl: reference.baseUrl,
    token: { kind: 'value', value: reference.token },
    entityId: reference.entityId,
    values: reference.settings,
    cleanupCommand: null,
    headers: [],
    ca: null,
    clientCertificate: null,
    variables: {},
    proxies: {},
  };
}

/** Does something with the embedded service as its target, and ends the service. */
export async function withReference<T>(
  settings: ReferenceSettings,
  task: (target: TargetSettings) => Promise<T>,
): Promise<T> {
  const { startReference } = await import('../../reference/service.ts');
  const reference = await startReference();
  try {
    return await task(referenceTarget(settings, reference));
  } finally {
    await reference.close();
  }
}
