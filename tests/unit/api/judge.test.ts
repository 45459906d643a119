import { expect, test } from 'vitest';
import { FormatError, formats, judge, render, requirements } from '../../../src/index.ts';
import {
  conformingExchanges,
  deleteAnswer,
  exchangeOf,
  operationNames,
  utf8Response,
  withBody,
} from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';

const all = conformingExchanges();
const [, , put, , , deletion] = all;

function deviating(body: object) {
  return withBody('delete', JSON.stringify({ ...deleteAnswer, ...body })).filter(
    ({ id }) => id === 'delete-authorised',
  );
}

test('a whole run of exchanges', () => {
  const { summary, run, effects } = judge(all);
  expect(summary).toMatchObject({ outcome: 'conforms', stated: { notExercised: 0, deviates: 0 } });
  expect(run.scope).toEqual({ operations: operationNames, unauthorized: true, conditionsSent: true });
  const changing = contract.operations.filter(({ effect }) => effect !== null);
  expect(effects.map(({ state }) => state)).toEqual(changing.map(() => 'confirmed'));
});

test('what is in scope is what is there', () => {
  const { summary, run } = judge(deletion === undefined ? [] : [deletion]);
  expect(summary.outcome).toBe('conforms');
  expect(run.scope).toEqual({ operations: ['delete'], unauthorized: false, conditionsSent: false });
});

test('what was asked for and is not there leaves the run incomplete', () => {
  expect(judge(put === undefined ? [] : [put], { operations: ['put', 'delete'] }).summary.outcome).toBe(
    'incomplete',
  );
  expect(judge(put === undefined ? [] : [put], { unauthorized: true }).summary.outcome).toBe('incomplete');
});

test('nothing judged is not conforming', () => expect(judge([]).summary.outcome).toBe('incomplete'));

test('a deviation, with its evidence', () => {
  const report = judge(deviating({ status: 'SUCCESS' }), { baseUrl: 'https://api.example.com/v1' });
  expect(report.target.baseUrl).toBe('https://api.example.com/v1');
  expect(report.summary).toMatchObject({ outcome: 'deviates', exitCode: 1 });
  const row = report.requirements.find(({ id }) => id === 'delete.status:value');
  expect(row?.evidence).toEqual([
    {
      exchange: 'delete-authorised',
      pointer: '/status',
      expected: 'exactly "success"',
      actual: '"SUCCESS"',
      wanted: '"success"',
    },
  ]);
});

test('strict', () => {
  const exchanges = deviating({ data: { ...deleteAnswer.data, updatedAt: 'yesterday' } });
  expect(judge(exchanges).summary.outcome).toBe('conforms');
  expect(judge(exchanges, { strict: true }).summary.outcome).toBe('deviates');
});

test('exchanges of the same id are told apart', () => {
  const [one] = deviating({});
  const same = one === undefined ? [] : [one, { ...one, id: 'delete-authorised-2' }, one, one];
  const report = judge(same);
  expect(report.exchanges.map(({ id }) => id)).toEqual([
    'delete-authorised',
    'delete-authorised-2',
    'delete-authorised-3',
    'delete-authorised-4',
  ]);
  const row = report.requirements.find(({ id }) => id === 'delete.requestId:uniqueness');
  expect(row?.counts.deviates).toBe(4);
});

test('a PUT without conditions need not have them judged', () => {
  const exchange = exchangeOf('put', 'authorised', utf8Response('{}'), { name: 'x' });
  expect(judge([exchange]).run.scope['conditionsSent']).toBe(false);
});

test.each(formats)('render: %s', async (format) => {
  const report = judge(all);
  const text = await render(report, format);
  expect(text.endsWith('\n')).toBe(true);
  expect(text).not.toContain('\u001b');
});

test('render: colour and width are for the terminal', async () =>
  expect(await render(judge(all), 'terminal', { colour: true })).toContain('\u001b['));

test('render: a format that there is not', async () => {
  await expect(render(judge(all), 'pdf')).rejects.toThrow(FormatError);
  await expect(render(judge(all), 'pdf')).rejects.toThrow('"pdf". Expected one of terminal, json');
});

test('requirements: all of them, without the inner workings', () => {
  expect(requirements().map(({ id }) => id)).toEqual(contract.requirements.map(({ id }) => id));
  expect(Object.keys(requirements()[0] ?? {}).sort()).toEqual(
    'facet id operation place schema section statement strength'.split(' '),
  );
});
