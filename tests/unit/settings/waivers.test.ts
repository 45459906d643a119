import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import schema from '../../../schemas/suite/waivers.schema.json' with { type: 'json' };
import { readWaivers } from '../../../src/settings/waivers-file.ts';
import { contract } from '../../support/engine.ts';
import { load } from './load.ts';

const today = '2026-05-31';
const sound = { id: 'put.data.name:echo', reason: 'cut to 20', owner: 'a@b', expires: '2026-12-31' };

const validates = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

function problemsOf(content: unknown, day = today): readonly string[] {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  const read = readWaivers(text, { today: day, contract });
  return 'problems' in read ? read.problems : [];
}

const withEntry = (changes: object) => ({ waivers: [{ ...sound, ...changes }] });
const without = (name: keyof typeof sound) => {
  const { [name]: _, ...rest } = sound;
  return { waivers: [rest] };
};

const full = { ...sound, actual: '"x"', flaky: true, ticket: 'T-1' };
test.each([
  ['the least', { waivers: [sound] }],
  ['everything', { $schema: 'https://example.com/s.json', waivers: [full] }],
  ['a pattern', withEntry({ id: 'put.data.name*' })],
  ['nothing to waive', { waivers: [] }],
  ['the last day', withEntry({ expires: today })],
  ['the day after', withEntry({ expires: '2026-05-30' })],
  ['one requirement, two values', { waivers: [full, { ...sound, actual: '"y"' }] }],
])('a sound file: %s', (_, content) => {
  const { waivers } = content;
  expect(readWaivers(JSON.stringify(content), { today, contract })).toEqual({ value: waivers });
  validates(content);
  expect(validates.errors).toBeNull();
});

test.each([
  ['no object', [], /line 1, the file has to be an object with the member waivers/],
  ['no list', {}, /line 1, the file needs an array as its waivers/],
  ['a list that is none', { waivers: {} }, /line 2, the file needs an array/],
  ['a member of its own', { waivers: [], owner: 'x' }, /line 3, the file has an unknown member "owner"/],
  ['an entry that is none', { waivers: ['x'] }, /line 3, entry 1 is not an object/],
  [
    'an unknown member',
    withEntry({ until: 'x' }),
    /line 8, entry 1 \("put.data.name:echo"\) has an unknown member "until"; there are id, reason, owner, expires, actual, flaky, ticket/,
  ],
  ['no id', without('id'), /line 3, entry 1 lacks id/],
  ['no reason', without('reason'), /lacks reason/],
  ['no owner', without('owner'), /lacks owner/],
  ['no day', without('expires'), /lacks expires/],
  ['a blank reason', withEntry({ reason: ' \n' }), /line 5, entry 1 .* needs text as its "reason"/],
  ['an owner that is no text', withEntry({ owner: 7 }), /line 6, entry 1 .* needs text as its "owner"/],
  ['an empty ticket', withEntry({ ticket: '' }), /needs text as its "ticket"/],
  [
    'a reason to fill in',
    withEntry({ reason: 'FILL IN why' }),
    /line 5, .* has "FILL IN why" as its "reason": replace this text/,
  ],
  ['an owner to fill in', withEntry({ owner: 'FILL IN who' }), /has "FILL IN who" as its "owner"/],
  ['an id that is no text', withEntry({ id: 7 }), /needs the id of a requirement/],
  ['an empty id', withEntry({ id: '' }), /needs the id of a requirement/],
  ['a * within', withEntry({ id: 'put.*.name:echo' }), /has a \* within its "id"/],
  ['a day in words', withEntry({ expires: 'soon' }), /line 7, .* needs a date as its "expires"/],
  ['a time', withEntry({ expires: '2026-12-31T00:00:00Z' }), /needs a date as its "expires"/],
  ['a month of the year 12027', withEntry({ expires: '+012027-01' }), /needs a date as its "expires"/],
  ['a 13th month', withEntry({ expires: '2026-13-01' }), /needs a date as its "expires"/],
  ['null for a value', withEntry({ actual: null }), /needs text as its "actual"/],
  ['a number for a value', withEntry({ actual: 3 }), /needs text as its "actual": .*"3"/],
  ['flaky in words', withEntry({ flaky: 'yes' }), /needs true or false as its "flaky"/],
])('a file that breaks its schema: %s', (_, content, problem) => {
  expect(validates(content)).toBe(false);
  expect(problemsOf(content)).toEqual([expect.stringMatching(problem)]);
});

describe('what only reading can tell', () => {
  const twice = (first: object, second: object) => ({
    waivers: [
      { ...sound, ...first },
      { ...sound, ...second },
    ],
  });
  test.each([
    ['no JSON', '{"waivers":\n[}', /line 2 is not JSON \(no JSON value\)/],
    ['nothing', '', /line 1 is not JSON \(the text ends too early\)/],
    ['an entry at the beginning of a line', '{"waivers":[\n7]}', /line 2, entry 1 is not an object/],
    ['depth', '['.repeat(40), /is nested deeper than 16 levels/],
    [
      'a key twice',
      '{"waivers":[{"id":"put:json",\n"id":"put:json","reason":"r","owner":"o","expires":"2026-12-31"}]}',
      /line 2, the file has the key \/waivers\/0\/id twice/,
    ],
    ['a day that there is not', withEntry({ expires: '2026-02-30' }), /needs a date as its "expires"/],
    ['a leap day of another year', withEntry({ expires: '2027-02-29' }), /needs a date as its "expires"/],
    [
      'no requirement',
      withEntry({ id: 'put.data.nme:echo' }),
      /line 4, .* has an id that no requirement has: correct the id, or remove the entry. Did you mean put.data.name:echo/,
    ],
    ['a beginning without *', withEntry({ id: 'put.data.name' }), /Did you mean put.data.name:/],
    ['a beginning of nothing', withEntry({ id: 'put.nothing*' }), /has an id that no requirement has/],
    [
      'the same twice',
      twice({}, {}),
      /line 9, entry 2 .* covers put.data.name:echo, and so does entry 1 in line 3/,
    ],
    ['a pattern over an id', twice({}, { id: 'put.data.name*' }), /covers put.data.name:echo/],
    ['one value twice', twice({ actual: '1' }, { actual: '1' }), /covers put.data.name:echo/],
    ['any value after one', twice({ actual: '1' }, {}), /covers put.data.name:echo/],
    ['one value after any', twice({}, { actual: '1' }), /covers put.data.name:echo/],
  ])('%s', (_, content, problem) => expect(problemsOf(content)).toEqual([expect.stringMatching(problem)]));

  test('everything is told at once, in the order of the file', () => {
    const content = { waivers: [{ ...sound, id: 'x:y', owner: '' }, 7, { ...sound, expires: 'soon' }] };
    expect(problemsOf(content).map((problem) => /line (\d+), entry (\d)/.exec(problem)?.slice(1))).toEqual([
      ['4', '1'],
      ['6', '1'],
      ['9', '2'],
      ['14', '3'],
    ]);
  });
});

describe('the setting', () => {
  const loadWith = (flags: Record<string, string>, content: string, now = '2026-05-31T23:59:59Z') =>
    load({ flags, files: { 'w.json': content }, now: new Date(now) });

  test('no file is taken without being named', async () => {
    const files = { 'conformance.waivers.json': 'not read' };
    expect(await load({ files })).toMatchObject({ ok: true, settings: { waivers: [] } });
  });

  test('a waiver is read on its last day, and after it: then it covers nothing', async () => {
    const content = JSON.stringify(withEntry({ expires: today }));
    const last = await loadWith({ waivers: 'w.json' }, content);
    expect(last).toMatchObject({ ok: true, settings: { waivers: [{ ...sound, expires: today }] } });
    const late = await loadWith({ waivers: 'w.json' }, content, '2026-06-01T00:00:00Z');
    expect(late).toMatchObject({ ok: true, settings: { waivers: [{ ...sound, expires: today }] } });
  });

  test('every problem is one of the configuration, and names the file', async () => {
    const result = await loadWith({ waivers: 'w.json', repeat: '0' }, '{"waivers":[7,8]}');
    if (result.ok) throw new Error('the settings were taken');
    expect(result.problems).toHaveLength(3);
    expect(result.problems.filter(({ message }) => message.includes('w.json, which'))).toHaveLength(2);
  });

  test('goes with --reference', async () => {
    const files = { 'w.json': JSON.stringify({ waivers: [sound] }) };
    const flags = { reference: true, waivers: 'w.json' };
    expect(await load({ flags, files, now: new Date('2026-05-31') }, {})).toMatchObject({
      ok: true,
      settings: { reference: true, waivers: [sound] },
    });
  });
});
