import type { DeclaredCommand } from './options/option.ts';

/** What is given besides flags, as commander reads it: `<file>`, `<files...>`. */
type Word = readonly [name: string, description: string];

/** A command as the help of the program lists it. What it takes is loaded only where it is started, or asked for help. */
export interface ListedCommand {
  readonly name: string;
  /** Heading of the help that it is listed under. */
  readonly group: string;
  readonly description: string;
  readonly words: readonly Word[];
  readonly load: () => Promise<DeclaredCommand>;
}

/** Commands in the order of help, each as the module exports it that it is loaded from. */
type CommandList<Name extends string> = {
  readonly [One in Name]: readonly [
    module: () => Promise<{ readonly [Same in One]: DeclaredCommand }>,
    description: string,
    ...words: readonly Word[],
  ];
};

function group<All extends CommandList<string & keyof All>>(
  heading: string,
  all: All,
): readonly ListedCommand[] {
  return Object.entries<CommandList<string>[string]>(all).map(([name, [module, description, ...words]]) => {
    const load = async () => (await module())[name] as DeclaredCommand;
    return { name, group: `${heading}:`, description, words, load };
  });
}

const report = ['<file>', 'report.json, or exchanges.ndjson to judge again'] as const;
const traffic = () => import('./traffic/commands.ts');

export const commands = [
  ...group('Start', {
    init: [
      () => import('./setup/init-orders.ts'),
      'ask for the settings, write them to a new .env, check the connection',
    ],
    doctor: [
      () => import('./setup/doctor.ts'),
      'check everything that a run needs, the connection included; send no request',
    ],
    run: [
      () => import('./run/commands.ts'),
      'send the requests to a service, judge the responses, write the reports',
    ],
    explain: [
      () => import('./reports/explain.ts'),
      'explain what a requirement asks; without an id, list all',
      ['[id]', 'such as delete.data.createdAt:format'],
    ],
  }),
  ...group('Traffic', {
    check: [
      traffic,
      'judge recorded traffic and write the reports; sends nothing',
      ['<files...>', 'recorded traffic, or all parts; - for stdin'],
    ],
    watch: [traffic, 'pass traffic on to a service, judge it as it passes, and write the reports'],
  }),
  ...group('Reports', {
    render: [
      () => import('./reports/render.ts'),
      'write the reports again from a report or a recording; sends nothing',
      report,
    ],
    compare: [
      () => import('./reports/compare.ts'),
      'compare two reports, the runs of one service, or several services',
      ['<reports...>', 'files, folders or patterns; the earlier one first'],
    ],
    waive: [
      () => import('./reports/waive.ts'),
      'write a waiver for each deviation, to be filled in; sends nothing',
      report,
    ],
  }),
  ...group('Beyond the document', {
    explore: [
      () => import('./explore/commands.ts'),
      'ask a service what the document leaves open; judge nothing',
    ],
    export: [
      () => import('./reports/export.ts'),
      'print the contract, or what was observed beyond it, for other tools',
      ['<form>', 'openapi, overlay, json-schema or types'],
      ['[answers]', 'for overlay: a file of answers'],
    ],
  }),
  ...group('Other', {
    serve: [
      () => import('./setup/serve.ts'),
      'run the reference service on 127.0.0.1, for people who write clients',
    ],
    completion: [
      () => import('./options/completion.ts'),
      'print a script with which a shell completes commands, flags and ids',
      ['<shell>', 'bash, zsh or fish'],
    ],
  }),
];
