import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import schema from '../../schemas/suite/answers.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import {
  declaredRows,
  differedRows,
  limit,
  mergedRows,
  refusedRows,
  replaces,
  shape,
  status,
} from '../cases/answers.ts';
import { aimedAt } from '../commands/targets.ts';
import { declared, differing, fileOf, found, known } from '../support/answers.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { putAnswer } from '../support/conforming.ts';
import { startSmallService } from '../support/explored-service.ts';
import { answer, exchangesOf, only, run } from '../support/runs.ts';
import { type AnswerFinding, readAnswers } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** What a file of answers may hold, what `explore` makes of it, and what declaring an answer does. */

const name = 'conformance.answers.json';
const inFolder = (file: unknown) => folderWith({ [name]: JSON.stringify(file) });
// biome-ignore lint/suspicious/noExplicitAny: JSON that another program reads
const fileIn = (cwd: string): any => JSON.parse(readFileSync(join(cwd, name), 'utf8'));
const bound = { largestAccepted: 64, smallestRefused: 65 };
const sound = fileOf(
  { [status]: found(['200']), [replaces]: differing('replace', 'create') },
  {
    [limit]: declared(bound),
    [replaces]: declared('replace'),
    [shape]: declared(['an object of a (not the envelope)']),
    [status]: declared(['200']),
  },
);

describe('a file', () => {
  const validate = new Ajv2020({ strict: false, schemas: [reportSchema] }).compile(schema);

  test('that is sound is read as it is, and its schema says the same', () => {
    expect(readAnswers(JSON.stringify(sound))).toEqual({ value: sound });
    expect(validate(sound) ? null : validate.errors).toBeNull();
  });

  test('of which a question is no more is read without it', () => {
    const text = JSON.stringify({ ...sound, found: { ...sound.found, 'question.put.gone': found('x') } });
    expect(readAnswers(text)).toEqual({ value: sound });
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

  test('that is not sound is refused, with each problem', async () => {
    const lines = all.map(([what, text]) => {
      const read = readAnswers(text);
      expect([what, 'problems' in read && read.problems.length > 0]).toEqual([what, true]);
      return `${what} | ${'problems' in read ? read.problems.join(' | ') : ''}\n`;
    });
    await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/answers.txt');
  });
});

describe('explore puts what it sees together with what was known', () => {
  const second = 'question.delete.second-time';
  const all = [
    ...mergedRows.map(([what, id, before]) => ({ what, id, before: found(before) })),
    ...differedRows.map(([what, id, before]) => ({ what, id, before: differing(...before) })),
    { what: 'not asked', id: second, before: found('gone') },
  ];
  const after: Record<string, unknown> = {};
  /** One row of each question for each exploration. */
  const rounds = [...new Set(all.map(({ id }) => id))].map((id) => all.filter((row) => row.id === id));

  beforeAll(async () => {
    await using service = await startSmallService({ error: () => 'no' });
    const env = { ...aimedAt(service), CONFORMANCE_AUTOMATION_RULE_ID: 'rule-1,rule-2' };
    for (let round = 0; rounds.some((rows) => rows.length > round); round += 1) {
      const rows = rounds.flatMap((each) => each.slice(round, round + 1));
      const cwd = inFolder(fileOf(Object.fromEntries(rows.map(({ id, before }) => [id, before]))));
      const args = ['explore', '--allow', 'refusal,write', '--max-requests', '300'];
      expect(await conformance(args, { env, cwd })).toMatchObject({ code: 0 });
      for (const { what, id } of rows) after[what] = fileIn(cwd).found[id];
    }
  });

  test.each(mergedRows)('%s', (what, _, before, expected) => {
    const { since } = known;
    const answers = [{ answer: before, seen: 2 }, { seen: expect.any(Number) }];
    const one = { answer: expected, basis: 'observed', contrary: 0, since };
    expect(after[what]).toMatchObject(expected === null ? { answer: null, answers } : one);
  });

  test.each(differedRows)('answers that differed: %s', (what, _, before, expected) => {
    const answers = expected.map((answer) => ({ answer }));
    const [answer] = expected;
    const one = { answer, basis: 'observed', contrary: before.length - 1 };
    expect(after[what]).toMatchObject(expected.length > 1 ? { answer: null, answers } : one);
  });

  test('what could not be asked stays as it was', () => expect(after['not asked']).toEqual(found('gone')));
});

describe('explore --accept', () => {
  const file = fileOf({
    [status]: found(['200']),
    [replaces]: found('replace', 1),
    [shape]: differing(['x'], ['y']),
  });

  test.each([
    [[], [status]],
    [[replaces], [replaces]],
    [
      [replaces, status],
      [replaces, status],
    ],
    [[limit], []],
    [[shape], []],
  ])('%j declares %j', async (ids, expected) => {
    const cwd = inFolder(file);
    const { code } = await conformance(['explore', '--accept', ...ids], { cwd });
    expect([code, Object.keys(fileIn(cwd).declared)]).toEqual([expected.length > 0 ? 0 : 2, expected]);
    for (const id of expected)
      expect(fileIn(cwd).declared[id]).toEqual({ ...fileIn(cwd).found[id], basis: 'declared' });
  });
});

describe('an answer that is declared', () => {
  /** What `check` says of traffic that shows 200 and 201, and refusals with a code. */
  async function findingsOf(own: object): Promise<readonly AnswerFinding[]> {
    const all = exchangesOf(run(answer('none', 401, { code: 7 }), answer('made-up', 401, { code: 8 })));
    const created = exchangesOf(run(answer('put', 201, putAnswer), only('put')));
    const lines = [...all, ...created].map(asLine);
    const files = { 't.ndjson': lines.join('\n'), [name]: JSON.stringify(fileOf({}, own)) };
    const { stdout } = await conformance(['check', 't.ndjson', '--reporter', 'json', '--json'], {
      cwd: folderWith(files),
    });
    return JSON.parse(stdout).answerFindings ?? [];
  }

  test.each(declaredRows)('%s: %j beside %j: agrees: %s', async (id, own, seen, agrees) => {
    const [one, ...others] = (await findingsOf({ [id]: declared(own) })).filter(
      (finding) => finding.id === id,
    );
    expect(others).toEqual([]);
    expect(one?.kind).toBe(agrees ? undefined : 'contradicted');
    if (!agrees) expect(one?.seen).toEqual(seen);
  });

  test('is said not to be seen, and what is seen not to be declared', async () => {
    const kinds = (await findingsOf({ [replaces]: declared('replace') })).map(({ id, kind }) => [id, kind]);
    expect(kinds).toContainEqual([status, 'seen-not-declared']);
    expect(await findingsOf({})).toEqual([]);
  });
});
