import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { Ajv2020 } from 'ajv/dist/2020.js';
import answersSchema from '../../../schemas/suite/answers.schema.json' with { type: 'json' };
import comparisonSchema from '../../../schemas/suite/comparison.schema.json' with { type: 'json' };
import matrixSchema from '../../../schemas/suite/matrix.schema.json' with { type: 'json' };
import partialSchema from '../../../schemas/suite/partial.schema.json' with { type: 'json' };
import recordingSchema from '../../../schemas/suite/recording.schema.json' with { type: 'json' };
import reportSchema from '../../../schemas/suite/report.schema.json' with { type: 'json' };
import waiversSchema from '../../../schemas/suite/waivers.schema.json' with { type: 'json' };
import { sarifProblems } from '../../support/sarif-schema.ts';
import { htmlProblems } from './html-problems.ts';

/** What is looked for in every file that a command wrote, whatever it had read. */

const ajv = new Ajv2020({ strict: false, strictNumbers: true, validateFormats: false });
for (const schema of [recordingSchema, answersSchema, waiversSchema]) ajv.addSchema(schema);
for (const schema of [reportSchema, comparisonSchema, matrixSchema, partialSchema]) ajv.addSchema(schema);

function schemaProblems(value: unknown, { $id }: { readonly $id: string }): readonly string[] {
  const validate = ajv.getSchema($id);
  if (validate === undefined) throw new Error(`no schema ${$id}`);
  if (validate(value) === true) return [];
  return [`${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`];
}

/** What was found is in the first line, requestIds are in those behind it. */
function partLineProblems(text: string): readonly string[] {
  const [first = '', ...ids] = text.trimEnd().split('\n');
  const $id = `${partialSchema.$id}#/$defs/requestIds`;
  return [
    ...schemaProblems(JSON.parse(first), partialSchema),
    ...ids.flatMap((line) => schemaProblems(JSON.parse(line), { $id })),
  ];
}

function xmlProblems(text: string): readonly string[] {
  const minded: string[] = [];
  const onError = (level: string, message: string) => {
    if (!/Unicode replacement character/.test(message)) minded.push(`${level}: ${message}`);
  };
  new DOMParser({ onError }).parseFromString(text, 'text/xml');
  return minded;
}

const checks: readonly (readonly [RegExp, (text: string) => readonly string[]])[] = [
  [/(?:^|\/)(?:report|conformance-[^/]*)\.json$/, (text) => schemaProblems(JSON.parse(text), reportSchema)],
  [/(?:^|\/)comparison\.json$/, (text) => schemaProblems(JSON.parse(text), comparisonSchema)],
  [/(?:^|\/)matrix\.json$/, (text) => schemaProblems(JSON.parse(text), matrixSchema)],
  [/\.sarif(?:\.json)?$/, (text) => sarifProblems(JSON.parse(text))],
  [/^part\.json$/, partLineProblems],
  [/\.json$/, (text) => (JSON.parse(text) === undefined ? ['nothing'] : [])],
  [
    /\.ndjson$/,
    (text) =>
      text
        .trimEnd()
        .split('\n')
        .flatMap((line) => (JSON.parse(line) ? [] : ['no object'])),
  ],
  [/\.xml$/, xmlProblems],
  [/(?:^|\/)report\.html$/, htmlProblems],
  [/./, (text) => (text.includes('\0') ? ['a NUL'] : [])],
];

function problemsIn(name: string, text: string): readonly string[] {
  const [, check] = checks.find(([pattern]) => pattern.test(name)) ?? [];
  try {
    return (check?.(text) ?? []).map((problem) => `${name}: ${problem}`);
  } catch (error) {
    return [`${name} is not well-formed: ${(error as Error).message}`];
  }
}

/** What is wrong with a part that was written to standard output; nothing for no part. */
export function partProblems(text: string): readonly string[] {
  if (text === '') return [];
  return problemsIn('part.json', text);
}

/** Files below a folder, by their paths in it. */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = all.filter((one) => !one.isDirectory()).map((one) => join(one.parentPath, one.name));
  return new Map(names.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

export interface Written {
  /** Files that were there before. */
  readonly before: ReadonlyMap<string, Buffer>;
  readonly after: ReadonlyMap<string, Buffer>;
  /** Files that the command may write. */
  readonly mayWrite: RegExp;
}

/** Files that a command should not have touched, and what it wrote that is not well-formed. */
export function writtenProblems({ before, after, mayWrite }: Written): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const touched = names.filter(
    (name) => !mayWrite.test(name) && before.get(name)?.equals(after.get(name) ?? Buffer.from('\0')) !== true,
  );
  const made = [...after].filter(([name]) => mayWrite.test(name) && !before.has(name));
  return [
    ...touched.map((name) => `${name} was written, changed or removed`),
    ...made.flatMap(([name, bytes]) => problemsIn(name, bytes.toString('utf8'))),
  ];
}
