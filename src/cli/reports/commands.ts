import { comparisonReporters, matrixReporters, reporters } from '../../../reporters/index.ts';
import { choice, formats, path } from '../../settings/kinds.ts';
import { printOptions } from '../options/common.ts';
import { about, type CommandInput, command } from '../options/option.ts';

/** Commands that read reports. */

const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

const renderOptions = {
  ...printOptions,
  ...about('reports', {
    reporter: {
      kind: formats(names(reporters)),
      description: 'Formats of the report; without this flag, all of them.',
      example: 'terminal,junit',
    },
    out: {
      kind: path('folder', 'a folder'),
      description: 'Folder for the reports; that of the file without it.',
      example: 'build/conformance',
    },
    previous: {
      kind: path('file', 'report.json or exchanges.ndjson of an earlier run'),
      description: 'Report of an earlier run: every format then says what changed since.',
      example: 'last-week/report.json',
    },
  }),
  ...about('checks', {
    waivers: {
      kind: path('file', 'a file of waivers in JSON'),
      description: 'Waivers to judge a recording with, in place of those that the run had.',
      example: 'conformance.waivers.json',
    },
    verify: {
      kind: path('file', 'report.json of the recording'),
      description:
        'Write nothing: judge the recording again, and say whether it gives this report; exit 1 where it does not.',
      example: 'conformance-report/report.json',
    },
  }),
};

export type RenderInput = CommandInput<typeof renderOptions>;

export const render = command({
  options: renderOptions,
  examples: [
    'render conformance-report/report.json',
    'render conformance-report/exchanges.ndjson --waivers conformance.waivers.json --out rendered',
    'render conformance-report/exchanges.ndjson --verify conformance-report/report.json',
  ],
  act: async (given) => (await import('./render.ts')).render(given),
});

const waiveOptions = about('reports', {
  out: {
    kind: path('file', 'a file'),
    default: 'conformance.waivers.json',
    description: 'The file to write; it must not exist yet.',
    example: 'new.waivers.json',
  },
});

export type WaiveInput = CommandInput<typeof waiveOptions>;

export const waive = command({
  options: waiveOptions,
  examples: ['waive conformance-report/report.json --out new.waivers.json'],
  act: async (given) => (await import('./waive.ts')).waive(given),
});

/** Formats of a comparison or a matrix, and their folder. */
function writing(all: readonly { readonly name: string }[], folder: string) {
  return about('reports', {
    reporter: {
      kind: formats(names(all)),
      description: `Formats to produce: ${names(all).join(', ')}; terminal without it, all with --out.`,
      example: 'terminal,html',
    },
    out: {
      kind: path('folder', 'a folder'),
      description: `Folder for the files; ${folder} without it.`,
      example: 'build/conformance',
    },
  });
}

const compareOptions = {
  ...writing(comparisonReporters, "the later report's"),
  ...about('checks', {
    strict: 'A requirement that is only shown and got worse gives exit 1 as well.',
  }),
};

export type CompareInput = CommandInput<typeof compareOptions>;

export const compare = command({
  options: compareOptions,
  examples: ['compare before/report.json after/report.json', 'compare before after --reporter html'],
  act: async (given) => (await import('./compare.ts')).compare(given),
});

const matrixOptions = {
  ...about('checks', {
    by: {
      kind: choice(['targets', 'runs']),
      description: 'What a column is; targets by default if there are several, else runs.',
      example: 'runs',
    },
  }),
  ...writing(matrixReporters, 'the nearest folder that holds all reports'),
};

export type MatrixInput = CommandInput<typeof matrixOptions>;

export const matrix = command({
  options: matrixOptions,
  examples: ['matrix conformance-report', "matrix 'history/*.json' --by runs --out matrix"],
  act: async (given) => (await import('./matrix.ts')).matrix(given),
});
