import { describe, expect, test } from 'vitest';
import { faulty, silentRows } from '../cases/silent.ts';
import { utf8Response } from '../support/conforming.ts';
import { answer, change, exchangesOf, fail, only, type Run, record, recorded, run } from '../support/runs.ts';
import { buildReport, contract, judge } from '../support/subject.ts';

/** Nothing conforms because it was absent: what was not there to be looked at is not exercised, with the reason. */

function reportOf(given: Run) {
  return buildReport(recorded(given));
}

/** The facets whose absence leaves a run as it is: a requirement that was only shown, or a made-up token. */
const isOptional = (id: string) =>
  contract.requirement(id)?.strength === 'shown' || id.endsWith('made-up-token');

test.each(silentRows)('is not exercised: %s: %s', (_, id, given) => {
  const { requirements, summary } = reportOf(given);
  const found = requirements.find((one) => one.id === id);
  const reason = expect.stringMatching(/\S/);
  expect(found).toMatchObject({ verdict: 'not-exercised', evidence: [], reason });
  const cause = requirements.find((one) => one.id === found?.because);
  if (cause !== undefined) expect(cause.verdict).toBe('deviates');
  else if (!isOptional(id)) expect(summary.outcome).not.toBe('conforms');
});

test('the reasons and their causes', async () => {
  const lines = silentRows.map(([what, id, given]) => {
    const { reason, because = 'no cause' } = reportOf(given).requirements.find((one) => one.id === id) ?? {};
    return `${what} | ${id} | ${because} | ${reason}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/silent.txt');
});

describe('a run', () => {
  test('without a response is incomplete, not conforming', () =>
    expect(reportOf(run(only('nothing'))).summary).toMatchObject({
      outcome: 'incomplete',
      exitCode: 3,
      stated: { conforms: 0, deviates: 0 },
    }));

  test('with an empty deletedAt conforms', () =>
    expect(reportOf(run(record('put', { deletedAt: '' }))).summary).toMatchObject({ outcome: 'conforms' }));

  test('of which one repeat failed is incomplete, and what the others show is judged', () => {
    const repeat = fail('put', 'timeout', 'no response within 10 ms', true)(exchangesOf(run(only('put'))));
    const id = 'put-authorised-2';
    const { summary, requirements } = reportOf(
      run((all) => [...all, ...repeat.map((one) => ({ ...one, id }))]),
    );
    expect(summary).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(summary.reasons).toEqual(['PUT: no response within 10 ms']);
    expect(requirements.find((one) => one.id === 'put.data.name:type')).toMatchObject({
      verdict: 'conforms',
      counts: { conforms: 1, deviates: 0, notExercised: 1 },
    });
  });

  test('with several faults reports each', () => {
    const deviating = reportOf(faulty).requirements.filter(({ verdict }) => verdict === 'deviates');
    const ends = ['conditions:type', 'priority:type', 'enabled:type', 'createdAt:format'];
    const ids = ['delete.status:value', ...ends.map((end) => `delete.data.${end}`)];
    expect(deviating.map(({ id }) => id)).toEqual(ids);
  });

  test('whose envelope says success is judged whatever the HTTP status, and says so', () => {
    const body = { status: 'success', data: { enabled: 1 } };
    const { summary, observations } = reportOf(run(answer('put', 500, body)));
    expect(summary.outcome).toBe('deviates');
    const id = 'question.response.contradictory-status';
    expect(observations.find((one) => one.id === id)).toMatchObject({ prominent: true });
  });
});

describe('the same response for everybody', () => {
  const everywhere = (text: string, status = 200) => answer('*', status, text);
  const body = { encoding: 'base64' as const, text: 'AAAA', bytes: 3 };
  const bytes = (where: string) => change(where, () => ({ response: { ...utf8Response(''), body } }));
  const open = 'not-exercised';
  const rows: readonly (readonly [what: string, given: Run, json: string, isPage: boolean, auth: string])[] =
    [
      ['nothing', run(everywhere('')), open, true, open],
      ['a page', run(everywhere('<html>Sign in</html>')), open, true, open],
      ['an array', run(everywhere('[]')), open, true, open],
      ['bytes', run(bytes('*')), open, true, open],
      ['nothing, 201', run(everywhere('', 201)), open, true, 'deviates'],
      ['nothing, 204', run(everywhere('', 204)), open, true, 'deviates'],
      ['nothing, 205', run(everywhere('', 205)), open, true, 'deviates'],
      ['an object', run(everywhere('{}')), 'conforms', false, open],
      [
        'but for one',
        run(everywhere('<html>'), answer('delete-no-header', 200, '')),
        'deviates',
        false,
        open,
      ],
      ['but for its status', run(everywhere(''), answer('both', 204, '')), 'deviates', false, open],
      ['but for how it is written', run(everywhere('AAAA'), bytes('none')), 'deviates', false, open],
      ['without unauthorised requests', run(everywhere('<html>'), only('both')), 'deviates', false, open],
    ];
  test.each(rows)('%s', (_, given, json, isPage, authorization) => {
    const { unanswered, findings, isSamePage } = judge(exchangesOf(given));
    const verdicts = ['put:json', 'put:authorization'].map((id) => findings.get(id)?.verdict);
    expect([...verdicts, isSamePage]).toEqual([json, authorization, isPage]);
    const kind = isPage ? 'unclear' : 'no-object';
    expect(unanswered.map((one) => one.kind)).toEqual(json === 'conforms' ? [] : [kind, kind]);
  });
});
