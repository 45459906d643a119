import type { Exchange, Failure } from '../../src/model/exchange.ts';
import type { Recording } from '../../src/model/recording.ts';
import {
  conformingExchanges,
  deleteAnswer,
  recordingOf,
  refusalBody,
  utf8Response,
  withAnswer,
} from '../support/conforming.ts';

/** Runs of one service, one after another: what deviated, and runs that did not see it. */

/** What deviates. */
export const deviating = 'delete.data.createdAt:format';

const wrong = { ...deleteAnswer, data: { ...deleteAnswer.data, createdAt: '2025-01-05T10:20:30Z' } };
const { data: _, ...withoutData } = deleteAnswer;

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

const blind = (Object.keys(runs) as Kind[]).filter((kind) => kind !== 'deviates' && kind !== 'conforms');

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

/** The recording of a run, a number of days after the first. */
export function onDay(kind: Kind, day: number): Recording {
  const { header, ...recording } = runs[kind];
  const startedAt = new Date(Date.UTC(2026, 0, 1 + day, 6)).toISOString();
  return { ...recording, header: { ...header, runId: `run${day}`, startedAt, label: `build-${day}` } };
}
