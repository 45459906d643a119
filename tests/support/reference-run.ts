import { type ReferenceOptions, type ReferenceService, startReference } from '../../reference/service.ts';
import { runAgainst, type TargetRun, targetSettings } from './run-target.ts';
import type { TargetSettings } from './subject.ts';

export { faults } from '../../reference/faults.ts';

/** The seeded rules of a reference service, in their order. */
export function ruleIdsOf({ settings }: ReferenceService): readonly string[] {
  return [settings['automationRuleId'] ?? []].flat();
}

/** A whole run, in this process, against a reference service of its own. */
export async function runReference(
  options: ReferenceOptions,
  changes: Partial<TargetSettings> = {},
): Promise<Omit<TargetRun, 'calls'>> {
  const service = await startReference(options);
  const { baseUrl, token, entityId, settings: values } = service;
  try {
    return await runAgainst(
      targetSettings(baseUrl, {
        token: { kind: 'value', value: token },
        entityId,
        values,
        ...changes,
      }),
    );
  } finally {
    await service.close();
  }
}
