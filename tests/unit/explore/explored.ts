import { startReference } from '../../../reference/service.ts';
import { type Exploration, explore } from '../../../src/explore/explore.ts';
import type { ExploreChoice } from '../../../src/explore/plan.ts';
import type { Asking } from '../../../src/model/question.ts';
import { contract } from '../../../src/operations/index.ts';
import type { TargetSettings } from '../../../src/settings/index.ts';
import { targetSettings } from '../../support/run-target.ts';

/** What may be asked at all. */
export const everything: readonly Asking[] = ['refusal', 'write', 'delete'];

export interface Wanted
  extends Partial<Omit<ExploreChoice, 'allowed'>>,
    Partial<Pick<Exploration, 'servedBefore' | 'expected' | 'journal' | 'signal'>> {
  readonly allowed?: readonly Asking[];
  readonly rules?: number;
  readonly settings?: Partial<TargetSettings>;
}

/** A profile of the embedded service is asked; the answers by the ends of their ids, and what arrived at the service. */
export async function explored(
  profile: string,
  { allowed = everything, rules = 2, settings = {}, mostRequests = 1_000, only = null, ...more }: Wanted = {},
) {
  const service = await startReference({ profile, seedRules: rules });
  try {
    const { baseUrl, token, entityId, settings: values } = service;
    const given = { token: { kind: 'value', value: token }, entityId, values } as const;
    const result = await explore({
      contract,
      settings: targetSettings(baseUrl, { ...given, ...settings }),
      tool: { name: 't', version: '0' },
      environment: {},
      journal: null,
      choice: { allowed: new Set(allowed), mostRequests, only },
      servedBefore: [],
      expected: new Map(),
      ...more,
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const answers = new Map(result.answers.map((one) => [one.id.replace(/^question\./, ''), one]));
    /** The answer to a question, or why there is none. */
    const told = (id: string) => answers.get(id)?.answer ?? answers.get(id)?.why;
    return { ...result, told, received: [...service.received] };
  } finally {
    await service.close();
  }
}
