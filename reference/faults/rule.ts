import type { Fault } from './fault.ts';
import { respell, set } from './fault.ts';

/** The automation rule record (section 2.3). */
export const ruleFaults: readonly Fault[] = [
  {
    name: 'rule-approved-as-boolean',
    description: 'Sends enableAutomationJournalApproved as a JSON boolean.',
    trips: ['delete.data.enableAutomationJournalApproved:type'],
    strength: 'stated',
    edit: set('/data/enableAutomationJournalApproved', true),
  },
  {
    name: 'rule-approved-upper-case',
    description: 'Sends enableAutomationJournalApproved as "TRUE".',
    trips: ['delete.data.enableAutomationJournalApproved:value'],
    strength: 'stated',
    edit: set('/data/enableAutomationJournalApproved', 'TRUE'),
  },
  {
    name: 'rule-integration-id-upper-case',
    description: 'Writes integrationId in upper case.',
    trips: ['delete.data.integrationId:format'],
    strength: 'stated',
    edit: respell('/data/integrationId', (id) => id.toUpperCase()),
  },
  {
    name: 'rule-id-of-another',
    description: "Responds with another rule's id.",
    trips: ['delete.data.automationRuleId:echo'],
    strength: 'shown',
    edit: set('/data/automationRuleId', 'ffffffffffffffffffffffffffffffff'),
  },
  {
    name: 'rule-created-at-with-t',
    description: 'Writes a T between date and time in createdAt.',
    trips: ['delete.data.createdAt:format'],
    strength: 'stated',
    edit: respell('/data/createdAt', (text) => text.replace(' ', 'T')),
  },
  {
    name: 'rule-deleted-at-empty',
    description: 'Leaves the deletedAt of a deleted rule empty.',
    trips: ['delete.data.deletedAt:format'],
    strength: 'stated',
    edit: set('/data/deletedAt', ''),
  },
  {
    name: 'rule-updated-at-with-time',
    description: 'Sends updatedAt with a time.',
    trips: ['delete.data.updatedAt:format'],
    strength: 'shown',
    edit: respell('/data/updatedAt', (text) => `${text} 09:30:00`),
  },
];
