import { expect, test } from 'vitest';
import { conformingExchanges, deleteAnswer, recordingOf, utf8Response } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { situations } from '../../support/situations.ts';

/** The report of a run of a target names no variable: beside a target none is taken. */

const otherId = 'A'.repeat(32);
const wrongId = recordingOf(
  conformingExchanges().map((one) => {
    if (one.id !== 'delete-authorised') return one;
    const body = { ...deleteAnswer, data: { ...deleteAnswer.data, automationRuleId: otherId } };
    const addressed = { ...one.request.addressed, automationRuleId: otherId };
    return { ...one, request: { ...one.request, addressed }, response: utf8Response(JSON.stringify(body)) };
  }),
);

test.each(Object.entries({ ...situations, 'wrong-id': wrongId }))('%s', (_, recording) => {
  const { header } = recording;
  const target = { ...header.target, name: 'staging' };
  const { exchanges: _exchanges, ...report } = reportOf({ ...recording, header: { ...header, target } });
  expect(JSON.stringify(report).match(/.{0,60}CONFORMANCE_.{0,60}/g) ?? []).toEqual([]);
});

test('the id of one that was sent wrong is a member too', () => {
  const { header } = wrongId;
  const named = { ...wrongId, header: { ...header, target: { ...header.target, name: 'staging' } } };
  expect(reportOf(named).problems[0]?.cure).toContain('set automationRuleId of target staging to');
});
