import type { Fault } from './fault.ts';
import { change, drop, inBoth, respell, set } from './fault.ts';
import { ruleFields, transformerFields } from './record-fields.ts';

const misshapenId = { operation: 'both', trips: inBoth('.requestId:format'), strength: 'stated' } as const;
const otherStatus = { operation: 'both', trips: inBoth('.status:value'), strength: 'stated' } as const;

/** Envelope fields (section 2.1), in the answers of both operations. */
export const envelopeFaults: readonly Fault[] = [
  {
    name: 'status-ok',
    description: 'Says "OK" where the document says "success".',
    ...otherStatus,
    edit: set('/status', 'OK'),
  },
  {
    name: 'status-upper-case',
    description: 'Says "SUCCESS" where the document says "success".',
    ...otherStatus,
    edit: respell('/status', (status) => status.toUpperCase()),
  },
  {
    name: 'status-with-space',
    description: 'Says "success " with a space behind.',
    ...otherStatus,
    edit: respell('/status', (status) => `${status} `),
  },
  {
    name: 'status-missing',
    description: "Leaves the envelope's status out.",
    operation: 'both',
    trips: inBoth('.status:presence'),
    strength: 'stated',
    edit: drop('/status'),
  },
  {
    name: 'status-number',
    description: "Gives the envelope's status as the number 200.",
    operation: 'both',
    trips: inBoth('.status:type'),
    strength: 'stated',
    edit: set('/status', 200),
  },
  {
    name: 'status-boolean',
    description: "Gives the envelope's status as true.",
    operation: 'both',
    trips: inBoth('.status:type'),
    strength: 'stated',
    edit: set('/status', true),
  },
  {
    name: 'request-id-missing',
    description: 'Leaves requestId out.',
    operation: 'both',
    trips: inBoth('.requestId:presence'),
    strength: 'stated',
    edit: drop('/requestId'),
  },
  {
    name: 'request-id-null',
    description: 'Gives requestId as null.',
    operation: 'both',
    trips: inBoth('.requestId:type'),
    strength: 'stated',
    edit: set('/requestId', null),
  },
  {
    name: 'request-id-number',
    description: 'Gives requestId as a number, a new one each time.',
    operation: 'both',
    trips: inBoth('.requestId:type'),
    strength: 'stated',
    edit: change('/requestId', (id) => Number.parseInt(String(id).slice(0, 8), 16)),
  },
  {
    name: 'request-id-empty',
    description: 'Gives an empty requestId in the answer to a DELETE.',
    operation: 'delete',
    trips: ['delete.requestId:format'],
    strength: 'stated',
    edit: set('/requestId', ''),
  },
  {
    name: 'request-id-urn',
    description: 'Writes urn:uuid: before requestId.',
    ...misshapenId,
    edit: respell('/requestId', (id) => `urn:uuid:${id}`),
  },
  {
    name: 'request-id-in-braces',
    description: 'Writes requestId in braces.',
    ...misshapenId,
    edit: respell('/requestId', (id) => `{${id}}`),
  },
  {
    name: 'request-id-without-hyphens',
    description: 'Writes requestId as 32 digits without hyphens.',
    ...misshapenId,
    edit: respell('/requestId', (id) => id.replaceAll('-', '')),
  },
  {
    name: 'request-id-trailing-newline',
    description: 'Writes a line feed behind requestId.',
    ...misshapenId,
    edit: respell('/requestId', (id) => `${id}\n`),
  },
  {
    name: 'request-id-not-hexadecimal',
    description: 'Writes a g where requestId has its first digit.',
    ...misshapenId,
    edit: respell('/requestId', (id) => `g${id.slice(1)}`),
  },
  {
    name: 'request-id-repeated',
    description: 'Gives the same requestId in every answer.',
    operation: 'both',
    trips: inBoth('.requestId:uniqueness'),
    strength: 'shown',
    edit: set('/requestId', '00000000-0000-4000-8000-000000000001'),
  },
  {
    name: 'data-missing',
    description: 'Leaves data out of an envelope that says success.',
    operation: 'both',
    trips: inBoth('.data:presence'),
    strength: 'stated',
    edit: drop('/data'),
  },
  {
    name: 'data-null',
    description: 'Gives data as null.',
    operation: 'both',
    trips: inBoth('.data:type'),
    strength: 'stated',
    edit: set('/data', null),
  },
  {
    name: 'data-list',
    description: 'Gives data as an array that holds the record.',
    operation: 'both',
    trips: inBoth('.data:type'),
    strength: 'stated',
    edit: change('/data', (record) => (record === undefined ? record : [record])),
  },
  {
    name: 'data-empty',
    description: 'Gives data as an object without members.',
    operation: 'both',
    trips: [
      ...transformerFields.map((field) => `put.data.${field}:presence`),
      ...ruleFields.map((field) => `delete.data.${field}:presence`),
    ],
    strength: 'stated',
    edit: set('/data', {}),
  },
];
