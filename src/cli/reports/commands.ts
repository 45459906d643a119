import { comparisonReporters, matrixReporters, reporters } from '../../../reporters/index.ts';
import { choice, formats, path, toggle } from '../../settings/kinds.ts';
import { printOptions } from '../options/common.ts';
import { command, type Options, type OptionValues } from '../options/option.ts';

/** Commands that read reports. */

const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

const renderOptions = {
  ...printOptions,
  reporter: {
    kind: formats(names(reporters)),
    topic: 'reports',
    description: 'Formats of the report; without this flag, all of them.',
    example: 'terminal,junit',
  },
  out: {
    kind: path('folder', 'a folder'),
    topic: 'reports',
    description: 'Folder for the reports; that of the file without it.',
    example: 'build/conformance',
  },
  waivers: {
    kind: path('file', 'a file of waivers in JSON'),
    topic: 'checks',
    description: 'Waivers to judge a recording with, in place of those that the run had.',
    example: 'conformance.waivers.json',
  },
  previous: {
    kind: path('file', 'report.json or exchanges.ndjson of an earlier run'),
    topic: 'reports',
    description: 'Report of an earlier run: every format then says what changed since.',
    example: 'last-week/report.json',
  },
  verify: {
    kind: path('file', 'report.json of the recording'),
    topic: 'checks',
    description:
      'Write nothing: judge the recording again, and say whether it gives this report; exit 1 where it does not.',
    example: 'conformance-report/report.json',
  },
} as const satisfies Options;

export type RenderFlags = OptionValues<typeof renderOptions>;

export const render = command({
  options: renderOptions,
  examples: [
    'render conformance-report/report.json',
    'render conformance-report/exchanges.ndjson --waivers conformance.waivers.json --out rendered',
    'render conformance-report/exchanges.ndjson --verify conformance-report/report.json',
  ],
  act: async ({ words: [file = ''], options, invocation }) => {
    const { render: act } = await import('./render.ts');
    return act(file, options, invocation);
  },
});

export const waive = command({
  options: {
    out: {
      kind: path('file', 'a file'),
      topic: 'reports',
      default: 'conformance.waivers.json',
      description: 'The file to write; it must not exist yet.',
      example: 'new.waivers.json',
    },
  },
  examples: ['waive conformance-report/report.json --out new.waivers.json'],
  act: async ({ words: [file = ''], options, invocation }) => {
    const { waive: act } = await import('./waive.ts');
    return act(file, options, invocation);
  },
});

/** Formats of a comparison or a matrix, and their folder. */
function writing(all: readonly { readonly name: string }[], folder: string) {
  return {
    reporter: {
      kind: formats(names(all)),
      topic: 'reports',
      description: `Formats to produce: ${names(all).join(', ')}; terminal without it, all with --out.`,
      example: 'terminal,html',
    },
    out: {
      kind: path('folder', 'a folder'),
      topic: 'reports',
      description: `Folder for the files; ${folder} without it.`,
      example: 'build/conformance',
    },
  } as const;
}

const compareOptions = {
  ...writing(comparisonReporters, "the later report's"),
  strict: {
    kind: toggle,
    topic: 'checks',
    description: 'A requirement that is only shown and got worse gives exit 1 as well.',
  },
} as const satisfies Options;

export type CompareOptions = OptionValues<typeof compareOptions>;

export const compare = command({
  options: compareOptions,
  examples: ['compare before/report.json after/report.json', 'compare before after --reporter html'],
  act: async ({ words: [before = '', after = ''], options, invocation: { cwd, io } }) => {
    const { compare: act } = await import('./compare.ts');
    return act([before, after], options, cwd, io);
  },
});

const matrixOptions = {
  by: {
    kind: choice(['targets', 'runs']),
    topic: 'checks',
    description: 'What a column is; targets by default if there are several, else runs.',
    example: 'runs',
  },
  ...writing(matrixReporters, 'the nearest folder that holds all reports'),
} as const satisfies Options;

export type MatrixFlags = OptionValues<typeof matrixOptions>;

export const matrix = command({
  options: matrixOptions,
  examples: ['matrix conformance-report', "matrix 'history/*.json' --by runs --out matrix"],
  act: async ({ words, options, invocation: { cwd, io } }) => {
    const { matrix: act } = await import('./matrix.ts');
    return act(words, options, cwd, io);
  },
});
