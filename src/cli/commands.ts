import type { DeclaredCommand } from './options/option.ts';

/** What is given besides flags, as commander reads it: `<file>`, `<files...>`. */
type Word = readonly [name: string, description: string];

type CommandRow = readonly [
  /** What it takes is loaded only where it is started, or asked for help. */
  load: () => Promise<DeclaredCommand>,
  description: string,
  ...words: readonly Word[],
];

/** Commands by their names, in the order of help. @param heading of the help that they are listed under */
function group(heading: string, all: Readonly<Record<string, CommandRow>>) {
  return Object.entries(all).map(([name, [load, description, ...words]]) => {
    return { name, group: `${heading}:`, description, words, load };
  });
}

export type ListedCommand = ReturnType<typeof group>[number];

const report = ['<file>', 'report.json, or exchanges.ndjson to judge again'] as const;

export const commands = [
  ...group('Start', {
    init: [
      async () => (await import('./setup/init.ts')).init,
      'ask for the settings, write them to a new .env, check the connection',
    ],
    doctor: [
      async () => (await import('./setup/doctor.ts')).doctor,
      'check everything that a run needs, the connection included; send no request',
    ],
    run: [
      async () => (await import('./run/commands.ts')).run,
      'send the requests to a service, judge the responses, write the reports',
    ],
    explain: [
      async () => (await import('./reports/explain.ts')).explain,
      'explain what a requirement asks; without an id, list all',
      ['[id]', 'such as delete.data.createdAt:format'],
    ],
  }),
  ...group('Traffic', {
    check: [
      async () => (await import('./traffic/commands.ts')).check,
      'judge recorded traffic and write the reports; sends nothing',
      ['<files...>', 'recorded traffic, or all parts; - for stdin'],
    ],
    watch: [
      async () => (await import('./traffic/commands.ts')).watch,
      'pass traffic on to a service, judge it as it passes, and write the reports',
    ],
  }),
  ...group('Reports', {
    render: [
      async () => (await import('./reports/render.ts')).render,
      'write the reports again from a report or a recording; sends nothing',
      report,
    ],
    compare: [
      async () => (await import('./reports/compare.ts')).compare,
      'compare two reports, the runs of one service, or several services',
      ['<reports...>', 'files, folders or patterns; the earlier one first'],
    ],
    waive: [
      async () => (await import('./reports/waive.ts')).waive,
      'write a waiver for each deviation, to be filled in; sends nothing',
      report,
    ],
  }),
  ...group('Beyond the document', {
    explore: [
      async () => (await import('./explore/explore.ts')).explore,
      'ask a service what the document leaves open; judge nothing',
    ],
    export: [
      async () => (await import('./reports/export.ts')).export,
      'print the contract, or what was observed beyond it, for other tools',
      ['<form>', 'openapi, overlay, json-schema or types'],
      ['[answers]', 'for overlay: a file of answers'],
    ],
  }),
  ...group('Other', {
    serve: [
      async () => (await import('./setup/serve.ts')).serve,
      'run the reference service on 127.0.0.1, for people who write clients',
    ],
    completion: [
      async () => (await import('./options/completion.ts')).completion,
      'print a script with which a shell completes commands, flags and ids',
      ['<shell>', 'bash, zsh or fish'],
    ],
  }),
];
