import { describe, expect, test } from 'vitest';
import { conformance, folderWith } from '../support/cli.ts';
import { deleteAnswer, exchangeOf, putAnswer, sentTransformer, utf8Response } from '../support/conforming.ts';
import type { Exchange, ReadTraffic } from '../support/subject.ts';
import { asLine, readOf } from '../support/traffic.ts';

/** Most messages have the shape of an earlier one. What is said of them is what is said where no two have the same shape. */

/** JSON texts that are right at some place, wrong at others, of another kind, or no JSON. */
const values: readonly string[] = [
  ...['""', '"success"', '"USD"', '"CURRENCY_FIAT"', '"CURRENCY_CRYPTO"', '"BUSINESS_CURRENCY"', '"DOING"'],
  ...[
    '"2025-01-05 10:20:30"',
    '"2025-02-30"',
    '"3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f"',
    '"\\u0041"',
    '"true"',
  ],
  ...['0', '3', '-4', '2.5', '1.0', '-0', '01', '9007199254740993', 'true', 'false', 'null'],
  ...['[]', '[1]', '{}', '{"x":1}', '[{},{}]'],
];

interface Bodies {
  readonly operation: 'put' | 'delete';
  readonly sent: object | null;
  readonly answer: object;
}

const ofPut: Bodies = { operation: 'put', sent: sentTransformer, answer: putAnswer };
const ofDelete: Bodies = { operation: 'delete', sent: null, answer: deleteAnswer };

/** Where each value is, as the keys on the way to it. */
function placesIn(value: unknown, above: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [above];
  const inner = Object.entries(value).flatMap(([name, one]) => placesIn(one, [...above, name]));
  return above.length === 0 ? inner : [above, ...inner];
}

const mark = 'here it is';

/** The JSON of a value, with another text at a place; null leaves it as it is. */
function withText(value: unknown, place: readonly string[], text: string | null): string {
  const [name, ...rest] = place;
  if (text === null) return JSON.stringify(value);
  const marked = (holder: unknown, [own, ...more]: readonly string[]): unknown => {
    if (own === undefined) return mark;
    const copy = structuredClone(holder) as Record<string, unknown>;
    copy[own] = marked(copy[own], more);
    return copy;
  };
  return JSON.stringify(marked(value, [name ?? '', ...rest])).replace(JSON.stringify(mark), text);
}

interface Texts {
  readonly sent: string | null;
  readonly answer: string;
}

function exchangeAt(at: number, operation: Bodies['operation'], { sent, answer }: Texts): Exchange {
  const exchange = exchangeOf(operation, 'authorised', utf8Response(''));
  const id = answer.replace(/-[0-9a-f]{12}"/, `-${String(at).padStart(12, '0')}"`);
  const { body: _, ...request } = exchange.request;
  return {
    ...exchange,
    request: sent === null ? request : { ...request, body: sent },
    response: utf8Response(id),
    timings: { ...exchange.timings, startedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString() },
  };
}

/** So many are evidence of what conforms that none of the next ones is. */
const asEvidence = 25;

/** Those that conform, and then by turns those with another text at a place. */
function textsAt({ sent, answer }: Bodies, side: keyof Texts, place: readonly string[]): readonly Texts[] {
  const sound = { sent: sent && JSON.stringify(sent), answer: JSON.stringify(answer) };
  const other = (text: string): Texts => ({
    ...sound,
    [side]: withText(side === 'sent' ? sent : answer, place, text),
  });
  const turns = [...values, ...values, ...values].flatMap((text) => [other(text), sound]);
  const unknown = ['', 'no JSON', '', 'no JSON'].map((text) => ({ ...sound, sent: text || null }));
  return [...Array.from({ length: asEvidence }, () => sound), ...unknown, ...turns];
}

/** What was found, without the exchanges themselves. */
function found({ judgement, info }: ReadTraffic) {
  const { sources: _, ...others } = info;
  const { findings, observations, answers } = judgement;
  return { findings: [...findings], observations, answers, others };
}

/** The same bodies, with so many spaces behind each that no two have the same shape. */
function unlike({ sent, answer }: Texts, at: number): Texts {
  const spaces = ' '.repeat(at);
  return { sent: sent?.startsWith('{') ? sent + spaces : sent, answer: answer + spaces };
}

async function areReadAlike({ operation }: Bodies, texts: readonly Texts[]): Promise<void> {
  const read = (all: readonly Texts[]) =>
    readOf(all.map((one, at) => asLine(exchangeAt(at, operation, one))).join('\n'), { side: 'both' });
  expect(found(await read(texts))).toEqual(found(await read(texts.map(unlike))));
}

// First, while no shape is remembered.
test('more kinds of messages than are remembered', async () => {
  const further = [
    { more: 1 },
    { more: '' },
    { more: true },
    { more: null },
    { more: [] },
    { password: 'of nobody' },
  ];
  const ends = ['', '2025-01-05 10:20:30'];
  const kinds = further.flatMap((one) => ends.map((deletedAt) => ({ ...putAnswer.data, ...one, deletedAt })));
  const texts = Array.from({ length: 20 * kinds.length }, (_, at) => ({
    sent: JSON.stringify(sentTransformer),
    answer: JSON.stringify({ ...putAnswer, data: kinds[Math.floor(at / 20)] }),
  }));
  await areReadAlike(ofPut, texts);
});

test('what is asked of a message as a whole is asked of those with the shape of an earlier one, too', async () => {
  const texts = { sent: JSON.stringify(sentTransformer), answer: JSON.stringify(putAnswer) };
  const lines = Array.from({ length: 2 * asEvidence }, (_, at) => {
    const exchange = exchangeAt(at, 'put', texts);
    const headers = at < asEvidence ? [] : ([['Content-Type', 'text/plain']] as const);
    return asLine({ ...exchange, request: { ...exchange.request, headers } });
  });
  const { judgement } = await readOf(lines.join('\n'), { side: 'both' });
  expect(judgement.findings.get('put.request:content-type')?.counts).toEqual({
    conforms: asEvidence,
    deviates: asEvidence,
    notExercised: 0,
  });
});

test('the first message of a kind, of a client whose cookie is masked, is counted in a part that can be read', async () => {
  const sent = JSON.stringify(sentTransformer);
  const answerOf = (deletedAt: string) =>
    JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, deletedAt } });
  const answers = [
    ...Array.from({ length: asEvidence }, () => answerOf('2025-01-05 10:20:30')),
    answerOf(''),
  ];
  const lines = answers.map((answer, at) => {
    const exchange = exchangeAt(at, 'put', { sent, answer });
    const headers = [['Cookie', 'session=of-somebody']] as const;
    return asLine({ ...exchange, request: { ...exchange.request, headers } });
  });
  const cwd = folderWith({ 'traffic.ndjson': lines.join('\n') });
  const part = ['--partial', 'part.json', '--part-id', '0', '--parts', '1'];
  expect(await conformance(['check', 'traffic.ndjson', ...part], { cwd })).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect((await conformance(['check', 'part.json'], { cwd })).stderr).toBe('');
});

describe.each([
  ['an answer to the PUT', ofPut, 'answer', putAnswer],
  ['the body of a PUT', ofPut, 'sent', sentTransformer],
  ['an answer to the DELETE', ofDelete, 'answer', deleteAnswer],
] as const)('%s', (_, bodies, side, root) => {
  test.each(placesIn(root).map((place) => [`/${place.join('/')}`, place] as const))(
    '%s',
    async (_name, place) => {
      await areReadAlike(bodies, textsAt(bodies, side, place));
    },
  );
});
