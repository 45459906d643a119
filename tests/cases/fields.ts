import { deleteAnswer, putAnswer, sentTransformer } from '../support/conforming.ts';
import { change, type Edit, record } from '../support/runs.ts';

/** One mistake in several fields: of one operation, of both in the same fields, and of both in others. */

const { action } = sentTransformer;
const asText = (value: unknown) => String(value);
const upper = (letter: string) => letter.repeat(32);
const iso = '2025-01-05T10:20:30Z';
const renamed = ({ data }: { readonly data: object }, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [names[name] ?? name, value]));
const sent = (body: object): Edit =>
  change('put', ({ request }) => ({ request: { ...request, body: JSON.stringify(body) } }));

export const fields: Readonly<Record<string, readonly Edit[]>> = {
  'three identifiers, as many as fit': [
    record('delete', {
      integrationId: upper('A'),
      businessDataTypeId: upper('B'),
      journalTypeId: upper('C'),
    }),
  ],
  'six numbers, more than fit': [
    record('put', {
      action: Object.fromEntries(
        Object.entries(action).map(([name, value]) => [
          name,
          typeof value === 'number' ? asText(value) : value,
        ]),
      ),
    }),
  ],
  'two dates': [record('delete', { createdAt: iso, deletedAt: iso })],
  'two dates that do not exist': [
    record('delete', { createdAt: '2025-13-05 10:20:30', deletedAt: '2025-02-30 10:20:30' }),
  ],
  'two of null': [record('put', { createdAt: null, updatedAt: null })],
  'two that are missing': [record('delete', { journalTypeId: undefined, priority: undefined })],
  'two under other names': [
    record('delete', {
      ...renamed(deleteAnswer, { createdAt: 'created_at', updatedAt: 'updated_at' }),
      createdAt: undefined,
      updatedAt: undefined,
    }),
  ],
  'two of each condition': [
    record('put', {
      conditions: putAnswer.data.conditions.map((one) => ({ ...one, columnType: 7, operator: 8 })),
    }),
  ],
  'two that were sent': [record('put', { name: 'other', derivativeType: 'other' })],
  'the same in both operations': [
    record('put', {}, { status: undefined, requestId: undefined }),
    record('delete', {}, { status: undefined, requestId: undefined }),
  ],
  'others in both operations, of another shape': [
    record('put', {}, { status: undefined, requestId: undefined, data: undefined, note: 'none' }),
    record('delete', {}, { status: undefined, data: undefined, message: 'none' }),
  ],
  'one in both operations': [
    record('put', {}, { requestId: 'r-1' }),
    record('delete', {}, { requestId: 'r-2' }),
  ],
  'of a request': [
    sent({ ...sentTransformer, action: { ...action, amount: asText(action.amount), currency: '15' } }),
  ],
};
