import { copyFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// What vite builds on; keeps names and doc comments, and is pinned, as it makes what is published.
import { rolldown } from 'rolldown';
import { compiledFacets, documentValidators } from './generate/validators.mjs';

/**
 * Puts the compiled modules of build/ together into the few files of dist/, since most of a run's start is finding and
 * loading modules. Dependencies stay packages of their own. Nothing is made shorter: names, and most comments, stay.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const build = join(root, 'build');
const dist = join(root, 'dist');

/** What is started or imported from outside, and so keeps its path. */
const entries = [
  'src/cli/main',
  'src/cli/traffic/check-worker',
  'src/index',
  'src/matchers',
  'src/vitest',
  'reporters/vitest',
];

/** The page carries this style sheet, which is read from beside the file that has the page, and the source text of this module's functions. */
const style = 'reporters/html/page.css';
const untouched = 'reporters/html/client.js';

/**
 * Files of dist/, the ones that are needed first before the others: each holds these modules and all that they import,
 * unless an earlier one has it. Whatever is named in none becomes a file where something imports it.
 */
const files = {
  common: [
    'src/cli/options/command-line',
    'src/output/exit',
    'src/output/io',
    'src/output/tool',
    'src/output/working-directory',
    'src/settings/environment',
  ],
  commands: ['src/cli/program'],
  contract: ['src/operations/index', 'src/settings/definitions'],
  // What a report is read, written and compared with, and a run needs as well: no contract, no judge, no settings.
  shared: [
    'src/answers/words',
    'src/files/document-problem',
    'src/cli/options/option',
    'src/kinds/kinds',
    'src/output/run-output',
    'src/files/read',
    'src/json/text',
    'src/model/documents',
    'src/model/group-by',
    'src/report/gaps',
    'src/report/gate',
    'src/report/obstacles',
    'src/report/results',
    'src/secrets/redaction',
    'src/settings/report-url',
    'src/text/capital',
    'src/text/layout',
    'src/text/more',
  ],
  settings: ['src/settings/index'],
  recording: [
    'src/http/record',
    'src/http/decode',
    'src/run/run',
    'src/run/plan',
    'src/run/journal',
    'src/model/exchange',
  ],
  running: ['src/run/prepare', 'src/run/execute'],
  judging: ['src/judge/judge'],
  results: ['src/report/build', 'src/report/waivers'],
  reporting: [
    'src/output/publish',
    'src/report/draft-waivers',
    'reporters/outline/outline',
    'reporters/outline/about',
    'reporters/outline/conclusion',
    'reporters/outline/report',
    'reporters/outline/curl',
    'reporters/print/markdown',
    'reporters/outline/rows',
    'reporters/print/terminal',
    'reporters/print/terminal/page',
    'reporters/outline/traffic',
    'reporters/outline/unanswered',
    'reporters/outline/unchecked',
    'reporters/outline/waivers',
  ],
  page: ['reporters/html/page', 'reporters/html/view'],
  comparing: [
    'src/output/write-formats',
    'src/report/change',
    'src/report/matrix',
    'reporters/outline/comparison',
    'reporters/outline/targets',
  ],
};

/** The types of dist/src/matchers.cjs: those of the ES module, which declares what `expect` gets. */
const typesForRequire = `import type * as module from './matchers.js' with { 'resolution-mode': 'import' };
export type {
  ConformanceMatchers,
  ConformOptions,
  MatcherResult,
  Received,
  Sent,
  SentParts,
} from './matchers.js' with { 'resolution-mode': 'import' };
export declare const matchers: typeof module.matchers;
`;

const compiled = (module) => import(pathToFileURL(join(build, `${module}.js`)).href);
const [documents, facets, { contract }] = await Promise.all(
  ['src/files/document-ajv', 'src/contract/format-validators', 'src/operations/index'].map(compiled),
);
const generated = {
  ...documentValidators(documents),
  'src/contract/compiled-facets': compiledFacets(facets, contract),
};
for (const [module, text] of Object.entries(generated)) writeFileSync(join(build, `${module}.js`), text);

const groups = Object.entries(files).map(([name, modules], at, { length }) => {
  const paths = new Set(modules.map((module) => realpathSync(join(build, `${module}.js`))));
  return { name, priority: length - at, test: (id) => paths.has(id) };
});

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, join(build, `${entry}.js`)])),
  external: [/^[^./]/, join(build, untouched)],
  platform: 'node',
  // Some commands load late what others need at once.
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({
  dir: dist,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  codeSplitting: { groups },
  minifyInternalExports: false,
});
/** What loads with a file of dist/, itself included. */
function loadedWith(fileName, loaded = new Set()) {
  if (loaded.has(fileName)) return loaded;
  loaded.add(fileName);
  for (const next of output.find((file) => file.fileName === fileName)?.imports ?? [])
    loadedWith(next, loaded);
  return loaded;
}
/** Whoever only reads a report waits for no judge: its modules have to be named in a file that needs none. */
for (const reader of ['reporting', 'report-file', 'page'])
  if (loadedWith(`chunks/${reader}.js`).has('chunks/judging.js'))
    throw new Error(`${reader}.js of dist/ loads the judge: name in \`shared\` what it shares with it`);

/*
 * What jest's tests import, as CommonJS as well: jest's own `require` reads no ES module, on any version of Node.js, and
 * neither babel-jest nor ts-jest changes that. One file, as the files of dist/ are ES modules; dependencies that are ES modules
 * alone are in it. Written smaller, as nobody reads it: the other half has the same code.
 */
const forRequire = await rolldown({
  input: join(build, 'src/matchers.js'),
  external: [/^(?!fast-string-)[^./]/],
  platform: 'node',
});
await forRequire.write({
  file: join(dist, 'src/matchers.cjs'),
  format: 'cjs',
  codeSplitting: false,
  minify: true,
});
writeFileSync(join(dist, 'src/matchers.d.cts'), typesForRequire);

copyFileSync(join(root, style), join(dist, 'chunks/page.css'));

// Last, and written anew, as a copy has the time of the original on some systems: scripts/build-if-older.mjs takes its time for that of the build.
mkdirSync(dirname(join(dist, untouched)), { recursive: true });
writeFileSync(join(dist, untouched), readFileSync(join(build, untouched)));
