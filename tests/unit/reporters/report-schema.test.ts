import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import schema from '../../../schemas/suite/report.schema.json' with { type: 'json' };
import { facets } from '../../../src/model/requirement.ts';
import { refusalsOf } from '../../../src/report/refused/refused.ts';
import { conformingExchanges, exchangeOf, recordingOf, utf8Response } from '../../support/conforming.ts';
import { contract, reportOf } from '../../support/engine.ts';
import type { Exchange, Header } from '../../support/subject.ts';
import { report } from './fixture.ts';

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

it.each([
  ['a run', reportOf(recordingOf(conformingExchanges()))],
  ['the one made by hand', report],
])('has the members of a report in the order in which they are written: %s', (_, written) => {
  const order = Object.keys(schema.properties).filter((name) => name in written);
  expect(Object.keys(written)).toEqual(order);
});

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Step = string | number;

/** Members that may be left out; removing one is no mistake unless another member asks for it. */
const optional = new Set(['because', 'head', 'body', 'hint', 'removes', 'conditionsSent', 'wanted']);
const optionalInWaivers = new Set(['actual', 'flaky', 'ticket']);

function copy(): Json {
  return JSON.parse(JSON.stringify(report));
}

/** Paths of every object in the report, but for maps with names of their own. */
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

const everyObject = objects(copy());
const everyMember = everyObject.flatMap((path) =>
  Object.keys(at(copy(), path)).map((key) => ({ path, key })),
);

function isOptional({ path, key }: { path: readonly Step[]; key: string }): boolean {
  if (path[0] === 'waivers') return optionalInWaivers.has(key);
  if (key === 'check' || path.at(-1) === 'check') return true;
  return optional.has(key) && !(key === 'body' && path.at(-1) === 'response');
}

describe('report.schema.json', () => {
  it('accepts the report made by hand', () => {
    validate(report);
    expect(validate.errors).toBeNull();
  });

  it('knows the words of the model', () =>
    expect(schema.$defs.requirement.properties.facet.enum).toEqual(facets));

  it('refuses a further member in any object', () => {
    const wrongly = everyObject.filter((path) =>
      validate(changed(path, (object) => (object['further'] = 'x'))),
    );
    expect(wrongly).toEqual([]);
    expect(everyObject.length).toBeGreaterThan(100);
  });

  it('refuses the want of any member but the optional ones', () => {
    const missing = everyMember.filter((member) => !isOptional(member));
    const wrongly = missing.filter(({ path, key }) =>
      validate(changed(path, (object) => delete object[key])),
    );
    expect(wrongly).toEqual([]);
    expect(missing.length).toBeGreaterThan(500);
  });

  it('does without the optional ones', () => {
    const wrongly = everyMember
      .filter(isOptional)
      .filter(({ path, key }) => !validate(changed(path, (object) => delete object[key])));
    expect(wrongly).toEqual([]);
  });

  it('refuses a value of another type in any member', () => {
    const wrongly = everyMember.filter(({ path, key }) =>
      validate(changed(path, (object) => (object[key] = [[true]]))),
    );
    expect(wrongly).toEqual([]);
  });

  const withHint = (hint: string | null) =>
    changed([], (root) => (root['unanswered'] = [{ exchange: 'e1', reason: 'x', ...(hint && { hint }) }]));

  it('takes every hint of the document', () => {
    const unanswered = (['refusal', 'mixed', 'unclear'] as const).map((kind) => ({
      ...{ exchange: 'own', operation: 'put', kind, reason: 'x' },
    }));
    const statuses = Array.from({ length: 400 }, (_, at) => at + 100);
    const errors = ['{"error":"no"}', '{"error":"unknown entityId"}', '<pre>Cannot PUT /x</pre>'];
    const late: Header = ['retry-after', 'Wed, 21 Oct 2026 07:28:00 GMT'];
    const hints = contract.operations.flatMap(({ name }) =>
      statuses.flatMap((status) =>
        errors.flatMap((error) => {
          const own = { ...exchangeOf(name, 'authorised', utf8Response(error, status, [late])), id: 'own' };
          const hintsOf = (others: readonly Exchange[]) =>
            unanswered.map((one) => refusalsOf(contract, [...others, own], [one]).get('own')?.hint ?? null);
          const others = conformingExchanges();
          return [...hintsOf([]), ...hintsOf(others)];
        }),
      ),
    );
    expect(new Set(hints).size).toBeGreaterThan(20);
    expect([...new Set(hints)].filter((hint) => !validate(withHint(hint)))).toEqual([]);
  });

  it.each(['see [here](https://evil.example)', '::error::x', '<b>', '_x_', 'www.evil.example', 'a`b'])(
    'refuses the hint %j',
    (hint) => expect(validate(withHint(hint))).toBe(false),
  );

  it.each([
    ['an outcome with the exit code of another', ['summary'], { exitCode: 0 }],
    ['a response beside a failure', ['exchanges', 4], { response: at(copy(), ['exchanges', 0, 'response']) }],
    ['an id with a slash', ['requirements', 0], { id: 'put/json:type' }],
    ['a pointer without a slash', ['requirements', 1, 'evidence', 0], { pointer: 'data' }],
    ['a local time', ['run'], { startedAt: '2026-03-01T12:00:00+01:00' }],
    ['a negative count', ['summary', 'stated'], { conforms: -1 }],
    ['a header of three', ['exchanges', 0, 'request'], { headers: [['a', 'b', 'c']] }],
    ['words with markup', ['operations', 0], { object: '**rule**' }],
    ['an address that is no text', ['exchanges', 0, 'request'], { addressed: { entityId: 1 } }],
  ] as const)('refuses %s', (_, path, members) =>
    expect(validate(changed(path, (object) => Object.assign(object, members)))).toBe(false),
  );
});
