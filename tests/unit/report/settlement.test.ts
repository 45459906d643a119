import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Recording } from '../../../src/model/recording.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Waiver } from '../../../src/model/waiver.ts';
import { runSettlement, type Settlement, settlement } from '../../../src/report/settlement.ts';
import {
  conformingExchanges,
  putAnswer,
  recordingOf,
  utf8Response,
  withAnswer,
  withBody,
} from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';

type Header = Partial<Recording['header']>;

function settled(id: string, exchanges: readonly Exchange[], header: Header = {}): Settlement {
  const report = reportOf(recordingOf(exchanges, header));
  const row = report.requirements.find((requirement) => requirement.id === id);
  if (row === undefined) throw new Error(`no requirement ${id}`);
  return settlement(report, row);
}

const conforming = conformingExchanges();
const deviating = withBody(
  'put',
  JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, entityId: '', enabled: 'yes' } }),
);
const strict = { options: { strict: true, repeat: 1, serial: false, delayMs: 0, timeoutMs: 1 } };

function waiverOf(id: string): Waiver {
  return { id, reason: 'agreed', owner: 'us', expires: '2030-01-01' };
}

describe('the test of a requirement', () => {
  test('passes where it conforms', () =>
    expect(settled('put.data.enabled:type', conforming)).toEqual({ kind: 'pass' }));

  test('fails for a stated deviation, telling all of it', () =>
    expect(settled('put.data.enabled:type', deviating)).toEqual({
      kind: 'fail',
      message:
        'put.data.enabled:type: data.enabled is a boolean (document section 2.2); deviates in 1 of 1 response\n  put-authorised /data/enabled\n    expected: a boolean\n    actual:   "yes"',
    }));

  test('is annotated for a deviation from what is only shown, and fails where the run is strict', () => {
    expect(settled('put.data.entityId:value', deviating)).toEqual({
      kind: 'annotate',
      message: expect.stringContaining('put.data.entityId:value: data.entityId is not empty'),
    });
    expect(settled('put.data.entityId:value', deviating, strict).kind).toBe('fail');
  });

  test('is skipped where a waiver covers it, and what follows from it too', () => {
    const { data: _, ...bare } = putAnswer;
    const header = { waivers: [waiverOf('put.data:presence')] };
    const exchanges = withBody('put', JSON.stringify(bare));
    expect(settled('put.data:presence', exchanges, header)).toEqual({
      kind: 'skip',
      message: 'waived: agreed',
    });
    expect(settled('put.data.name:presence', exchanges, header).kind).toBe('skip');
    expect(settled('put.data.name:presence', exchanges).kind).toBe('fail');
  });

  test('fails where it had to be checked and was not, and is skipped where it had not', () => {
    const half = conforming.slice(0, 3);
    expect(settled('delete.data.name:type', half)).toEqual({
      kind: 'fail',
      message: 'delete.data.name:type was not checked: the run was interrupted before this was sent',
    });
    const scope = { operations: ['put'], unauthorized: true, conditionsSent: true };
    expect(settled('delete.data.name:type', half, { scope })).toEqual({
      kind: 'skip',
      message: 'delete.data.name:type was not checked: out of scope: only put was chosen',
    });
  });
});

test('what a service wrote acts nowhere', () => {
  const body = JSON.stringify({ ...putAnswer, status: 'x\u009b31m\u202e\u2028::error::y' });
  const failed = settled('put.status:value', withBody('put', body));
  expect(failed).toMatchObject({ kind: 'fail', message: expect.stringContaining('\\u{9b}31m') });
  const refused = settled('put.data:type', withAnswer('put', utf8Response('{"error":"\u202e\u2028x"}', 422)));
  for (const one of [failed, refused]) expect(JSON.stringify(one)).not.toMatch(/[\u009b\u202e\u2028]/);
});

describe('the test of the run', () => {
  const row = (report: Report) =>
    report.requirements.filter((one) => settlement(report, one).kind === 'fail');

  test('passes where the gate is content, and where a requirement fails already', () => {
    expect(runSettlement(reportOf(recordingOf(conforming)))).toEqual({ kind: 'pass' });
    expect(runSettlement(reportOf(recordingOf(deviating)))).toEqual({ kind: 'pass' });
  });

  test.each<readonly [string, Recording, RegExp]>([
    [
      'a request without success beside another that had it',
      recordingOf([
        ...conforming,
        ...withAnswer('put', utf8Response('', 503))
          .filter(({ id }) => id === 'put-authorised')
          .map((exchange) => ({ ...exchange, id: 'put-authorised-2', probe: 'put-authorised-2' })),
      ]),
      /^incomplete:\n {2}put-authorised-2: the service returned 503/,
    ],
    [
      'a run that was cut',
      { ...recordingOf(conforming), cut: true },
      /^incomplete:\n {2}the run was interrupted/,
    ],
    [
      'a stale waiver',
      recordingOf(conforming, { waivers: [waiverOf('put.data.name:presence')] }),
      /^stale-waivers:\n {2}The waiver of \S+ \(us\) is no longer needed/,
    ],
  ])('fails for %s, which no requirement shows', (_, recording, message) => {
    const report = reportOf(recording);
    expect(row(report)).toEqual([]);
    expect(runSettlement(report)).toEqual({ kind: 'fail', message: expect.stringMatching(message) });
  });
});
