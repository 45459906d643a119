import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import schema from '../../../schemas/suite/answers.schema.json' with { type: 'json' };
import reportSchema from '../../../schemas/suite/report.schema.json' with { type: 'json' };
import { acceptAnswers, answerFindings } from '../../../src/answers/declared.ts';
import { answersText, noAnswers, readAnswers } from '../../../src/answers/file.ts';
import { mergeAnswers } from '../../../src/answers/merge.ts';
import type { AnswersFile, AnswerValue, FoundAnswers, SeenAnswer } from '../../../src/model/answer.ts';
import { contract } from '../../support/engine.ts';

const digest = 'a'.repeat(64);
const { questions } = contract;
const status = 'question.put.success-status';
const replaces = 'question.put.create-or-replace';
const limit = 'question.put.limit.name';
const shape = 'question.error.shape';

function seen(id: string, answer: AnswerValue | null, count = 1): SeenAnswer {
  return { id, answer, seen: answer === null ? 0 : count, requests: [`${id}-${String(answer)}`] };
}

function merged(found: FoundAnswers, day: string, ...all: readonly SeenAnswer[]): FoundAnswers {
  return mergeAnswers(found, all, questions, { day, contract: digest });
}

const empty = noAnswers(contract).found;

/** Two days, each of which saw one answer. */
const inTurn = (first: SeenAnswer, second: SeenAnswer) =>
  merged(merged(empty, '2026-01-01', first), '2026-01-02', second);

describe('the questions of the contract', () => {
  test('each has an id of its own, a form, and says how it is asked', () => {
    const ids = questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^question\.[a-z]+\.[A-Za-z.-]+$/.test(id))).toEqual([]);
    for (const { id, asks, see, places, answer, never } of questions) {
      expect([id, asks === 'never']).toEqual([id, never !== undefined]);
      // What a run reads off its exchanges becomes an answer; of nothing else does it make one.
      expect([id, (see ?? places) !== undefined]).toEqual([id, answer !== undefined]);
      if (asks === 'passive') expect([id, answer !== undefined]).toEqual([id, true]);
    }
  });

  test('what needs a request that is served says of which operation', () => {
    const needing = questions.filter(({ needsServed }) => needsServed === true);
    expect(needing.filter(({ operation }) => operation === undefined)).toEqual([]);
    expect(needing.length).toBeGreaterThan(20);
  });

  test('each request field is asked for, those of elements and objects by their path', () => {
    const ids = questions.map(({ id }) => id);
    for (const field of ['name', 'conditions', 'conditions.column', 'action', 'action.timezone'])
      expect(ids).toContain(`question.put.required.${field}`);
  });
});

describe('merging', () => {
  test('has every id, sorted, with the reason why there is no answer', () => {
    const ids = Object.keys(empty);
    expect(ids).toEqual(questions.map(({ id }) => id).sort());
    expect(empty[status]).toEqual({ answer: null, why: 'never asked' });
  });

  test('counts what shows the same, since the first day', () => {
    const once = merged(empty, '2026-01-01', seen(replaces, 'replace', 2));
    const twice = merged(once, '2026-01-02', seen(replaces, 'replace', 3));
    expect(twice[replaces]).toMatchObject({
      answer: 'replace',
      basis: 'observed',
      seen: 5,
      contrary: 0,
      since: '2026-01-01',
      contract: digest,
    });
  });

  test('keeps both where they differ, and takes the one that is seen twice in a row', () => {
    const first = merged(empty, '2026-01-01', seen(replaces, 'replace', 4));
    const differing = merged(first, '2026-01-02', seen(replaces, 'create'));
    expect(differing[replaces]).toMatchObject({
      answer: null,
      why: 'answers differed',
      answers: [
        { answer: 'replace', seen: 4, since: '2026-01-01' },
        { answer: 'create', seen: 1, since: '2026-01-02' },
      ],
    });
    const back = merged(differing, '2026-01-03', seen(replaces, 'replace'));
    expect(back[replaces]).toMatchObject({
      answer: null,
      answers: [{ answer: 'create' }, { answer: 'replace', seen: 5 }],
    });
    const settled = merged(differing, '2026-01-03', seen(replaces, 'create'));
    expect(settled[replaces]).toMatchObject({ answer: 'create', seen: 2, contrary: 4, since: '2026-01-02' });
  });

  test('puts sets, limits and schemas together as far as they agree', () => {
    const sets = inTurn(seen(status, ['200']), seen(status, ['200', '201']));
    expect(sets[status]).toMatchObject({ answer: ['200', '201'], seen: 2 });
    const apart = inTurn(seen(status, ['200']), seen(status, ['201']));
    expect(apart[status]).toMatchObject({ answer: null, why: 'answers differed' });
    const bound = (largestAccepted: number | null, smallestRefused: number | null) =>
      seen(limit, { largestAccepted, smallestRefused });
    const narrower = inTurn(bound(10, 100), bound(64, null));
    expect(narrower[limit]).toMatchObject({ answer: { largestAccepted: 64, smallestRefused: 100 } });
    const other = inTurn(bound(10, 20), bound(30, null));
    expect(other[limit]).toMatchObject({ answer: null, why: 'answers differed' });
    const object = (properties: Record<string, { type: string }>) =>
      seen(shape, { type: 'object', properties, required: Object.keys(properties) });
    const code = { code: { type: 'integer' } };
    const both = inTurn(object(code), object({ ...code, message: { type: 'string' } }));
    expect(both[shape]).toMatchObject({ answer: { required: ['code'] } });
  });

  test('a question that could not be asked keeps what was known', () => {
    const known = merged(empty, '2026-01-01', seen(replaces, 'replace'));
    const unasked = { ...seen(replaces, null), why: 'could not be asked: no PUT was served' };
    expect(merged(known, '2026-01-02', unasked)).toEqual(known);
    expect(merged(empty, '2026-01-02', unasked)[replaces]).toEqual({ answer: null, why: unasked.why });
  });
});

function fileWith(found: FoundAnswers, ...accepted: readonly string[]): AnswersFile {
  return acceptAnswers({ formatVersion: 1, found, declared: {} }, accepted).file;
}

describe('declaring', () => {
  const found = merged(empty, '2026-01-01', seen(status, ['200'], 2), seen(replaces, 'replace'));
  const file: AnswersFile = { formatVersion: 1, found, declared: {} };

  test('takes what was seen at least twice, or once where it is named', () => {
    const { file: accepted, declared, refused } = acceptAnswers(file, []);
    expect(declared).toEqual([status]);
    expect(refused.map(({ id }) => id)).toEqual([replaces]);
    expect(accepted.declared[status]).toMatchObject({ answer: ['200'], basis: 'declared', seen: 2 });
    expect(acceptAnswers(file, [replaces, status]).declared).toEqual([replaces, status]);
    expect(acceptAnswers(file, [limit]).refused).toEqual([{ id: limit, why: 'never asked' }]);
  });

  test('finds what is contradicted, what was not seen, and what is not declared', () => {
    const { declared } = fileWith(found, status, replaces);
    const now = [
      seen(status, ['201']),
      seen(replaces, null),
      seen(limit, { largestAccepted: 1, smallestRefused: null }),
    ];
    expect(answerFindings(declared, now, questions).map(({ id, kind }) => [id, kind])).toEqual([
      [status, 'contradicted'],
      [replaces, 'declared-not-seen'],
      [limit, 'seen-not-declared'],
    ]);
    expect(answerFindings(declared, [seen(status, ['200']), seen(replaces, 'replace')], questions)).toEqual(
      [],
    );
    expect(answerFindings({}, now, questions)).toEqual([]);
  });

  test.each<[string, AnswerValue, AnswerValue, boolean]>([
    [status, ['200', '201'], ['201'], true],
    [status, ['200'], ['200', '500'], false],
    [status, [], ['200'], false],
    // What was asked is seen whole.
    ['question.put.null-fields', ['action', 'name'], ['name'], false],
    ['question.put.null-fields', ['action', 'name'], ['action', 'name'], true],
    [
      limit,
      { largestAccepted: 64, smallestRefused: 65 },
      { largestAccepted: 10, smallestRefused: null },
      true,
    ],
    [
      limit,
      { largestAccepted: 64, smallestRefused: 65 },
      { largestAccepted: 65, smallestRefused: null },
      false,
    ],
    [limit, { largestAccepted: 64, smallestRefused: 65 }, { largestAccepted: 1, smallestRefused: 64 }, false],
    [shape, { type: ['object', 'string'] }, { type: 'string' }, true],
    [
      shape,
      { type: 'object', properties: { code: { type: 'integer' } }, required: ['code'] },
      { type: 'object', properties: {}, required: [] },
      false,
    ],
    [
      shape,
      { type: 'object', properties: { code: { type: 'number' } }, required: [] },
      { type: 'object', properties: { code: { type: 'integer' } }, required: ['code'] },
      true,
    ],
  ])('%s: %j agrees with %j: %s', (id, declared, now, isSame) => {
    const { declared: all } = fileWith(merged(empty, '2026-01-01', seen(id, declared)), id);
    expect(answerFindings(all, [seen(id, now)], questions)).toHaveLength(isSame ? 0 : 1);
  });
});

describe('the file', () => {
  const ajv = new Ajv2020({ strict: false, schemas: [reportSchema] });
  const validate = ajv.compile(schema);
  const found = merged(
    merged(
      empty,
      '2026-01-01',
      seen(status, ['200']),
      seen(replaces, 'replace'),
      seen(shape, {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'null' } } },
        required: ['a'],
      }),
    ),
    '2026-01-02',
    seen(replaces, 'create'),
    seen(limit, { largestAccepted: 64, smallestRefused: 65 }),
  );
  const file = fileWith(found, status, limit, shape);

  test('is read as it was written, and its schema says the same', () => {
    expect(readAnswers(answersText(file), contract)).toEqual({ value: file });
    expect(validate(file) ? null : validate.errors).toBeNull();
  });

  test.each<[string, readonly string[], unknown, string, boolean]>([
    ['texts that are none', ['declared', status, 'answer'], [7], 'must be a list of', true],
    ['another form', ['declared', limit, 'answer'], 'many', 'must have largestAccepted', false],
    ['another schema', ['declared', shape, 'answer'], { $ref: 'x' }, 'must be a JSON Schema', true],
    ['a question that is none', ['declared', 'question.put.success-state'], {}, status, true],
    ['another basis', ['declared', status, 'basis'], 'observed', 'its basis must be "declared"', true],
    ['a further member', ['declared', status, 'comment'], 'x', 'has an unknown member "comment"', true],
    ['a further block', ['more'], {}, 'unknown member "more"', true],
    ['another version', ['formatVersion'], 2, 'its formatVersion must be 1', true],
    ['a day that is none', ['found', status, 'since'], 'yesterday', 'written YYYY-MM-DD', true],
    ['too many requests', ['found', status, 'requests'], Array(21).fill('x'), 'ids of exchanges', true],
  ])('is refused with %s', (_, path, value, problem, bySchema) => {
    const json = JSON.parse(answersText(file));
    let at = json;
    for (const name of path.slice(0, -1)) at = at[name];
    at[path.at(-1) ?? ''] = value;
    const read = readAnswers(JSON.stringify(json), contract);
    expect(read).toMatchObject({ problems: [expect.stringContaining(problem)] });
    expect(validate(json)).toBe(!bySchema);
  });

  test('leaves out what was found of questions that are no more', () => {
    const json = JSON.parse(answersText(file));
    json.found['question.put.gone'] = json.found[status];
    expect(readAnswers(JSON.stringify(json), contract)).toEqual({ value: file });
  });

  test.each(['', '[]', '{"formatVersion":1,"found":{},"found":{},"declared":{}}', '{"waivers": []}'])(
    'is refused as %j',
    (text) => expect(readAnswers(text, contract)).toHaveProperty('problems'),
  );
});
