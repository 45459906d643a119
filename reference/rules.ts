import { createHash } from 'node:crypto';
import type { JsonObject } from './json.ts';
import { dateOnly, dateTime } from './timestamps.ts';

/** 32 lower-case hexadecimal characters, the same for the same words. */
export function hexId(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
}

function ruleId(number: number): string {
  return hexId(`automation rule ${number}`);
}

interface Owner {
  readonly entityId: string;
  readonly businessDataTypeId: string;
}

function seeded(owner: Owner, number: number): JsonObject {
  return {
    automationRuleId: ruleId(number),
    entityId: owner.entityId,
    type: 'JOURNAL',
    integrationId: hexId('integration'),
    name: `Seeded rule ${number}`,
    businessDataTypeId: owner.businessDataTypeId,
    conditions: [],
    journalTypeId: hexId('journal type'),
    journalActions: [],
    priority: number,
    entryLineAuxiliaryValueMap: null,
    enableAutomationJournalApproved: number % 2 === 1 ? 'true' : 'false',
    enabled: true,
    createdAt: '2026-01-15 09:30:00',
    updatedAt: '2026-01-15',
    deletedAt: '',
  };
}

/** The automation rules of one entity. */
export class Rules {
  /** Ids of the seeded rules, deleted or not, in the order of their seeding. */
  readonly ids: readonly string[];
  readonly #living: Map<string, JsonObject>;

  readonly #isUnlimited: boolean;

  constructor(owner: Owner, seeds: number | 'unlimited') {
    this.#isUnlimited = seeds === 'unlimited';
    const count = seeds === 'unlimited' ? 1 : seeds;
    this.ids = Array.from({ length: count }, (_, index) => ruleId(index + 1));
    this.#living = new Map(this.ids.map((id, index) => [id, seeded(owner, index + 1)]));
  }

  /** Deletes a rule and gives its record (section 2.3); undefined when there is none, or no longer. */
  delete(automationRuleId: string): JsonObject | undefined {
    const rule = this.#living.get(automationRuleId);
    if (rule === undefined) return undefined;
    if (!this.#isUnlimited) this.#living.delete(automationRuleId);
    const now = new Date();
    return { ...rule, updatedAt: dateOnly(now), deletedAt: dateTime(now) };
  }
}
