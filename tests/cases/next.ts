import { automationRuleId, deleteAnswer } from '../support/conforming.ts';
import {
  again,
  answer,
  type Changed,
  change,
  only,
  type Run,
  record,
  recorded,
  run,
} from '../support/runs.ts';
import type { Exchange } from '../support/subject.ts';

/** Runs after which something has to be done; golden/next.txt has what. */

const second = 'f'.repeat(32);
const down = { error: 'down' };
const slow = { error: 'slow down' };
const wrong = record('put', {}, { status: 'OK' });
const { tool, options } = recorded(run()).header;
const flagged = (rules: string): Changed => ({
  tool: { ...tool, flags: ['--entity-id', 'e1', '--automation-rule-id', rules] },
});
const one = flagged(automationRuleId);
const two = flagged(`${automationRuleId},${second}`);
/** The DELETE of another rule. */
const ofSecond = change('delete-authorised', ({ request }: Exchange) => ({
  request: { ...request, addressed: { ...request.addressed, automationRuleId: second } },
}));
const withSecond = again('delete-authorised', ofSecond);
const noRoute = answer('delete', 404, 'Cannot DELETE /entity/1', [['content-type', 'text/html']]);

export const nextRuns: Readonly<Record<string, Run>> = {
  'a rule that was deleted': run(wrong, one),
  'a rule that was set elsewhere': run(wrong),
  'two rules': run(wrong, withSecond, two),
  'two rules, one of which is there': run(wrong, withSecond, answer('delete-authorised-2', 503, down), two),
  'a rule that a command makes': run(wrong, { options: { ...options, made: true } }),
  'a rule of the reference service': run(wrong, {
    target: { baseUrl: 'http://127.0.0.1:1', reference: true },
  }),
  'a rule that was deleted, beside a failure': run(answer('put', 503, down), one),
  'a rule that was deleted, in a run that was cut': run(one, { cut: true }),
  'a rule that a request without a token deleted': run(
    answer('delete* none', 200, deleteAnswer),
    (all) => all.filter(({ operation, credentials }) => operation === 'put' || credentials === 'none'),
    one,
  ),
  'a rule that is not there': run(answer('delete', 404, { error: 'no such rule' }), one),
  'a service without the route': run(noRoute, one),
  'a DELETE that failed': run(answer('delete', 503, down), one),
  'a limit on both': run(answer('*', 429, slow)),
  'a limit on one': run(answer('put', 429, slow)),
  'a limit on requests that were sent slowly': run(answer('*', 429, slow), {
    options: { ...options, serial: true, delayMs: 1500 },
  }),
  'a limit on a request without a token': run(answer('put-no-header', 429, slow)),
  'half of the operations': run(only('put*'), wrong, {
    scope: { operations: ['put'], unauthorized: true, conditionsSent: true },
  }),
};

/** Files of traffic that deviates, and how the next command names them. */
export const checkedFiles: readonly (readonly [files: readonly string[], names: string])[] = [
  [['t.ndjson'], 't.ndjson'],
  [['t.ndjson', 'u.ndjson'], 't.ndjson u.ndjson'],
  [['a b.ndjson'], "'a b.ndjson'"],
  [Array.from({ length: 12 }, (_, at) => `t${at}.ndjson`), 'FILE'],
];

/** Everything that flags of a command repeat, whoever wrote it. */
export const chosen: Changed = {
  tool,
  scope: { operations: ['put'], unauthorized: false, conditionsSent: true, required: ['put.status:type'] },
  options: {
    ...{ ...options, repeat: 3, strict: true, gateAnswers: true, staleWaivers: 'warn' },
    requireShown: ['put.data.currency.code:exact', 'put.status:exact'],
  },
};
export const chosenTool: Changed = {
  tool: {
    ...tool,
    flags: ['--env-file', 'staging.env', '--base-url', 'https://staging.example'],
    runFlags: ['--waivers', 'w.json', '--wait', '5'],
  },
};
