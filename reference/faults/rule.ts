import type { Fault } from './fault.ts';
import { editsOf, respell, set } from './fault.ts';

/** The automation rule record (section 2.3). */
export const ruleFaults: readonly Fault[] = [
  ...editsOf('delete', '/data/enableAutomationJournalApproved', 'stated', {
    'rule-approved-as-boolean': [
      ':type',
      'Sends enableAutomationJournalApproved as a JSON boolean.',
      set(true),
    ],
    'rule-approved-upper-case': [':value', 'Sends enableAutomationJournalApproved as "TRUE".', set('TRUE')],
  }),
  ...editsOf('delete', '/data/integrationId', 'stated', {
    'rule-integration-id-upper-case': [
      ':format',
      'Writes integrationId in upper case.',
      respell((id) => id.toUpperCase()),
    ],
  }),
  ...editsOf('delete', '/data/automationRuleId', 'shown', {
    'rule-id-of-another': [
      ':echo',
      "Responds with another rule's id.",
      set('ffffffffffffffffffffffffffffffff'),
    ],
  }),
  ...editsOf('delete', '/data/createdAt', 'stated', {
    'rule-created-at-with-t': [
      ':format',
      'Writes a T between date and time in createdAt.',
      respell((text) => text.replace(' ', 'T')),
    ],
  }),
  ...editsOf('delete', '/data/deletedAt', 'stated', {
    'rule-deleted-at-empty': [':format', 'Leaves the deletedAt of a deleted rule empty.', set('')],
  }),
  ...editsOf('delete', '/data/updatedAt', 'shown', {
    'rule-updated-at-with-time': [
      ':format',
      'Sends updatedAt with a time.',
      respell((text) => `${text} 09:30:00`),
    ],
  }),
];
