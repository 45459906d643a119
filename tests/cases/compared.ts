import { deleteAnswer, refusalBody, sentTransformer } from '../support/conforming.ts';
import {
  answer,
  type Changed,
  type Edit,
  fail,
  only,
  type Run,
  record,
  run,
  times,
} from '../support/runs.ts';
import type { Report } from '../support/subject.ts';

/** Runs of one service, one after another; golden/compared has what is said of two of them, and of many. */

/** What deviates in them. */
export const deviating = 'delete.data.createdAt:format';

const iso = record('delete', { createdAt: '2025-01-05T10:20:30Z' });
const commit = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';
const enabled = (value: unknown) => record('put', { enabled: value });
const mars = record('put', { action: { ...sentTransformer.action, timezone: 'Mars/Olympus' } });
const bare = record('delete', {}, { data: undefined });
const scope = { operations: ['put', 'delete'], unauthorized: true, conditionsSent: true };
const putOnly: Changed = { scope: { ...scope, operations: ['put'] } };
const deleteOnly: Changed = { scope: { ...scope, operations: ['delete'] } };
const accepted = (id: string): Changed => ({
  waivers: [{ id, reason: 'agreed', owner: 'us', expires: '2090-01-01' }],
});
const refused = fail('*', 'refused', 'nothing is listening', false);
const noRule = {
  operation: 'delete',
  reason: 'no automation rule was set',
  setting: 'CONFORMANCE_AUTOMATION_RULE_ID',
  isSet: false,
};
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const renamed = Object.entries(deleteAnswer.data).map(([name, value]) => [snake(name), value]);
const atTimes = times('put-authorised', 2, (number) => (number === 1 ? (all) => all : enabled('yes')));

export const runs = {
  conforms: run(),
  deviates: run(iso),
  'deviates, a second later': run(record('delete', { createdAt: '2025-01-05T10:20:31Z' })),
  'deviates, on a day': run(record('delete', { createdAt: '2025-01-05' })),
  waived: run(iso, accepted(deviating)),
  'enabled "yes"': run(enabled('yes')),
  'enabled "no"': run(enabled('no')),
  'enabled "yes" in one of two': run(atTimes),
  'both deviate': run(iso, enabled('yes')),
  shown: run(mars),
  'shown, and stated': run(mars, iso),
  'shown, waived': run(mars, accepted('put.data.action.timezone:*')),
  'no response': run(fail('delete', 'timeout', 'no response in 10 s', true)),
  'no connection': run(refused),
  '401': run(answer('delete', 401, refusalBody)),
  '404': run(answer('delete', 404, refusalBody)),
  '429': run(answer('delete', 429, refusalBody)),
  '503': run(answer('delete', 503, refusalBody)),
  'no data': run(bare),
  'no data, waived': run(bare, accepted('delete.data:presence')),
  'empty, waived': run(record('put', { deletedAt: '' }), accepted('put.data.deletedAt*')),
  renamed: run(answer('delete', 200, { ...deleteAnswer, data: Object.fromEntries(renamed) })),
  'no rule': run(only('put*'), { gaps: [noRule] }),
  'cut short': run(only('put*'), { cut: true }),
  'PUT alone': run(only('put*'), putOnly),
  'PUT alone, deviates': run(only('put*'), enabled('yes'), putOnly),
  'DELETE alone': run(only('delete*'), deleteOnly),
  elsewhere: run({ target: { baseUrl: 'https://b.example', reference: false } }),
  'elsewhere, deviates': run(iso, { target: { baseUrl: 'https://b.example', reference: false } }),
  'elsewhere, not judged': run(answer('delete', 503, refusalBody), {
    target: { baseUrl: 'https://b.example', reference: false },
  }),
  embedded: run({ target: { baseUrl: 'http://127.0.0.1:4', reference: true } }),
  'embedded, another port': run({ target: { baseUrl: 'http://127.0.0.1:5', reference: true } }),
} as const satisfies Readonly<Record<string, Run>>;

export type Kind = keyof typeof runs;

const verdicts = ['conforms', 'deviates', 'waived', '503'] as const;

/** Two runs, in this order, and further words of the command line. */
export const pairs: readonly (readonly [before: Kind, after: Kind, flag?: '--strict'])[] = [
  ...verdicts.flatMap((before) =>
    verdicts.flatMap((after) => (before === after && after !== 'deviates' ? [] : [[before, after] as const])),
  ),
  ['conforms', 'shown'],
  ['conforms', 'shown', '--strict'],
  ['shown', 'conforms'],
  ['shown', 'shown, waived', '--strict'],
  ['conforms', 'shown, and stated'],
  ['deviates', 'shown'],
  ['enabled "yes"', 'enabled "no"'],
  ['deviates', 'deviates, a second later'],
  ['deviates', 'deviates, on a day'],
  ['conforms', 'enabled "yes" in one of two'],
  ['both deviate', 'no connection'],
  ['no connection', 'conforms'],
  ['conforms', 'no data'],
  ['no data', 'conforms'],
  ['deviates', 'no data'],
  ['conforms', 'no data, waived'],
  ['conforms', 'empty, waived'],
  ['conforms', 'renamed'],
  ['renamed', 'renamed'],
  ['deviates', 'no rule'],
  ['conforms', 'cut short'],
  ['cut short', 'deviates'],
  ['deviates', 'PUT alone'],
  ['DELETE alone', 'both deviate'],
  ['PUT alone', 'PUT alone, deviates'],
  ['conforms', 'elsewhere'],
  ['conforms', 'embedded'],
  ['embedded', 'embedded, another port'],
];

/** Changes of a report that no run of one version of the program makes. */
export const edits: Readonly<Record<string, (report: Report) => Report>> = {
  'other schemas': (report) => ({ ...report, document: { ...report.document, sha256: '0'.repeat(64) } }),
  'one requirement less': (report) => ({
    ...report,
    requirements: report.requirements.filter(({ id }) => id !== deviating),
  }),
  'only shown': (report) => ({
    ...report,
    requirements: report.requirements.map((row) =>
      row.id === deviating ? { ...row, strength: 'shown' } : row,
    ),
  }),
  'no answers to questions': (report) => ({ ...report, observations: [] }),
};

/** Answers to open questions: whether the second is another one. */
export const answers: readonly (readonly [before: string, after: string, isOther: boolean])[] = [
  ['createdAt: "2026-11-21 11:06:40"', 'createdAt: "2026-11-22 08:00:01"', false],
  ['createdAt: "2026-11-21 11:06:40"', 'createdAt: "2026-11-21T11:06:40Z"', true],
  ['seen at "2026-11-21 11:06:40.5+08:00"', 'seen at "2026-11-21 11:06:41.25+08:00"', false],
  ['seen at "2026-11-21T11:06:40.123Z"', 'seen at "2026-11-21T11:06:41Z"', true],
  ['createdAt: 1768469400', 'createdAt: 1768469999', false],
  ['createdAt: 1768469400', 'createdAt: 1768469400123', true],
  ['id 8f14e45f-ceea-467f-a0e6-6ab2d9f0c111', 'id 00000000-ceea-467f-a0e6-6ab2d9f0c111', false],
  ['200 for every response', '500 for every response', true],
];

/** Names of builds, and what reports call them. */
export const labels: Readonly<Record<string, string>> = {
  'build-228': 'build-228',
  'Build 7': 'Build 7',
  'v1.4.2': 'build v1.4.2',
  [commit]: `build ${commit.slice(0, 10)}`,
};

/** Series of runs; each letter is one. */
export const letters: Readonly<Record<string, Kind>> = {
  ...{ C: 'conforms', D: 'deviates', W: 'waived', t: 'no response', x: 'no connection', u: '401', m: '404' },
  ...{ l: '429', n: '503', h: 'no data', r: 'no rule', k: 'cut short', p: 'PUT alone' },
  ...{ c: 'elsewhere', d: 'elsewhere, deviates', e: 'elsewhere, not judged' },
};

/** Each is followed run by run: what deviated before stays known until it is seen to conform. */
export const followed: readonly string[] = [
  ...Array.from('txumlnhrk').flatMap((blind) => [`D${blind}D`, `D${blind}C`, `C${blind}D`]),
  ...['DpD', 'DpC', 'DtnD', 'DDtDCD'],
];

/** What becomes of the requirement, and of the service, over them. */
export const courses: readonly string[] = [
  ...['CCxC', 'DDD', 'CDDC', 'DCD', 'CDCD', 'CDCDC', 'CWW', 'nn', 'xx', 'CCnDDC'],
  ...['CDCDCCCCCCCCC', 'CDCDCCCCCCCCCC', 'CDCDCDDDDDDDDDD'],
  ...['CDxD', 'DCxx', 'DCnxn', 'CDpD', 'CDk', 'Cp'],
  ...['Cd', 'CDc', 'DCdc', 'Ce', 'nDec'],
];

const night: readonly (readonly [edit: Edit, is: (night: number) => boolean])[] = [
  [iso, (at) => at >= 27],
  [record('delete', { priority: '7' }), (at) => [3, 5, 8, 9, 13, 18, 24].includes(at)],
  [mars, (at) => at >= 12],
  [record('put', {}, { requestId: 7 }), (at) => at >= 6 && at < 10],
  [refused, (at) => at === 16 || at === 22],
];

/** Thirty nights: one requirement broke in the 28th, one flickers, one healed, one is minor; in two nobody listened. */
export const thirtyNights: readonly Run[] = Array.from({ length: 30 }, (_, at) =>
  run(...night.flatMap(([edit, is]) => (is(at) ? [edit] : []))),
);
