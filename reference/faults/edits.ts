import { isObject, type Json, NumberText } from '../json.ts';
import type { Fault } from './fault.ts';
import { drop, editsOf, rearrange, respell, set } from './fault.ts';

function otherNumbers(action: Json | undefined): Json | undefined {
  if (!isObject(action)) return action;
  const members = Object.entries(action);
  return Object.fromEntries(
    members.map(([name, value]) => [name, value instanceof NumberText ? -987654321 : value]),
  );
}

const numbers = ['datetime', 'referenceNo', 'assetName', 'positionSide', 'currency', 'amount'];
const ofCondition = ['column', 'columnType', 'type', 'operator', 'value'];

/** Envelope fields (section 2.1), in the answers of both operations. */
export const envelopeFaults: readonly Fault[] = [
  ...editsOf(null, '/status', 'stated', {
    'status-ok': [':value', 'Says "OK" where the document says "success".', set('OK')],
    'status-missing': [':presence', "Leaves the envelope's status out.", drop],
  }),
  ...editsOf(null, '/requestId', 'stated', {
    'request-id-number': [
      ':type',
      'Sends requestId as a number, a new one each time.',
      (id) => Number.parseInt(String(id).slice(0, 8), 16),
    ],
    'request-id-urn': [':format', 'Writes urn:uuid: before requestId.', respell((id) => `urn:uuid:${id}`)],
  }),
  ...editsOf(null, '/requestId', 'shown', {
    'request-id-repeated': [
      ':uniqueness',
      'Sends the same requestId in every response.',
      set('00000000-0000-4000-8000-000000000001'),
    ],
  }),
  ...editsOf(null, '/data', 'stated', {
    'data-missing': [':presence', 'Leaves data out of an envelope that says success.', drop],
    'data-list': [
      ':type',
      'Sends data as an array that holds the record.',
      (record) => (record === undefined ? record : [record]),
    ],
  }),
];

/** The transformer record (section 2.2). */
export const transformerFaults: readonly Fault[] = [
  ...editsOf('put', '/data/name', 'stated', {
    'transformer-name-not-echoed': [
      ':echo',
      'Responds with a name other than the one sent.',
      respell((name) => `${name} (copy)`),
    ],
  }),
  ...editsOf('put', '/data/entityId', 'shown', {
    'transformer-entity-empty': [
      [':value', ':echo'],
      'Sends an empty entityId, so it also differs from the one in the path.',
      set(''),
    ],
  }),
  ...editsOf('put', '/data/derivativeType', 'stated', {
    'transformer-derivative-type-code': [':type', 'Sends derivativeType as a number.', set(1)],
  }),
  ...editsOf('put', '/data/entityId', 'shown', {
    'transformer-entity-of-another': [
      ':echo',
      "Responds with another entity's id.",
      set('ffffffffffffffffffffffffffffffff'),
    ],
  }),
  ...editsOf('put', '/data/deletedAt', 'stated', {
    'transformer-deleted-at-missing': [
      ':presence',
      'Leaves deletedAt out of the record of a living transformer.',
      drop,
    ],
  }),
  ...editsOf('put', '/data/deletedAt', 'shown', {
    'transformer-deleted-at-zero-date': [
      ':format',
      'Sends the deletedAt of a living transformer as a date of zeros.',
      set('0000-00-00 00:00:00'),
    ],
  }),
  ...editsOf('put', '/data/conditions', 'shown', {
    'conditions-one-less': [':count', 'Leaves the last condition out.', rearrange((all) => all.slice(0, -1))],
    'conditions-reordered': [
      ['.each.column:echo', '.each.value:echo'],
      'Sends the conditions in reverse order. The requirements listed are for two conditions that differ only in column and value.',
      rearrange((all) => all.toReversed()),
    ],
  }),
  ...editsOf('put', '/data/conditions', 'stated', {
    'last-condition-empty': [
      ofCondition.map((name) => `.each.${name}:presence`),
      'Sends the last condition as an object without members.',
      rearrange((all) => all.map((one, at) => (at === all.length - 1 ? {} : one))),
    ],
  }),
  ...editsOf('put', '/data/conditions/*/jsonPath', 'stated', {
    'condition-keeps-json-path': [':absence', 'Sends jsonPath in every condition.', set('$.currency')],
  }),
  ...editsOf('put', '/data/conditions/*/type', 'shown', {
    'condition-type-as-sent': [
      ':value',
      'Keeps CURRENCY_FIAT as the type of every condition.',
      set('CURRENCY_FIAT'),
    ],
  }),
  ...editsOf('put', '/data/action', 'shown', {
    'action-numbers-changed': [
      numbers.map((name) => `.${name}:echo`),
      'Responds with other numbers in action than the ones sent.',
      otherNumbers,
    ],
  }),
  ...editsOf('put', '/data/action/amount', 'stated', {
    'action-amount-fractional': [':type', 'Sends the amount of action as 1.5.', set(1.5)],
  }),
  ...editsOf('put', '/data/action/timezone', 'shown', {
    'action-timezone-unknown': [
      [':format', ':echo'],
      'Sends a timezone that the IANA database does not have, so it also differs from the one sent.',
      set('Mars/Olympus_Mons'),
    ],
  }),
];

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
