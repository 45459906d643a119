import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import { refusalBody } from '../support/conforming.ts';
import { reportOf } from '../support/engine.ts';
import { report } from '../support/reports.ts';
import { answer, only, recorded, run } from '../support/runs.ts';

/** schemas/suite/report.schema.json accepts what the suite writes, and nothing that is a little different. */

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Step = string | number;

const copy = (): Json => JSON.parse(JSON.stringify(report));

/** Paths of every object in a report, but for maps with names of their own. */
function objects(value: Json, path: readonly Step[] = []): readonly (readonly Step[])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objects(item, [...path, index]));
  if (typeof value !== 'object' || value === null || path.at(-1) === 'addressed') return [];
  return [path, ...Object.entries(value).flatMap(([key, item]) => objects(item, [...path, key]))];
}

function at(root: Json, path: readonly Step[]): Record<string, Json> {
  let value: unknown = root;
  for (const step of path) value = (value as Record<Step, unknown>)[step];
  return value as Record<string, Json>;
}

function changed(path: readonly Step[], change: (object: Record<string, Json>) => void): Json {
  const root = copy();
  change(at(root, path));
  return root;
}

/** One object of each kind: elements of a list are alike. */
const kinds = new Map(
  objects(copy()).map((path) => [path.filter((step) => typeof step === 'string').join('/'), path]),
);
const members = [...kinds.values()].flatMap((path) =>
  Object.keys(at(copy(), path)).map((key) => ({ path, key })),
);

test('accepts the report, whose members are in the order of the schema', () => {
  validate(report);
  expect(validate.errors).toBeNull();
  const order = Object.keys(schema.properties).filter((name) => name in report);
  expect(Object.keys(report)).toEqual(order);
});

test('refuses a further member in any object, and a value of another type in any member', () => {
  expect(kinds.size).toBeGreaterThan(30);
  expect(
    [...kinds.values()].filter((path) => validate(changed(path, (one) => (one['further'] = 'x')))),
  ).toEqual([]);
  expect(members.filter(({ path, key }) => validate(changed(path, (one) => (one[key] = [[true]]))))).toEqual(
    [],
  );
});

test('refuses the want of any member but the optional ones', () => {
  const missing = members.filter(({ path, key }) => validate(changed(path, (one) => delete one[key])));
  const names = [...new Set(missing.map(({ key }) => key))].sort();
  expect(names).toMatchInlineSnapshot(`
    [
      "answerFindings",
      "answers",
      "basis",
      "conditionsSent",
      "format",
      "head",
      "maxLength",
      "pattern",
      "removes",
      "schema",
    ]
  `);
});

test('takes every hint of the document, and no markup in one', () => {
  const statuses = [
    301, 308, 400, 401, 403, 404, 405, 406, 409, 411, 413, 415, 422, 429, 500, 501, 502, 503, 504,
  ];
  const bodies = [refusalBody, '{"error":"unknown entityId"}', '<pre>Cannot PUT /x</pre>'];
  const hints = ['put', 'delete'].flatMap((name) =>
    statuses.flatMap((status) =>
      bodies.flatMap((body) =>
        [run(answer(name, status, body)), run(only(`${name}*`), answer(name, status, body))].flatMap(
          (one) => {
            const judged = reportOf(recorded(one));
            validate(judged);
            expect(validate.errors).toBeNull();
            return judged.unanswered.flatMap(({ hint = [] }) => hint);
          },
        ),
      ),
    ),
  );
  expect(new Set(hints).size).toBeGreaterThan(15);
  for (const hint of ['see [here](https://evil.example)', '::error::x', '<b>', '_x_', 'a`b'])
    expect(validate(changed([], (one) => (one['unanswered'] = [{ exchange: 'e', reason: 'x', hint }])))).toBe(
      false,
    );
});

test.each([
  ['an outcome with the exit code of another', ['summary'], { exitCode: 0 }],
  ['a response beside a failure', ['exchanges', 3], { failure: {}, response: {} }],
  ['an id with a slash', ['requirements', 0], { id: 'put/json:type' }],
  ['a local time', ['run'], { startedAt: '2026-03-01T12:00:00+01:00' }],
  ['a negative count', ['summary', 'stated'], { conforms: -1 }],
  ['a header of three', ['exchanges', 0, 'request'], { headers: [['a', 'b', 'c']] }],
  ['words with markup', ['operations', 0], { object: '**rule**' }],
] as const)('refuses %s', (_, path, values) =>
  expect(validate(changed(path, (one) => Object.assign(one, values)))).toBe(false),
);
