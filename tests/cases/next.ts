import {
  automationRuleId,
  conformingExchanges,
  putAnswer,
  recordingOf,
  utf8Response,
  withAnswer,
  withBody,
} from '../support/conforming.ts';
import type { Exchange, Recording } from '../support/subject.ts';

/** Runs, and what the command that they name next has and has not. */

const second = 'f'.repeat(32);
const wrong = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
const broken = utf8Response('{"error":"down"}', 503);

function withFlags(exchanges: readonly Exchange[], rules: string, changes = {}): Recording {
  const recording = recordingOf(exchanges, changes);
  const flags = ['--entity-id', 'e1', '--automation-rule-id', rules];
  return { ...recording, header: { ...recording.header, tool: { ...recording.header.tool, flags } } };
}

/** The same with a second rule, to whose DELETE something else was the response. */
function withSecond(response: Exchange['response']): readonly Exchange[] {
  return [
    ...wrong,
    ...wrong
      .filter(({ id }) => id === 'delete-authorised')
      .map((one) => ({
        ...one,
        ...{ id: 'delete-authorised-2', probe: 'delete-authorised-2' },
        request: { ...one.request, addressed: { ...one.request.addressed, automationRuleId: second } },
        ...(response === undefined ? {} : { response }),
      })),
  ];
}

/** Refused, by whatever credentials. */
function everywhere(status: number): readonly Exchange[] {
  return wrong.map((one) => ({ ...one, response: utf8Response('{"error":"slow down"}', status) }));
}

const unclear = conformingExchanges().map((one) =>
  one.id === 'put-no-header' ? { ...one, response: utf8Response('{"error":"slow down"}', 429) } : one,
);

const options = { strict: false, repeat: 1, serial: false, delayMs: 0, timeoutMs: 10_000 };
const noRoute = utf8Response('Cannot DELETE /entity/1', 404, [['content-type', 'text/html']]);
const noRule = utf8Response('{"error":"no such rule"}', 404);

export interface NextCase {
  readonly recording: Recording;
  readonly has: readonly string[];
  readonly hasNot?: readonly string[];
}

const [rule, another] = ['--automation-rule-id', 'set another automation rule'];
const gone = `${automationRuleId} was deleted`;

export const nextCases: Readonly<Record<string, NextCase>> = {
  'a rule that was deleted': {
    recording: withFlags(wrong, automationRuleId),
    has: [another, gone, '--entity-id e1'],
    hasNot: [rule],
  },
  'a rule that was set elsewhere': { recording: recordingOf(wrong), has: [another, gone], hasNot: [rule] },
  'two rules': {
    recording: withFlags(withSecond(undefined), `${automationRuleId},${second}`),
    has: [another, gone, `${second} was deleted`],
    hasNot: [rule],
  },
  'two rules, one of which is there': {
    recording: withFlags(withSecond(broken), `${automationRuleId},${second}`),
    has: [another, gone, `${second} may have been deleted`],
    hasNot: [`${rule} ${automationRuleId}`, `${rule} ${second}`],
  },
  'a rule that a command makes': {
    recording: recordingOf(wrong, { options: { ...options, made: true } }),
    has: ['conformance run'],
    hasNot: [another],
  },
  'a rule of the reference service': {
    recording: recordingOf(wrong, { target: { baseUrl: 'http://127.0.0.1:1', reference: true } }),
    has: ['conformance run'],
    hasNot: [another],
  },
  'a rule that was deleted, beside a failure': {
    recording: withFlags(withAnswer('put', broken), automationRuleId),
    has: [another, gone],
    hasNot: [rule],
  },
  'a rule that was deleted, in a run that was cut': {
    recording: { ...withFlags(conformingExchanges(), automationRuleId), cut: true },
    has: [another.replace('set', 'Set'), gone],
    hasNot: [rule],
  },
  'a rule that a request without a token deleted': {
    recording: withFlags(
      conformingExchanges().flatMap((one) => {
        if (one.id !== 'delete-no-header') return one.operation === 'delete' ? [] : one;
        const { response } = conformingExchanges().find(({ id }) => id === 'delete-authorised') ?? one;
        return { ...one, ...(response === undefined ? {} : { response }) };
      }),
      automationRuleId,
    ),
    has: [another, gone],
    hasNot: [rule],
  },
  'a rule that is not there': {
    recording: withFlags(withAnswer('delete', noRule), automationRuleId),
    has: [another, `${automationRuleId} was not found`],
    hasNot: [rule],
  },
  'a service without the route': {
    recording: withFlags(withAnswer('delete', noRoute), automationRuleId),
    has: [`${rule} ${automationRuleId}`],
    hasNot: [another],
  },
  'a DELETE that failed': {
    recording: withFlags(withAnswer('delete', broken), automationRuleId),
    has: [another, `${automationRuleId} may have been deleted`],
    hasNot: [rule],
  },
  'a limit on both': {
    recording: recordingOf(everywhere(429)),
    has: ['--serial', '--delay-ms 1000'],
  },
  'a limit on one': {
    recording: recordingOf(withAnswer('put', utf8Response('{"error":"slow down"}', 429))),
    has: ['--serial', '--delay-ms 1000'],
  },
  'a limit on requests that were sent slowly': {
    recording: recordingOf(everywhere(429), { options: { ...options, serial: true, delayMs: 1500 } }),
    has: ['--serial', '--delay-ms 3000'],
  },
  'a limit on a request without a token': {
    recording: recordingOf(unclear),
    has: ['--serial', '--delay-ms 1000'],
  },
  'no limit': { recording: recordingOf(wrong), has: ['conformance run'], hasNot: ['--serial', '--delay-ms'] },
};

export interface CheckedCase {
  readonly files: readonly string[];
  readonly names: string;
}

/** Files of traffic that deviates, as they are named on a command line. */
export const checkedCases: Readonly<Record<string, CheckedCase>> = {
  'one file': { files: ['t.ndjson'], names: 't.ndjson' },
  'two files': { files: ['t.ndjson', 'u.ndjson'], names: 't.ndjson u.ndjson' },
  'a file whose name has a space': { files: ['a b.ndjson'], names: "'a b.ndjson'" },
  'more files than fit in a line': {
    files: Array.from({ length: 12 }, (_, at) => `t${at}.ndjson`),
    names: 'FILE',
  },
};
