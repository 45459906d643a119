import { expect, test } from 'vitest';
import {
  conformingExchanges,
  deleteAnswer,
  exchangeOf,
  operationNames,
  utf8Response,
  withBody,
} from '../support/conforming.ts';
import { api, contract, type Exchange } from '../support/subject.ts';

const { formats, judge, render, requirements, FormatError } = api;
const all = conformingExchanges();
const [, , put, , , deletion] = all as [Exchange, Exchange, Exchange, Exchange, Exchange, Exchange];
const deviating = (body: object) =>
  withBody('delete', JSON.stringify({ ...deleteAnswer, ...body })).slice(-1);
const shown = deviating({ data: { ...deleteAnswer.data, updatedAt: 'yesterday' } });
const unsent = exchangeOf('put', 'authorised', utf8Response('{}'), { name: 'x' });
const whole = { operations: operationNames, unauthorized: true, conditionsSent: true };
const alone = { unauthorized: false, conditionsSent: false };

type Options = Parameters<typeof judge>[1];

test.each<[what: string, exchanges: readonly Exchange[], options: Options, outcome: string, scope: object]>([
  ['a whole run', all, {}, 'conforms', whole],
  ['one exchange', [deletion], {}, 'conforms', { operations: ['delete'], ...alone }],
  ['an operation that is missing', [put], { operations: ['put', 'delete'] }, 'incomplete', {}],
  ['refusals that are missing', [put], { unauthorized: true }, 'incomplete', {}],
  ['nothing', [], {}, 'incomplete', {}],
  ['a deviation', deviating({ status: 'SUCCESS' }), {}, 'deviates', {}],
  ['what is only shown', shown, {}, 'conforms', {}],
  ['the same, strictly', shown, { strict: true }, 'deviates', {}],
  ['the same, required', shown, { requireShown: ['delete.data.updatedAt:format'] }, 'deviates', {}],
  ['a PUT without conditions', [unsent], {}, 'deviates', { operations: ['put'], ...alone }],
])('%s', (_, exchanges, options, outcome, scope) => {
  const { summary, run } = judge(exchanges, options);
  expect(summary.outcome).toBe(outcome);
  expect(run.scope).toMatchObject(scope);
});

test('what a run has done, and what deviates with its evidence', () => {
  expect(new Set(judge(all).effects.map(({ state }) => state))).toEqual(new Set(['confirmed']));
  const report = judge(deviating({ status: 'SUCCESS' }), { baseUrl: 'https://api.example.com/v1' });
  expect(report.target.baseUrl).toBe('https://api.example.com/v1');
  const [evidence] = report.requirements.find(({ id }) => id === 'delete.status:value')?.evidence ?? [];
  expect(evidence).toMatchObject({ exchange: 'delete-authorised', pointer: '/status', actual: '"SUCCESS"' });
  // Exchanges of the same id are told apart.
  const same = [deletion, { ...deletion, id: `${deletion.id}-2` }, deletion, deletion];
  const ids = judge(same).exchanges.map(({ id }) => id);
  expect(ids).toEqual(['', '-2', '-3', '-4'].map((end) => `delete-authorised${end}`));
});

test('render: every format; colour is for the terminal; a format that there is not is refused', async () => {
  for (const format of formats) {
    const text = await render(judge(all), format);
    expect([text.endsWith('\n'), text.includes('\u001b')], format).toEqual([true, false]);
  }
  expect(await render(judge(all), 'terminal', { colour: true })).toContain('\u001b[');
  await expect(render(judge(all), 'pdf')).rejects.toThrow(FormatError);
});

test('requirements: all of them, without the inner workings', () => {
  expect(requirements().map(({ id }) => id)).toEqual(contract.requirements.map(({ id }) => id));
  const members = 'id operation section place facet strength statement schema'.split(' ');
  expect(new Set(Object.keys(requirements()[0] ?? {}))).toEqual(new Set(members));
});
