import type { JsonObject } from '../json.ts';
import { Refusal } from '../refusal.ts';
import { dateTime, hexId, type Operation, type World } from './operation.ts';

/** The record of section 2.3, before the rule is deleted. */
function seeded({ entityId, businessDataTypeId }: World, number: number): JsonObject {
  return {
    automationRuleId: hexId(`automation rule ${number}`),
    entityId,
    type: 'JOURNAL',
    integrationId: hexId('integration'),
    name: `Seeded rule ${number}`,
    businessDataTypeId,
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

/** Section 4.2. A deleted rule is gone, unless there is one that never runs out. */
export const deleteRule: Operation = {
  name: 'delete',
  method: 'DELETE',
  path: '/entity/{entityId}/automationRule/{automationRuleId}',
  start: (world) => {
    const isUnlimited = world.seedRules === 'unlimited';
    const count = world.seedRules === 'unlimited' ? 1 : world.seedRules;
    const rules = Array.from({ length: count }, (_, at) => seeded(world, at + 1));
    const living = new Map(rules.map((rule) => [String(rule['automationRuleId']), rule]));
    return {
      settings: { automationRuleId: [...living.keys()] },
      carryOut: ({ ids: { automationRuleId = '' }, body }) => {
        if (body.length > 0) throw new Refusal(400, 'body_not_expected', 'This request takes no body.');
        const rule = living.get(automationRuleId);
        if (rule === undefined)
          throw new Refusal(404, 'automation_rule_unknown', 'There is no automation rule with this id.');
        if (!isUnlimited) living.delete(automationRuleId);
        const deletedAt = dateTime(new Date());
        return { ...rule, updatedAt: deletedAt.slice(0, 10), deletedAt };
      },
    };
  },
};
