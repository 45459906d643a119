import type { DeclaredCommand } from './options/option.ts';

/** What is given besides flags, as commander reads it: `<file>`, `<files...>`. */
type Word = readonly [name: string, description: string];

/** A command as the help of the program lists it. What it takes is loaded only where it is started, or asked for help. */
export interface ListedCommand {
  readonly name: string;
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

function listed<All extends CommandList<string & keyof All>>(all: All): readonly ListedCommand[] {
  return Object.entries<CommandList<string>[string]>(all).map(([name, [module, description, ...words]]) => {
    const load = async () => (await module())[name] as DeclaredCommand;
    return { name, description, words, load };
  });
}

const report = ['<file>', 'report.json, or exchanges.ndjson, which is judged again'] as const;
const onContract = () => import('./reports/contract-commands.ts');
const traffic = () => import('./traffic/commands.ts');

export const commands = listed({
  run: [
    () => import('./run/commands.ts'),
    'send the requests to a service, judge the responses, write the reports',
  ],
  explore: [
    () => import('./explore/commands.ts'),
    'ask a service what the document leaves open, by requests that were allowed; judge nothing',
  ],
  requirements: [onContract, 'list every requirement with its section of the document and its strength'],
  explain: [
    onContract,
    'explain what a requirement asks and where the document says so, with responses that conform and deviate',
    ['<id>', 'a requirement, such as delete.data.createdAt:format'],
  ],
  openapi: [
    onContract,
    'print the contract as OpenAPI 3.1, or what was observed beyond it as an overlay',
    ['[answers]', 'for --overlay: answers to open questions; conformance.answers.json without it'],
  ],
  schema: [onContract, 'print the contract as one JSON Schema, or as TypeScript types'],
  docs: [
    onContract,
    'print a page of the documentation',
    ['[page]', 'a page, such as document; the list of pages without it'],
  ],
  render: [
    () => import('./reports/render.ts'),
    'write the reports again from a report or a recording; sends nothing',
    report,
  ],
  check: [
    traffic,
    'judge recorded traffic and write the reports; sends nothing',
    [
      '<files...>',
      "recorded traffic: HAR, NDJSON with one exchange a line, exchanges.ndjson of a run; plain, gzip or zstd; patterns such as 'log-*.gz'; - for standard input",
    ],
  ],
  merge: [
    traffic,
    'merge parts of recorded traffic that check --partial judged, and write the reports',
    [
      '<parts...>',
      "files that check --partial wrote, one or more parts each; patterns such as 'part-*.json'; - for standard input",
    ],
  ],
  watch: [traffic, 'pass traffic on to a service unchanged, judge it as it passes, and write the reports'],
  waive: [
    () => import('./reports/waive.ts'),
    'write a waiver for each deviation, in which you fill in reason and owner; sends nothing',
    report,
  ],
  answers: [
    () => import('./reports/answers.ts'),
    'list what is known of what the document leaves open, or declare it: answers accept [ID...]',
    ['[action]', 'accept, to declare answers; the list without it'],
    ['[ids...]', 'questions whose answers are declared; all that were found without one'],
  ],
  compare: [
    () => import('./reports/compare.ts'),
    'show what changed from one run to another; exit 1 when a stated requirement got worse',
    ['<before>', 'report.json of the earlier run, or its recording'],
    ['<after>', 'report.json of the later run, or its recording'],
  ],
  matrix: [
    () => import('./reports/matrix.ts'),
    'show the reports of several targets or runs side by side: what differs, and since when',
    ['<reports...>', 'report.json or recordings, folders that hold some, or patterns'],
  ],
  serve: [
    () => import('./setup/serve.ts'),
    'run the reference service on 127.0.0.1, for people who write clients',
  ],
  init: [
    () => import('./setup/init-orders.ts'),
    'ask for the settings, write them to a new .env or print them for a CI job, check the connection',
  ],
  doctor: [
    () => import('./setup/doctor.ts'),
    'check everything that a run needs, the connection included; send no request',
  ],
  completion: [
    () => import('./options/completion.ts'),
    'print a script with which a shell completes commands, flags and ids',
    ['<shell>', 'bash, zsh or fish'],
  ],
});
