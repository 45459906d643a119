import type { WaiverResult } from '../../support/subject.ts';

/** One waiver in each state; only the first one covers a row. */
export const waivers: readonly WaiverResult[] = [
  {
    id: 'put.data.name:echo',
    reason: 'names are cut to 20 characters until release 7 (ticket 4711)',
    owner: 'ledger team',
    expires: '2026-04-30',
    ticket: 'LED-4711',
    state: 'active',
    covers: ['put.data.name:echo'],
  },
  {
    id: 'put.data.conditions.each.column:type',
    reason: 'columns are sent as text by the old importer',
    owner: 'import team',
    expires: '2026-03-31',
    actual: '"7"',
    state: 'other-value',
    covers: [],
  },
  {
    id: 'put.requestId:format',
    reason: 'request ids are counted up until the gateway is replaced',
    owner: 'platform',
    expires: '2026-03-15',
    state: 'stale',
    covers: [],
  },
  {
    id: 'put.requestId:uniqueness',
    reason: 'a retry of the gateway repeats the id now and then',
    owner: 'platform',
    expires: '2026-03-15',
    flaky: true,
    state: 'flaky',
    covers: [],
  },
  {
    id: 'delete.data.createdAt:format*',
    reason: 'written with a T',
    owner: 'rules team',
    expires: '2026-12-31',
    ticket: 'RUL-12',
    state: 'dormant',
    covers: [],
  },
];
