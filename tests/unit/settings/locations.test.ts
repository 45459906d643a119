import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../../schemas/suite/locations.schema.json' with { type: 'json' };
import { placeIn } from '../../../src/model/location.ts';
import { readLocations } from '../../../src/settings/entry-files.ts';
import { inspectSettings } from '../../../src/settings/index.ts';
import { folderWith } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { complete } from './load.ts';

const validates = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
const context = { contract, today: '2026-01-01' };
const sound = { id: 'put.data*', file: 'src/a.ts', line: 3 };

function problemsOf(entry: unknown): readonly string[] {
  const read = readLocations(JSON.stringify({ locations: [entry] }), context);
  return 'problems' in read ? read.problems : [];
}

test.each([
  ['a pattern', sound],
  ['without a line', { id: 'put:json', file: 'a b/ü.ts' }],
])('takes %s', (_, entry) => {
  expect(readLocations(JSON.stringify({ locations: [entry] }), context)).toEqual({ value: [entry] });
  expect(validates({ locations: [entry] })).toBe(true);
});

test.each([
  ['no object', 7, /entry 1 is not an object/],
  ['a path from the root of the disk', { ...sound, file: '/etc/passwd' }, /needs as its file a path/],
  ['a path out of the repository', { ...sound, file: 'src/../../a' }, /needs as its file a path/],
  ['a URL', { ...sound, file: 'https://evil.example/a' }, /needs as its file a path/],
  ['a control character', { ...sound, file: 'a\nb' }, /needs as its file a path/],
  ['line 0', { ...sound, line: 0 }, /needs as its line/],
  ['a line in words', { ...sound, line: '3' }, /needs as its line/],
  ['an unknown member', { ...sound, column: 1 }, /unknown member "column"/],
])('refuses, as its schema does: %s', (_, entry, problem) => {
  expect(problemsOf(entry)).toEqual([expect.stringMatching(problem)]);
  expect(validates({ locations: [entry] })).toBe(false);
});

test.each([
  ['an id that stands for nothing', '{"locations":[{"id":"put.nme:type","file":"a"}]}', /needs as its id/],
  ['no JSON', '{', /line 1 is not JSON/],
  ['no list', '{}', /an array as its locations/],
])('refuses %s', (_, content, problem) => {
  const read = readLocations(content, context);
  expect('problems' in read && read.problems[0]).toMatch(problem);
});

test('the longest id counts', () => {
  const locations = [sound, { id: 'put.data.action*', file: 'b.ts' }, { id: 'delete*', file: 'c.ts' }];
  expect(placeIn(locations, 'put.data.action.amount:type')).toEqual({ file: 'b.ts', line: 1 });
  expect(placeIn(locations, 'put.data.name:type')).toEqual({ file: 'src/a.ts', line: 3 });
  expect(placeIn(locations, 'put:json')).toBeNull();
});

test('a flag wins over the environment, that over .env, that over a file that is found', async () => {
  const file = (name: string) => JSON.stringify({ locations: [{ id: 'put:json', file: name }] });
  const sources = ['flag', 'environment', 'dotenv', 'found'];
  const cwd = folderWith({
    ...Object.fromEntries(sources.map((name) => [`${name}.json`, file(name)])),
    'conformance.locations.json': file('found'),
    'with.env': 'CONFORMANCE_LOCATIONS_FILE=dotenv.json\n',
  });
  for (const [at, first] of sources.entries()) {
    const has = (name: string) => sources.indexOf(name) >= at;
    const environment = has('environment') ? { CONFORMANCE_LOCATIONS_FILE: 'environment.json' } : {};
    const { values } = await inspectSettings({
      contract,
      flags: {
        ...(has('flag') ? { locations: 'flag.json' } : {}),
        ...(has('dotenv') ? { envFile: 'with.env' } : {}),
      },
      environment: { ...complete, ...environment },
      cwd,
      reporters: ['json'],
    });
    expect(values['locationsFile']).toMatchObject([{ file: first }]);
  }
});
