import type { WaiverState } from '../../src/model/waiver.ts';
import { type Prepared, type Script, sendPrepared } from '../support/service.ts';

export const file = 'conformance.waivers.json';
const open = { reason: 'agreed until release 7', owner: 'ledger team', expires: '2999-12-31' };
export const enabled = { id: 'put.data.enabled:type', ...open, ticket: 'LED-1' };
const data = { id: 'delete.data:presence', ...open };
const shown = { id: 'delete.data.updatedAt:format', ...open };

/** Responds with a change to the text of each body. */
const changing =
  (change: (prepared: Prepared, operation: string) => string): Script =>
  (call, prepared, response) =>
    sendPrepared({ ...prepared, body: change(prepared, call.operation) }, response);

const conforming = changing(({ body }) => body);
/** `enabled` of the PUT is text. */
export const textual = changing(({ body }, operation) =>
  operation === 'put' ? body.replace('"enabled":true', '"enabled":"yes"') : body,
);
/** The DELETE's answer has no data. */
const bare = changing(({ body }, operation) => {
  if (operation !== 'delete' || !body.includes('"data"')) return body;
  const { data: _, ...rest } = JSON.parse(body) as { data: unknown };
  return JSON.stringify(rest);
});
/** Only shown: a time in `updatedAt` of the rule. */
const timed = changing(({ body }) =>
  body.replace('"updatedAt":"2025-01-06"', '"updatedAt":"2025-01-06 10:00:00"'),
);

export interface Case {
  readonly name: string;
  readonly script: Script;
  /** The list of a waivers file, or its text. */
  readonly waivers: readonly object[] | string;
  readonly args?: readonly string[];
  readonly exitCode: number;
  readonly states?: readonly WaiverState[];
  /** In what is printed, reports or errors. */
  readonly says: readonly (string | RegExp)[];
}

/** Taken: the run is judged with them. */
export const judged: readonly Case[] = [
  {
    name: 'none',
    script: textual,
    waivers: [],
    exitCode: 1,
    states: [],
    says: ['DEVIATES (exit 1)', /id +put\.data\.enabled:type$/m],
  },
  {
    name: 'covered',
    script: textual,
    waivers: [enabled],
    exitCode: 0,
    states: ['active'],
    says: [
      /○ put.data.enabled:type: accepted until 2999-12-31 by ledger team: agreed until\s+release 7, ticket\s+LED-1/,
      'CONFORMS (exit 0)',
    ],
  },
  {
    name: 'covered by a pattern',
    script: textual,
    waivers: [{ ...enabled, id: 'put.data.enabled*' }],
    exitCode: 0,
    states: ['active'],
    says: [/○ put\.data\.enabled:type: accepted until/],
  },
  {
    name: 'another row',
    script: textual,
    waivers: [{ ...open, id: 'put.data.name:echo', flaky: true }],
    exitCode: 1,
    states: ['flaky'],
    says: [/id +put\.data\.enabled:type$/m],
  },
  {
    name: 'narrowed',
    script: textual,
    waivers: [{ ...enabled, actual: '"yes"' }],
    exitCode: 0,
    states: ['active'],
    says: ['CONFORMS'],
  },
  {
    name: 'other value',
    script: textual,
    waivers: [{ ...enabled, actual: '"no"' }],
    exitCode: 1,
    states: ['other-value'],
    says: [
      /id +put\.data\.enabled:type$/m,
      /put.data.enabled:type: deviates, but not, or not only,\s+with the value/,
    ],
  },
  {
    name: 'stale',
    script: conforming,
    waivers: [enabled],
    exitCode: 1,
    states: ['stale'],
    says: [/! put\.data\.enabled:type: no longer needed, it conforms now: remove the waiver/],
  },
  {
    name: 'stale, only told',
    script: conforming,
    waivers: [enabled],
    args: ['--stale-waivers', 'warn'],
    exitCode: 0,
    states: ['stale'],
    says: ['CONFORMS (exit 0)'],
  },
  {
    name: 'expired',
    script: textual,
    waivers: [{ ...enabled, expires: '2020-02-29' }],
    exitCode: 1,
    states: ['expired'],
    says: [/put.data.enabled:type\s+\(ledger\s+team\)\s+expired\s+on\s+2020-02-29/],
  },
  {
    name: 'stale pattern',
    script: conforming,
    waivers: [{ ...enabled, id: 'put.data.e*' }],
    exitCode: 1,
    states: ['stale'],
    says: ['! put.data.e*: no longer needed'],
  },
  {
    name: 'flaky',
    script: conforming,
    waivers: [{ ...enabled, flaky: true }],
    exitCode: 0,
    states: ['flaky'],
    says: [/put.data.enabled:type: it comes and goes, and conforms this time/],
  },
  {
    name: 'flaky, and deviating',
    script: textual,
    waivers: [{ ...enabled, flaky: true }],
    exitCode: 0,
    states: ['active'],
    says: ['CONFORMS'],
  },
  {
    name: 'dormant',
    script: conforming,
    waivers: [data],
    args: ['--operation', 'put'],
    exitCode: 0,
    states: ['dormant'],
    says: [/delete.data:presence: too little was checked/],
  },
  {
    name: 'dormant pattern',
    script: conforming,
    waivers: [{ ...open, id: 'put:*' }],
    args: ['--no-unauthorized'],
    exitCode: 0,
    states: ['dormant'],
    says: [/put:\*: too little was checked/],
  },
  {
    name: 'consequence of a waived row',
    script: bare,
    waivers: [data],
    exitCode: 0,
    states: ['active'],
    says: [
      /requirements: data is absent\s+\(see\s+delete.data:presence,\s+covered\s+by\s+a\s+waiver\)/,
      'CONFORMS (exit 0)',
    ],
  },
  {
    name: 'consequence of a row that is not waived',
    script: bare,
    waivers: [{ ...open, id: 'delete.data.name*' }],
    exitCode: 1,
    states: ['dormant'],
    says: [/id +delete\.data:presence$/m],
  },
  { name: 'shown', script: timed, waivers: [shown], exitCode: 0, states: ['active'], says: ['CONFORMS'] },
  {
    name: 'shown under --strict',
    script: timed,
    waivers: [shown],
    args: ['--strict'],
    exitCode: 0,
    states: ['active'],
    says: ['CONFORMS'],
  },
  {
    name: 'shown under --strict, unwaived',
    script: timed,
    waivers: [],
    args: ['--strict'],
    exitCode: 1,
    states: [],
    says: ['DEVIATES (exit 1)', '! DELETE: updatedAt'],
  },
];
