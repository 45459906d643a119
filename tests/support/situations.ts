import { conformingExchanges, putAnswer, refusalBody, sentTransformer } from './conforming.ts';
import { answer, type Changed, change, type Edit, fail, only, record, recorded, run, times } from './runs.ts';
import type { Recording, Waiver } from './subject.ts';

/** Runs that a reader may have to make sense of, each as a recording with fixed ids and times. */

/** The conforming run, with other values in one record. */
export function answered(operation: 'put' | 'delete', data: object, exchanges = conformingExchanges()) {
  return record(operation, { ...data })(exchanges);
}

const made = (...parts: readonly (Edit | Changed)[]): Recording => recorded(run(...parts));
const otherDates = record('delete', { createdAt: '2025-01-05T10:20:30Z' });
const page = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

const { datetime, referenceNo, assetName, positionSide, currency, amount, ...action } =
  sentTransformer.action;
const numbers = { datetime, referenceNo, assetName, positionSide, currency, amount };
const asText = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
const severalCauses = [
  record('put', {
    enabled: 'true',
    name: 'FX revaluatio',
    derivativeFactTransformerId: 17,
    action: { ...action, ...asText, timezone: 'Mars/Olympus' },
  }),
  record(
    'delete',
    {
      ...{ journalTypeId: undefined, createdAt: '2025-01-05T10:20:30Z' },
      ...{ enableAutomationJournalApproved: true, journalActions: null },
    },
    { requestId: '9a8b7c6d5e4f4a3b8c2d1e0f9a8b7c6d' },
  ),
];

/** Five PUTs, of which the third is answered otherwise. */
const repeated = times('put-authorised', 5, (number) => {
  const action = { ...sentTransformer.action, amount: number === 3 ? '16' : 16 };
  return record('put', { action }, { requestId: `3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6${number}` });
});

/** Answers for everybody, whatever the token. */
const served = change('put-no-header', (one) => {
  const body = { ...putAnswer, requestId: '00000000-0000-4000-8000-000000000001' };
  return answer('*', 200, body)([one])[0] ?? {};
});

function waived(changes: Partial<Waiver> = {}): Changed {
  const waiver = { id: 'delete.data.createdAt:format', reason: 'written with a T until release 7' };
  const known = { owner: 'rules team', expires: '2025-12-31', ticket: 'RUL-12' };
  return { waivers: [{ ...waiver, ...known, ...changes }] };
}

const rule = 'CONFORMANCE_AUTOMATION_RULE_ID';
const noRule = {
  operation: 'delete',
  reason: `no automation rule was set (${rule})`,
  setting: rule,
  isSet: false,
};
const options = { strict: false, repeat: 5, serial: false, delayMs: 0, timeoutMs: 10_000 };

export const situations: Readonly<Record<string, Recording>> = {
  conforms: made(),
  'one-deviation': made(otherDates),
  'several-causes': made(...severalCauses),
  'wrong-service': made(answer('*', 200, page, [['content-type', 'text/html']])),
  unreachable: made(fail('*', 'refused', 'nothing is listening at 127.0.0.1:1', false)),
  'refused-everywhere': made(answer('*', 401, refusalBody)),
  'no-rule': made(only('put*'), { gaps: [noRule] }),
  waived: made(otherDates, waived()),
  'stale-waiver': made(waived()),
  'expired-waiver': made(otherDates, waived({ expires: '2024-12-31' })),
  intermittent: made(repeated, { options }),
  'without-credentials': made(served),
};
