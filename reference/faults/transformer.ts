import { isArray, isObject, type Json, NumberText } from '../json.ts';
import type { Fault } from './fault.ts';
import { change, drop, respell, set } from './fault.ts';

function otherNumbers(action: Json | undefined): Json | undefined {
  if (!isObject(action)) return action;
  const members = Object.entries(action);
  return Object.fromEntries(
    members.map(([name, value]) => [name, value instanceof NumberText ? -987654321 : value]),
  );
}

/** The transformer record (section 2.2). */
export const transformerFaults: readonly Fault[] = [
  {
    name: 'transformer-name-not-echoed',
    description: 'Responds with a name other than the one sent.',
    trips: ['put.data.name:echo'],
    strength: 'stated',
    edit: respell('/data/name', (name) => `${name} (copy)`),
  },
  {
    name: 'transformer-entity-empty',
    description: 'Sends an empty entityId, so it also differs from the one in the path.',
    trips: ['put.data.entityId:value', 'put.data.entityId:echo'],
    strength: 'shown',
    edit: set('/data/entityId', ''),
  },
  {
    name: 'transformer-derivative-type-code',
    description: 'Sends derivativeType as a number.',
    trips: ['put.data.derivativeType:type'],
    strength: 'stated',
    edit: set('/data/derivativeType', 1),
  },
  {
    name: 'transformer-entity-of-another',
    description: "Responds with another entity's id.",
    trips: ['put.data.entityId:echo'],
    strength: 'shown',
    edit: set('/data/entityId', 'ffffffffffffffffffffffffffffffff'),
  },
  {
    name: 'transformer-deleted-at-missing',
    description: 'Leaves deletedAt out of the record of a living transformer.',
    trips: ['put.data.deletedAt:presence'],
    strength: 'stated',
    edit: drop('/data/deletedAt'),
  },
  {
    name: 'transformer-deleted-at-zero-date',
    description: 'Sends the deletedAt of a living transformer as a date of zeros.',
    trips: ['put.data.deletedAt:format'],
    strength: 'shown',
    edit: set('/data/deletedAt', '0000-00-00 00:00:00'),
  },
  {
    name: 'conditions-one-less',
    description: 'Leaves the last condition out.',
    trips: ['put.data.conditions:count'],
    strength: 'shown',
    edit: change('/data/conditions', (conditions) =>
      isArray(conditions) ? conditions.slice(0, -1) : conditions,
    ),
  },
  {
    name: 'conditions-reordered',
    description:
      'Sends the conditions in reverse order. The requirements listed are for two conditions that differ only in column and value.',
    trips: ['put.data.conditions.each.column:echo', 'put.data.conditions.each.value:echo'],
    strength: 'shown',
    edit: change('/data/conditions', (conditions) =>
      isArray(conditions) ? conditions.toReversed() : conditions,
    ),
  },
  {
    name: 'last-condition-empty',
    description: 'Sends the last condition as an object without members.',
    trips: [
      'put.data.conditions.each.column:presence',
      'put.data.conditions.each.columnType:presence',
      'put.data.conditions.each.type:presence',
      'put.data.conditions.each.operator:presence',
      'put.data.conditions.each.value:presence',
    ],
    strength: 'stated',
    edit: set('/data/conditions/last', {}),
  },
  {
    name: 'condition-keeps-json-path',
    description: 'Sends jsonPath in every condition.',
    trips: ['put.data.conditions.each.jsonPath:absence'],
    strength: 'stated',
    edit: set('/data/conditions/*/jsonPath', '$.currency'),
  },
  {
    name: 'condition-type-as-sent',
    description: 'Keeps CURRENCY_FIAT as the type of every condition.',
    trips: ['put.data.conditions.each.type:value'],
    strength: 'shown',
    edit: set('/data/conditions/*/type', 'CURRENCY_FIAT'),
  },
  {
    name: 'action-numbers-changed',
    description: 'Responds with other numbers in action than the ones sent.',
    trips: [
      'put.data.action.datetime:echo',
      'put.data.action.referenceNo:echo',
      'put.data.action.assetName:echo',
      'put.data.action.positionSide:echo',
      'put.data.action.currency:echo',
      'put.data.action.amount:echo',
    ],
    strength: 'shown',
    edit: change('/data/action', otherNumbers),
  },
  {
    name: 'action-amount-fractional',
    description: 'Sends the amount of action as 1.5.',
    trips: ['put.data.action.amount:type'],
    strength: 'stated',
    edit: set('/data/action/amount', 1.5),
  },
  {
    name: 'action-timezone-unknown',
    description:
      'Sends a timezone that the IANA database does not have, so it also differs from the one sent.',
    trips: ['put.data.action.timezone:format', 'put.data.action.timezone:echo'],
    strength: 'shown',
    edit: set('/data/action/timezone', 'Mars/Olympus_Mons'),
  },
];
