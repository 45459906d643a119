import { deleteAnswer, putAnswer, refusalBody, sentTransformer } from '../support/conforming.ts';
import {
  answer,
  type Changed,
  type Edit,
  exchangesOf,
  fail,
  only,
  type Run,
  record,
  run,
  times,
} from '../support/runs.ts';
import { asPrepared, replacing, type Script, sendPrepared } from '../support/service.ts';
import type { RunOptions, Waiver } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** What may come of a run or of traffic, by what a reader has to be told: one row where that differs. */

/** A recording that `render` judges, after those of earlier runs, each compared with the one before. */
export interface RecordedRow {
  readonly kind: 'recorded';
  readonly run: Run;
  readonly earlier: readonly Run[];
}

/** Traffic that `check` judges. */
export interface TrafficRow {
  readonly kind: 'traffic';
  readonly lines: readonly string[];
  readonly args: readonly string[];
}

/** A service that `run` sends to, once for each script, into the same folder. Null: nothing listens. */
export interface LiveRow {
  readonly kind: 'live';
  readonly scripts: readonly (Script | null)[];
  readonly args: readonly string[];
  /** Members of the environment; an empty value removes one. */
  readonly env: Readonly<Record<string, string>>;
}

export type Situation = RecordedRow | TrafficRow | LiveRow;

const recorded = (...parts: readonly (Edit | Changed)[]): RecordedRow => ({
  kind: 'recorded',
  run: run(...parts),
  earlier: [],
});

const after = (earlier: readonly Run[], ...parts: readonly (Edit | Changed)[]): RecordedRow => ({
  ...recorded(...parts),
  earlier,
});

const options: RunOptions = { strict: false, repeat: 1, serial: false, delayMs: 0, timeoutMs: 10_000 };
const strict: Changed = { options: { ...options, strict: true } };
const scope = { operations: ['put', 'delete'], unauthorized: true, conditionsSent: true };
const putOnly: Changed = { scope: { ...scope, operations: ['put'] } };
const deleteOnly: Changed = { scope: { ...scope, operations: ['delete'] } };
const put = only('put*');
const del = only('delete*');

const isoDate = record('delete', { createdAt: '2025-01-05T10:20:30Z' });
const textEnabled = record('put', { enabled: 'true' });
const example = record('put', { action: { ...sentTransformer.action, timezone: 'Mars/Olympus' } });
const id = 'delete.data.createdAt:format';
const waiversOf = (changes: Partial<Waiver>): readonly Waiver[] => [
  {
    id,
    reason: 'written with a T',
    owner: 'rules team',
    expires: '2025-12-31',
    ticket: 'RUL-12',
    ...changes,
  },
];
const waivers = (changes: Partial<Waiver> = {}): Changed => ({ waivers: waiversOf(changes) });

const no = { error: 'no' };
const page = '<!doctype html><title>Sign in</title><h1>Sign in</h1>';
const html = [['content-type', 'text/html']] as const;
const denied = { error: 'forbidden' };
const slowDown = (where: string) => answer(where, 429, { error: 'slow down' }, [['retry-after', '30']]);
const ruleGone = answer('delete', 404, { error: 'rule not found' });
const refused = (where: string) => fail(where, 'refused', 'nothing is listening at 127.0.0.1:1', false);
const ruleVariable = 'CONFORMANCE_AUTOMATION_RULE_ID';
const noRule: Changed = {
  gaps: [
    {
      operation: 'delete',
      reason: `no automation rule was set (${ruleVariable}, or CONFORMANCE_RULE_COMMAND)`,
      setting: `${ruleVariable}, or CONFORMANCE_RULE_COMMAND`,
      isSet: false,
    },
  ],
};
const requestId = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const servedPut = (where: string) => answer(where, 200, { ...putAnswer, requestId: requestId(1) });

const fiveTimes = times('put-authorised', 5, (number) => {
  const action = { ...sentTransformer.action, amount: number === 3 ? '16' : 16 };
  return record('put', { action }, { requestId: requestId(number) });
});
const elevenFailures = times('put-authorised', 11, (number) => answer('put', 499 + number, no));

const severalCauses = [
  record('put', {
    enabled: 'true',
    derivativeFactTransformerId: 17,
    action: { ...sentTransformer.action, amount: '16', currency: '15', timezone: 'Mars/Olympus' },
  }),
  record('delete', { journalTypeId: undefined, createdAt: '2025-01-05T10:20:30Z' }),
];

const elevenMissing = record(
  'delete',
  Object.fromEntries(
    Object.keys(deleteAnswer.data)
      .slice(-11)
      .map((name) => [name, undefined]),
  ),
);

const bareRequestIds = [
  record('put', {}, { requestId: '3f2b8c1e9d4a4e6b8f701a2b3c4d5e6f' }),
  record('delete', {}, { requestId: '9a8b7c6d5e4f4a3b8c2d1e0f9a8b7c6d' }),
];

/** Both operations in scope, and nothing kept from being judged. */
const judged: Readonly<Record<string, Situation>> = {
  conforms: recorded(),
  'one stated deviation': recorded(isoDate),
  'the same mistake in both operations': recorded(...bareRequestIds),
  'several causes': recorded(...severalCauses),
  'no data in the PUT': recorded(record('put', {}, { data: undefined })),
  'a deviation in one of five responses': recorded(fiveTimes, { options: { ...options, repeat: 5 } }),
  'differs from an example': recorded(example),
  'differs from an example, strict': recorded(example, strict),
  waived: recorded(isoDate, waivers()),
  'a waiver that expired': recorded(isoDate, waivers({ expires: '2024-12-31' })),
  'a waiver that is no longer needed': recorded(waivers()),
  'two waivers of an owner who is many': recorded(
    isoDate,
    record('delete', { createdAt: '2025-01-05T10:20:30Z', deletedAt: '2025-01-05T10:20:30Z' }),
    { waivers: [id, 'delete.data.deletedAt:format'].flatMap((one) => waiversOf({ id: one, owner: 'us' })) },
  ),
  'eleven fields are missing': recorded(elevenMissing),
  'PUT served without a token': recorded(servedPut('put-no-header')),
  'PUT served with a made-up token, DELETE deviates': recorded(servedPut('put-made-up-token'), isoDate),
};

/** Both in scope, and something could not be judged. */
const open: Readonly<Record<string, Situation>> = {
  'no rule was set': recorded(put, noRule),
  '404 to the DELETE': recorded(ruleGone),
  '404 to the DELETE, after an unclear response to the one without a token': recorded(
    answer('delete* none', 500, no),
    ruleGone,
  ),
  '429 to both': recorded(slowDown('both')),
  '500 to the PUT': recorded(answer('put', 500, no)),
  'eleven requests failed, each with a status of its own': recorded(elevenFailures, {
    options: { ...options, repeat: 11 },
  }),
  '500 to the PUT, 403 to the DELETE': recorded(answer('put', 500, no), answer('delete', 403, denied)),
  '401 to everything': recorded(answer('*', 401, refusalBody)),
  'nothing is listening': recorded(refused('*')),
  'nothing is listening after the first requests': recorded(refused('both')),
  'the same page for everything': recorded(answer('*', 200, page, html)),
  'interrupted before the DELETE': recorded(put, { cut: true }),
};

/** One deviates, another could not be judged. */
const both: Readonly<Record<string, Situation>> = {
  'PUT deviates, no rule was set': recorded(put, textEnabled, noRule),
  'PUT deviates, 401 to the DELETE': recorded(textEnabled, answer('delete', 401, refusalBody)),
  'PUT deviates, 429 to the DELETE': recorded(textEnabled, slowDown('delete')),
  'PUT deviates, no connection for the DELETE': recorded(textEnabled, refused('delete*')),
  'DELETE deviates, 500 to the PUT without a token': recorded(isoDate, answer('put* none', 500, no)),
  'PUT differs from an example, 500 to the DELETE': recorded(example, answer('delete', 500, no)),
  'PUT served without a token, 403 to the DELETE': recorded(
    servedPut('put-no-header'),
    answer('delete', 403, denied),
  ),
  'DELETE is waived, 401 to the PUT': recorded(isoDate, waivers(), answer('put', 401, refusalBody)),
  'PUT deviates, interrupted before the DELETE': recorded(put, textEnabled, { cut: true }),
};

/** One operation in scope. */
const one: Readonly<Record<string, Situation>> = {
  'PUT conforms': recorded(put, putOnly),
  'PUT conforms, without unauthorised requests': recorded(put, only('authorised'), {
    scope: { ...scope, operations: ['put'], unauthorized: false },
  }),
  'PUT deviates': recorded(put, textEnabled, putOnly),
  'DELETE is waived': recorded(del, isoDate, deleteOnly, waivers()),
  '401 to the PUT': recorded(put, answer('put', 401, refusalBody), putOnly),
  'no rule was set': recorded(only(''), deleteOnly, noRule),
};

const before = (...parts: readonly (Edit | Changed)[]) => run(...parts);

/** Compared with an earlier report. */
const compared: Readonly<Record<string, Situation>> = {
  'the same deviation': after([before(isoDate)], isoDate),
  'a new deviation': after([before()], isoDate),
  'a deviation was not seen: 500': after([before(textEnabled)], answer('put', 500, no)),
  'a deviation was not seen: nothing is listening': after([before(textEnabled, isoDate)], refused('*')),
  'seen again after a run that reached nothing': after(
    [before(textEnabled), before(refused('*'))],
    textEnabled,
  ),
  'seen again after a run of the other operation': after(
    [before(textEnabled), before(del, deleteOnly)],
    textEnabled,
  ),
  'comes and goes': after([before(isoDate), before()], isoDate),
};

const traffic = (lines: readonly string[], ...args: readonly string[]): TrafficRow => ({
  kind: 'traffic',
  lines,
  args,
});
const lines = (...parts: readonly (Edit | Changed)[]) => exchangesOf(run(...parts)).map(asLine);

const textAmount = { ...sentTransformer.action, amount: '16' };
/** Authorised requests alone, of which the PUT has an amount as a text. */
const mistakes =
  (changes: object = {}): Edit =>
  (all) =>
    only('authorised')(all).map((one) => {
      const body = JSON.stringify({ ...sentTransformer, action: textAmount, ...changes });
      return one.operation === 'put' ? { ...one, request: { ...one.request, body } } : one;
    });
/** For traffic, as `client.json`. */
export const clientWaivers = waiversOf({
  id: 'put.request.action.amount:type',
  expires: '2090-12-31',
});

/** Recorded traffic of others. */
const ofTraffic: Readonly<Record<string, Situation>> = {
  conforms: traffic(lines(only('authorised'))),
  'conforms, of one operation': traffic(lines(only('put')), '--operation', 'put'),
  'deviates, beside failures of the service': traffic([
    ...lines(only('authorised'), isoDate),
    ...lines(only('put'), answer('put', 503, no)),
  ]),
  'failures of the service alone': traffic(lines(only('authorised'), answer('*', 503, no))),
  'a mistake of a client': traffic(lines(mistakes(), record('put', { action: textAmount }))),
  'a mistake of a client, accepted': traffic(lines(mistakes()), '--waivers', 'client.json'),
  'a mistake of a client that the service puts right': traffic(
    lines(mistakes({ name: 17 }), record('put', { name: '17' })),
  ),
  'a mistake of a client and one of the service': traffic(lines(mistakes(), isoDate)),
  'both, of which only requests are judged': traffic(lines(mistakes(), isoDate), '--side', 'request'),
  'both, of which only responses are judged': traffic(lines(mistakes(), isoDate), '--side', 'response'),
  'nothing of the document': traffic([
    JSON.stringify({ request: { method: 'GET', url: 'http://127.0.0.1/health' }, response: { status: 200 } }),
  ]),
  'a line that could not be read': traffic([...lines(only('authorised')), '{"request": {"method": "PUT"']),
  'served without a token': traffic(lines(servedPut('put-no-header')), '--headers-complete'),
};

const live = (
  scripts: readonly (Script | null)[],
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): LiveRow => ({ kind: 'live', scripts, args, env });

const wrongEnabled = replacing('"enabled":true', '"enabled":"true"', 'put');
const to =
  (method: string, status: number, body: object): Script =>
  (call, prepared, response) => {
    const isMeant = call.method === method && call.credentials === 'authorised';
    sendPrepared(isMeant ? { ...prepared, status, body: JSON.stringify(body) } : prepared, response);
  };

/** Whole runs: what `next` has to repeat, and what a run does to the one after it. */
const ofRuns: Readonly<Record<string, Situation>> = {
  conforms: live([asPrepared]),
  'PUT conforms, with flags': live(
    [asPrepared],
    ['--operation', 'put', '--repeat', '2', '--out', 'my reports'],
  ),
  'deviates, the rule is used up': live([wrongEnabled], ['--strict']),
  '404 for both rules': live([to('DELETE', 404, { error: 'not found' })], [], {
    [ruleVariable]: 'rule-1,rule-2',
  }),
  'no rule is set': live([asPrepared], [], { [ruleVariable]: '' }),
  'nothing is listening': live([null]),
};

export const situations: Readonly<Record<string, Readonly<Record<string, Situation>>>> = {
  judged,
  'not-judged': open,
  'deviates-and-not-judged': both,
  'one-operation': one,
  'earlier-report': compared,
  traffic: ofTraffic,
  runs: ofRuns,
};
