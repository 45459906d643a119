import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const files = ['src', 'reporters', 'suites', 'reference'].flatMap(sourceFiles);

function importsIn(file: string, text: string): readonly string[] {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  return found.map(([, specifier = '']) => normalize(join(dirname(file), specifier)));
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const importsOf = (file: string) => importsIn(file, textOf(file));

/** The room that a file belongs to. */
function room(file: string): string {
  const [top = '', second = ''] = file.split('/');
  // Nouns that are written from schemas.
  if (file === 'schemas/types.ts') return 'model';
  // What vitest starts, beside what it asks.
  if (file === 'reporters/vitest.ts') return 'vitest';
  if (top !== 'src') return top.replace(/\.json$/, '');
  return second.endsWith('.ts') ? second.replace('.ts', '') : second;
}

/**
 * What each room may import besides itself. Imports point one way: from the nouns up to what somebody starts.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  text: [],
  files: ['text', 'json', 'schemas'],
  model: [],
  json: ['model'],
  bounded: [],
  secrets: ['model', 'json'],
  contract: ['model', 'json', 'schemas'],
  http: ['model', 'json', 'secrets'],
  kinds: ['model', 'files', 'contract'],
  questions: ['model', 'json', 'text', 'contract', 'bounded', 'answers'],
  // The interface document as a value, which all rooms after it import.
  operations: ['model', 'json', 'schemas', 'contract', 'http', 'kinds', 'questions'],
  mutations: ['model', 'json', 'contract', 'operations'],
  openapi: ['model', 'contract', 'operations'],
  answers: ['model', 'json', 'text'],
  reading: ['model', 'json', 'contract', 'operations'],
  judge: ['model', 'json', 'text', 'contract', 'bounded', 'questions', 'operations', 'reading'],
  report: ['model', 'json', 'text', 'contract', 'answers', 'operations', 'reading', 'judge', 'http'],
  settings: 'model text files json contract answers secrets http kinds operations'.split(' '),
  run: 'model json files contract secrets operations judge http report settings reference'.split(' '),
  explore:
    'model text json contract questions operations reading judge http report secrets settings run'.split(' '),
  traffic: 'model text files json contract secrets bounded operations judge http report'.split(' '),
  doctor: 'model text json contract operations reading secrets http settings'.split(' '),
  init: ['model', 'contract', 'http', 'settings'],
  // Reports come with drafts of waivers, which the command `waive` makes as well.
  reporters: ['model', 'json', 'text', 'answers', 'report'],
  // What a command, the API and vitest share: folders for reports, publishing, the last search for secrets, what is read back.
  output: [
    'package schemas text files model json contract secrets http report settings operations run',
    'traffic reporters',
  ].flatMap((line) => line.split(' ')),
  cli: [
    'package schemas text files model json contract kinds mutations openapi answers secrets http report',
    'settings operations run explore traffic doctor init reporters output reference',
  ].flatMap((line) => line.split(' ')),
  api: 'text model json secrets judge http report settings operations run traffic reporters output'.split(
    ' ',
  ),
  index: ['model', 'api'],
  matchers: ['api', 'operations'],
  vitest: ['model', 'report', 'settings', 'operations', 'output', 'reporters'],
  suites: ['index', 'vitest'],
  reference: [],
};

test('the rooms have an order: none imports another that imports it', () => {
  const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const next of allowed[from] ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect(Object.keys(allowed).filter((name) => reached(name).has(name))).toEqual([]);
});

test('imports point one way', () => {
  const isAllowed = (own: string, other: string) => own === other || allowed[own]?.includes(other);
  const foreign = (file: string) => importsOf(file).filter((other) => !isAllowed(room(file), room(other)));
  expect(files.flatMap((file) => foreign(file).map((other) => `${file}: ${other}`))).toEqual([]);
});

/** The folder of tests that a file belongs to; the empty text for what is no test. */
function testRoom(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'tests' ? second : '';
}

test('what tests share imports no test, and nothing imports tests', () => {
  const sharing = sourceFiles('tests').filter((file) => testRoom(file) === 'support');
  const wrong = [...sharing, ...files].flatMap((file) =>
    importsOf(file)
      .filter((other) => testRoom(other) !== '' && testRoom(other) !== testRoom(file))
      .map((other) => `${file}: ${other}`),
  );
  expect(wrong).toEqual([]);
});

/** The inner modules that a file takes values from; types cost a redesign nothing but a name. */
function innerValues(file: string): readonly string[] {
  const text = textOf(file).replaceAll(/^(?:import|export) type [^;]*;/gm, '');
  return importsIn(file, text).filter((other) => /^(?:src|reporters)\//.test(other));
}

/** The door, and what it takes to start the program and a recorded run in this process. */
const doors = ['cli', 'run-target', 'subject'].map((name) => `tests/support/${name}.ts`);

test('tests come to the source through one door', () => {
  const others = sourceFiles('tests').filter((file) => !doors.includes(file));
  expect(others.filter((file) => innerValues(file).length > 0)).toEqual([]);
  const door = textOf('tests/support/subject.ts');
  const names = [...door.matchAll(/^export (?!type)(?:\* as (\w+)|\{([^}]*)\})/gm)].flatMap(
    ([, one, several]) => one ?? several?.split(',') ?? [],
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.length).toBeLessThanOrEqual(30);
});

/** Within the reporters: what is said, then how it is drawn; formats are drawn from both. */
test('outlines import no printer', () => {
  const outlines = files.filter((file) => file.startsWith('reporters/outline/'));
  const isPrinter = (other: string) => /^reporters\/(?!outline\/)/.test(other);
  expect(outlines.filter((file) => importsOf(file).some(isPrinter))).toEqual([]);
});

function filesWith(pattern: RegExp): readonly string[] {
  return files.filter((file) => pattern.test(textOf(file)));
}

describe('one home for', () => {
  test('the environment', () => expect(filesWith(/process\.env\b/)).toEqual(['src/settings/environment.ts']));

  test('printing and ending the process', () => {
    const users = filesWith(/\bconsole\.|process\.(?:stdout|stderr|exit|exitCode)\b/);
    expect(users.filter((file) => !/^src\/(?:cli|output)\//.test(file))).toEqual([]);
  });

  test('writing files: elsewhere, node:fs is used to read only', () => {
    const reading =
      /^(?:|type \w+|constants|(?:exists|access|lstat|stat|statfs|realpath|readlink|readdir|readFile)(?:Sync)?|createReadStream|(?:un)?watchFile)$/;
    const others = files.filter((file) => !file.startsWith('src/files/'));
    const writing = others.flatMap((file) => {
      const imports = [...textOf(file).matchAll(/import ([^;]*?) from 'node:fs(?:\/promises)?'/g)];
      const names = imports.flatMap(([, given = '']) => given.replace(/[{}\s]+/g, ' ').split(','));
      return names.filter((name) => !reading.test(name.trim())).map((name) => `${file}: ${name}`);
    });
    expect(writing).toEqual([]);
    expect(filesWith(/(?:import|require)\(\s*['"](?:node:)?fs|from ['"]fs/)).toEqual([]);
  });

  test('asking whether a text is a URL: Node.js 20 errs over it', () =>
    expect(filesWith(/URL\.canParse\(/)).toEqual([]));

  test('the working directory', () =>
    expect(filesWith(/process\.cwd\b/)).toEqual(['src/output/working-directory.ts']));

  test('the network (telling an address from a name, or reading a named pipe, is no use of it)', () => {
    const users = filesWith(
      /^import (?!.*isIP).* from .(?:undici[^']*|node:(?:http|https|net|tls|http2|dgram))'/m,
    );
    const others = users.filter((file) => !/^(?:src\/http|reference)\//.test(file));
    expect(others).toEqual(['src/files/pipe.ts']);
    expect(textOf('src/files/pipe.ts')).not.toMatch(/connect|\bnet\./);
  });
});

/** Names that the embedded service and the suite both declare; the list only ever becomes shorter. */
const declaredTwice = [
  ...['Answer', 'Asked', 'Check', 'Edit', 'Fault', 'Json', 'Operation', 'Problem', 'Received'],
  ...['ReferenceService', 'Route', 'Started'],
];

test('no two modules declare a type of one name, but for those that are listed', () => {
  const declaration = /^(?:export )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;
  const names = files.flatMap((file) => [...textOf(file).matchAll(declaration)].map(([, name = '']) => name));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  expect(twice.filter((name) => !declaredTwice.includes(name))).toEqual([]);
});

describe('what a workaround for a Node.js says of it', () => {
  const form = /^\s*\/\/ Goes with Node\.js (\d+)(?:\.(\d+))?: /;
  const comment = /^\s*(?:\/\/|\/?\*).*\bNode\.js (?:before )?\d.*/gm;
  const comments = files.flatMap((file) => textOf(file).match(comment) ?? []);

  test('is one form: when it goes', () => {
    expect(comments.length).toBeGreaterThan(5);
    expect(comments.filter((line) => !form.test(line))).toEqual([]);
  });

  test('is true: it is gone once no such Node.js is supported', () => {
    const [, major, minor] = /(\d+)\.(\d+)/.exec(packageJson.engines.node)?.map(Number) ?? [];
    const isOld = (line: string) => {
      const [, its, itsMinor = '999'] = form.exec(line) ?? [];
      return Number(its) * 1000 + Number(itsMinor) < Number(major) * 1000 + Number(minor);
    };
    expect(comments.filter(isOld)).toEqual([]);
  });
});
