import {
  conformingExchanges,
  deleteAnswer,
  recordingOf,
  refusalBody,
  utf8Response,
  withAnswer,
} from '../support/conforming.ts';
import type { Exchange, Failure, Recording } from '../support/subject.ts';

/** Runs of one service, one after another: what deviated, and runs that did not see it. */

/** What deviates. */
export const deviating = 'delete.data.createdAt:format';

/** A commit, as build services name what they judge. */
const commit = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';

/** Names of builds, and what reports call them. */
export const buildNames = {
  'build-228': 'build-228',
  'Build 7': 'Build 7',
  'v1.4.2': 'build v1.4.2',
  [commit]: `build ${commit.slice(0, 10)}`,
} as const;

const wrong = { ...deleteAnswer, data: { ...deleteAnswer.data, createdAt: '2025-01-05T10:20:30Z' } };
const { data: _, ...withoutData } = deleteAnswer;

/** Names in another spelling: many requirements, one mistake. */
function renamed(data: object): object {
  const entries = Object.entries(data).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(entries);
}

function answered(body: object): readonly Exchange[] {
  return withAnswer('delete', utf8Response(JSON.stringify(body)));
}

function refused(status: number): readonly Exchange[] {
  return withAnswer('delete', utf8Response(refusalBody, status));
}

function failed(failure: Failure, isAll = false): readonly Exchange[] {
  return conformingExchanges().map((exchange) => {
    const { response: _, ...unanswered } = exchange;
    return isAll || exchange.id === 'delete-authorised' ? { ...unanswered, failure } : exchange;
  });
}

const noRule = {
  gaps: [
    {
      operation: 'delete',
      reason: 'no automation rule was set (CONFORMANCE_AUTOMATION_RULE_ID)',
      setting: 'CONFORMANCE_AUTOMATION_RULE_ID',
      isSet: false,
    },
  ],
};
const nothingListens: Failure = { kind: 'refused', message: 'nothing is listening', sent: false };

const runs = {
  deviates: recordingOf(answered(wrong)),
  conforms: recordingOf(conformingExchanges()),
  'no response': recordingOf(failed({ kind: 'timeout', message: 'no response in 10 s', sent: true })),
  'no connection': recordingOf(failed(nothingListens, true)),
  401: recordingOf(refused(401)),
  404: recordingOf(refused(404)),
  429: recordingOf(refused(429)),
  503: recordingOf(refused(503)),
  'hidden by another': recordingOf(answered(withoutData)),
  renamed: recordingOf(answered({ ...deleteAnswer, data: renamed(deleteAnswer.data) })),
  'no rule': recordingOf(
    conformingExchanges().filter(({ operation }) => operation !== 'delete'),
    noRule,
  ),
  'cut short': { ...recordingOf(conformingExchanges().slice(0, 3)), cut: true },
} as const satisfies Readonly<Record<string, Recording>>;

type Kind = keyof typeof runs;

/** What each run says of the requirement: `new`, `still`, `fixed`, `unseen`, or nothing. */
export interface Series {
  readonly runs: readonly Kind[];
  readonly says: readonly ('new' | 'still' | 'fixed' | 'unseen' | null)[];
}

const blind = (Object.keys(runs) as Kind[]).filter(
  (kind) => !(['deviates', 'conforms', 'renamed'] as readonly Kind[]).includes(kind),
);

export const series: readonly Series[] = [
  ...blind.flatMap((kind): readonly Series[] => [
    { runs: ['deviates', kind, 'deviates'], says: [null, 'unseen', 'still'] },
    { runs: ['deviates', kind, 'conforms'], says: [null, 'unseen', 'fixed'] },
    { runs: ['conforms', kind, 'deviates'], says: [null, null, 'new'] },
  ]),
  { runs: ['deviates', 'no response', 503, 'deviates'], says: [null, 'unseen', 'unseen', 'still'] },
  {
    runs: ['deviates', 'deviates', 'no response', 'deviates', 'conforms', 'deviates'],
    says: [null, 'still', 'unseen', 'still', 'fixed', 'new'],
  },
];

/** Verdicts on one requirement, night after night: it deviates, conforms, or was not checked. */
export const nights: readonly string[] = [
  ...['D', 'C', 'DC', 'CD', 'CDC', 'DCD', 'DCDC', 'CDCDCD', 'DCDCDC', 'CDCDCDN', 'DCDCDCN', 'CDCDCDDDDD'],
  ...['CDCDCDDDDDDDDDDDD', 'DCDCDCCCCCCCCCCCC', 'DN', 'CN', 'NNN', 'DNNN', 'CDNCDNCDN'],
];

export function nightKind(letter: string): Kind {
  return letter === 'D' ? 'deviates' : letter === 'C' ? 'conforms' : 'no response';
}

/** Two runs, and how many causes a comparison has at most for what changed. */
export const causes: readonly (readonly [before: Kind, after: Kind, most: number])[] = [
  ['conforms', 'no response', 4],
  ['no response', 'conforms', 4],
  ['conforms', 'no connection', 4],
  ['no connection', 'conforms', 4],
  ['conforms', 'hidden by another', 2],
  ['hidden by another', 'conforms', 2],
  ['conforms', 401, 4],
  ['conforms', 'renamed', 2],
  ['renamed', 'conforms', 2],
  ['renamed', 'renamed', 2],
];

/** The recording of a run, a number of days after the first. */
export function onDay(kind: Kind, day: number, label = `build-${day}`): Recording {
  const { header, ...recording } = runs[kind];
  const startedAt = new Date(Date.UTC(2026, 0, 1 + day, 6)).toISOString();
  return { ...recording, header: { ...header, runId: `run${day}`, startedAt, label } };
}
