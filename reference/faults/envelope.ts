import type { Fault } from './fault.ts';
import { change, drop, inAll, respell, set } from './fault.ts';

/** Envelope fields (section 2.1), in the answers of both operations. */
export const envelopeFaults: readonly Fault[] = [
  {
    name: 'status-ok',
    description: 'Says "OK" where the document says "success".',
    trips: inAll('.status:value'),
    strength: 'stated',
    edit: set('/status', 'OK'),
  },
  {
    name: 'status-missing',
    description: "Leaves the envelope's status out.",
    trips: inAll('.status:presence'),
    strength: 'stated',
    edit: drop('/status'),
  },
  {
    name: 'request-id-number',
    description: 'Sends requestId as a number, a new one each time.',
    trips: inAll('.requestId:type'),
    strength: 'stated',
    edit: change('/requestId', (id) => Number.parseInt(String(id).slice(0, 8), 16)),
  },
  {
    name: 'request-id-urn',
    description: 'Writes urn:uuid: before requestId.',
    trips: inAll('.requestId:format'),
    strength: 'stated',
    edit: respell('/requestId', (id) => `urn:uuid:${id}`),
  },
  {
    name: 'request-id-repeated',
    description: 'Sends the same requestId in every response.',
    trips: inAll('.requestId:uniqueness'),
    strength: 'shown',
    edit: set('/requestId', '00000000-0000-4000-8000-000000000001'),
  },
  {
    name: 'data-missing',
    description: 'Leaves data out of an envelope that says success.',
    trips: inAll('.data:presence'),
    strength: 'stated',
    edit: drop('/data'),
  },
  {
    name: 'data-list',
    description: 'Sends data as an array that holds the record.',
    trips: inAll('.data:type'),
    strength: 'stated',
    edit: change('/data', (record) => (record === undefined ? record : [record])),
  },
];
