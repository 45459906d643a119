import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import * as facetModule from '../../../src/contract/facets.ts';
import { formats } from '../../../src/contract/formats.ts';
import * as documents from '../../../src/output/document-ajv.ts';
import { partLines } from '../../../src/traffic/part.ts';
import { otherTypes, texts, usualNumbers } from '../../support/boundary-values.ts';
import { endAll, finished, root, temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { contract } from '../../support/engine.ts';
import { nearMisses } from '../../support/near-misses.ts';
import { runs } from '../../support/properties.ts';
import { gatherTraffic } from '../../support/subject.ts';
import { asLine, sourceOf, trafficOptions } from '../../support/traffic.ts';
import { changed, type Json, recordingLines, reportDocument } from './read-back.ts';

/** The code that the build lets Ajv generate is that of the schemas, and a run of this document needs no other. */

afterAll(endAll);

type Generator = (modules: object, contract?: object) => string;

const built = (path: string) => join(root, 'build/src', path);
const generator: Readonly<Record<string, Generator>> = await import(
  join(root, 'scripts/generate/validators.mjs')
);
const { documentValidator: ofOthers } = await import(built('output/document-validators.js'));
const { documentValidator: ofReports } = await import(built('output/report-validator.js'));
const documentValidator = (name: string): ValidateFunction | undefined => ofReports(name) ?? ofOthers(name);
const { compiledFacets }: { readonly compiledFacets: ReadonlyMap<string, ValidateFunction> } = await import(
  built('contract/compiled-facets.js')
);

test.each([
  ['output/document-validators.js', () => generator['documentValidators']?.(documents)],
  ['output/report-validator.js', () => generator['reportValidator']?.(documents)],
  ['contract/compiled-facets.js', () => generator['compiledFacets']?.(facetModule, contract)],
])('what the build wrote is what the schemas give: %s', (path, generated) =>
  expect(generated() === readFileSync(built(path), 'utf8'), 'expected equal texts: npm run build').toBe(true),
);

/** What a validator says of a value: where it is wrong, and how; undefined for one that is right. */
function said(validate: ValidateFunction | undefined, value: unknown) {
  if (validate === undefined) return 'no validator';
  return validate(value) ? undefined : validate.errors?.[0];
}

const gathered = await gatherTraffic(
  [sourceOf([...conformingExchanges(), ...conformingExchanges()].map(asLine).join('\n'))],
  { ...trafficOptions, side: 'both' },
);
const [part, requestIds] = [
  ...partLines(gathered, { id: 1, of: 1 }, ['traffic'], { name: 'tool', version: '0' }),
].map((line) => JSON.parse(line) as Json);
const ours: Readonly<Record<string, Json | undefined>> = {
  report: reportDocument,
  part,
  requestIds,
  ...Object.fromEntries(recordingLines.map((line) => [(line as { line: string }).line, line])),
};

describe('documents', () => {
  const ajv = documents.documentAjv();

  test('of every kind are tried', () =>
    expect(Object.keys(ours).sort()).toEqual(Object.keys(documents.documentSchemas).sort()));

  test.each(Object.entries(documents.documentSchemas))('%s', (name, $ref) => {
    const compiled = ajv.compile({ $ref });
    const document = ours[name] ?? null;
    expect(said(documentValidator(name), document)).toBeUndefined();
    fc.assert(
      fc.property(fc.oneof(changed(document), fc.jsonValue() as fc.Arbitrary<Json>), (value) => {
        expect(said(documentValidator(name), value)).toEqual(said(compiled, value));
      }),
      runs(),
    );
  });
});

describe('facets', () => {
  const ajv = facetModule.facetAjv();
  const zones = Intl.supportedValuesOf('timeZone');
  const values: readonly unknown[] = [
    ...[...usualNumbers, ...texts, ...otherTypes].map((text) => JSON.parse(text)),
    ...[...formats.values()].flatMap(({ examples }) => examples),
    ...Object.values(nearMisses).flat(),
    ...zones.flatMap((zone) => [zone, zone.toLowerCase(), `${zone}x`]),
  ];

  test.each([...compiledFacets.keys()])('%s', (text) => {
    const compiled = ajv.compile(JSON.parse(text));
    const ahead = compiledFacets.get(text);
    for (const value of values) expect([value, said(ahead, value)]).toEqual([value, said(compiled, value)]);
    const { const: only, enum: list = [only] } = JSON.parse(text);
    const near = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...list, ...texts));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), near), (value) => {
        expect(said(ahead, value)).toEqual(said(compiled, value));
      }),
      runs(),
    );
  });

  test('of another contract are compiled when they are asked for', () => {
    const schema = { pattern: '^[A-Z]{3}$', maxLength: 3 };
    expect(compiledFacets.has(JSON.stringify(facetModule.facetOf(schema)))).toBe(false);
    expect(['ABC', 'abc', 'ABCD', 3].map(facetModule.validator(schema))).toEqual([true, false, false, true]);
  });
});

test('a run, another into its folder, render and compare load of Ajv only what its code requires', async () => {
  const cwd = temporaryFolder();
  const noted = join(cwd, 'loaded.txt');
  const hook = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(noted)}, Object.keys(require('node:module')._cache).join('\\n')));`;
  writeFileSync(join(cwd, 'noted.cjs'), hook);
  const env = { NODE_OPTIONS: `--require=${join(cwd, 'noted.cjs')}` };
  const out = 'conformance-report';
  const run = ['run', '--reference', '--out', out];
  for (const args of [
    run,
    run,
    ['render', `${out}/exchanges.ndjson`],
    ['compare', ...Array(2).fill(`${out}/report.json`)],
  ]) {
    const { code, stderr } = await finished(join(root, 'dist/src/cli/main.js'), args, { cwd, env });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const loaded = readFileSync(noted, 'utf8').split('\n');
    const ajv = loaded.filter(
      (path) => /[\\/]ajv[\\/]/.test(path) && !/[\\/]ajv[\\/]dist[\\/]runtime[\\/]/.test(path),
    );
    expect([args[0], ajv]).toEqual([args[0], []]);
  }
});
