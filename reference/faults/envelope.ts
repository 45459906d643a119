import type { Fault } from './fault.ts';
import { drop, editsOf, respell, set } from './fault.ts';

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
