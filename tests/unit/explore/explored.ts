import { type Exploration, explore } from '../../../src/explore/explore.ts';
import type { ExploreChoice } from '../../../src/explore/plan.ts';
import { entityId } from '../../support/conforming.ts';
import { startSmallService, type Traits } from '../../support/explored-service.ts';
import { targetSettings } from '../../support/run-target.ts';
import { goodToken } from '../../support/service.ts';
import { type Asking, contract, type TargetSettings } from '../../support/subject.ts';

/** What may be asked at all. */
export const everything: readonly Asking[] = ['refusal', 'write', 'delete'];

export interface Wanted
  extends Partial<Omit<ExploreChoice, 'allowed'>>,
    Partial<Pick<Exploration, 'servedBefore' | 'expected' | 'journal' | 'signal'>> {
  readonly allowed?: readonly Asking[];
  readonly rules?: readonly string[];
  readonly settings?: Partial<TargetSettings>;
}

/** A small service is asked; the answers by the ends of their ids, and what arrived at the service. */
export async function explored(
  traits: Traits,
  {
    allowed = everything,
    rules = ['rule-1', 'rule-2'],
    settings = {},
    mostRequests = 1_000,
    only = null,
    ...more
  }: Wanted = {},
) {
  await using service = await startSmallService(traits);
  const values = { businessDataTypeId: 'b', automationRuleId: rules };
  const token = { kind: 'value', value: goodToken } as const;
  const result = await explore({
    contract,
    settings: targetSettings(service.baseUrl, { token, entityId, values, ...settings }),
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
  return { ...result, told, received: [...service.ledger] };
}
