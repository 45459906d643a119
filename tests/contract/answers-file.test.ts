import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import schema from '../../schemas/suite/answers.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import { limit, refusedRows, replaces, shape, status } from '../cases/answers.ts';
import { declared, differing, fileOf, found } from '../support/answers.ts';
import { type AnswerValue, contract, readAnswers } from '../support/subject.ts';

/** What a file of answers may hold. */

const bound = { largestAccepted: 64, smallestRefused: 65 };
const inferred: AnswerValue = {
  type: 'object',
  properties: { a: { type: 'array', items: { type: 'null' } } },
  required: ['a'],
};
const sound = fileOf(
  { [status]: found(['200']), [replaces]: differing('replace', 'create') },
  {
    [limit]: declared(bound),
    [replaces]: declared('replace'),
    [shape]: declared(inferred),
    [status]: declared(['200']),
  },
);

describe('a file', () => {
  const validate = new Ajv2020({ strict: false, schemas: [reportSchema] }).compile(schema);

  test('that is sound is read as it is, and its schema says the same', () => {
    expect(readAnswers(JSON.stringify(sound), contract)).toEqual({ value: sound });
    expect(validate(sound) ? null : validate.errors).toBeNull();
  });

  test('of which a question is no more is read without it', () => {
    const text = JSON.stringify({ ...sound, found: { ...sound.found, 'question.put.gone': found('x') } });
    expect(readAnswers(text, contract)).toEqual({ value: sound });
  });

  const refusedTexts = [
    '',
    '[]',
    '{"formatVersion":1,"found":{},"found":{},"declared":{}}',
    '{"waivers": []}',
  ];
  const changed = refusedRows.map(([what, path, value]) => {
    const file = structuredClone(sound);
    // biome-ignore lint/suspicious/noExplicitAny: a path into JSON
    const at = path.slice(0, -1).reduce<any>((node, step) => node[step], file);
    at[path.at(-1) ?? ''] = value;
    return [what, JSON.stringify(file)] as const;
  });
  const all = [...changed, ...refusedTexts.map((text) => [text === '' ? 'nothing' : text, text] as const)];

  test.each(all)('is refused: %s', (_, text) => {
    const read = readAnswers(text, contract);
    expect('problems' in read && read.problems.length).toBeGreaterThan(0);
  });

  test('what is said of those that are refused', async () => {
    const lines = all.map(([what, text]) => {
      const read = readAnswers(text, contract);
      return `${what} | ${'problems' in read ? read.problems.join(' | ') : 'read'}\n`;
    });
    await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/answers.txt');
  });
});
