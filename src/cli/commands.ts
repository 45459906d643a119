import type { DeclaredCommand } from './options/option.ts';

/** A command as the help of the program lists it. What it takes is loaded only where it is started, or asked for help. */
export interface ListedCommand {
  readonly name: string;
  readonly description: string;
  /** What is given besides flags, as commander reads it: `<file>`, `<files...>`. */
  readonly words?: readonly (readonly [name: string, description: string])[];
  readonly load: () => Promise<DeclaredCommand>;
}

const report = ['<file>', 'report.json, or exchanges.ndjson, which is judged anew'] as const;
const reports = () => import('./reports/commands.ts');
const onContract = () => import('./reports/contract-commands.ts');
const traffic = () => import('./traffic/commands.ts');
const setup = () => import('./setup/commands.ts');

export const commands: readonly ListedCommand[] = [
  {
    name: 'run',
    description: 'send the requests to a service, judge the responses, write the reports',
    load: async () => (await import('./run/commands.ts')).run,
  },
  {
    name: 'explore',
    description: 'ask a service what the document leaves open, by requests that were allowed; judge nothing',
    load: async () => (await import('./explore/commands.ts')).explore,
  },
  {
    name: 'requirements',
    description: 'list every requirement with its section of the document and its strength',
    load: async () => (await onContract()).requirements,
  },
  {
    name: 'explain',
    description:
      'explain what a requirement asks and where the document says so, with responses that conform and deviate',
    words: [['<id>', 'a requirement, such as delete.data.createdAt:format']],
    load: async () => (await onContract()).explain,
  },
  {
    name: 'openapi',
    description: 'print the contract as OpenAPI 3.1, or what was observed beyond it as an overlay',
    words: [['[answers]', 'for --overlay: answers to open questions; conformance.answers.json without it']],
    load: async () => (await onContract()).openapi,
  },
  {
    name: 'schema',
    description: 'print the contract as one JSON Schema, or as types of TypeScript',
    load: async () => (await onContract()).schema,
  },
  {
    name: 'docs',
    description: 'print a page of the documentation',
    words: [['[page]', 'a page, such as document; the list of pages without it']],
    load: async () => (await onContract()).docs,
  },
  {
    name: 'render',
    description: 'write the reports again from a report or a recording; sends nothing',
    words: [report],
    load: async () => (await reports()).render,
  },
  {
    name: 'check',
    description: 'judge recorded traffic and write the reports; sends nothing',
    words: [
      [
        '<files...>',
        "recorded traffic: HAR, NDJSON with one exchange a line, exchanges.ndjson of a run; plain, gzip or zstd; patterns such as 'log-*.gz'; - for standard input",
      ],
    ],
    load: async () => (await traffic()).check,
  },
  {
    name: 'merge',
    description: 'merge parts of recorded traffic that check --partial judged, and write the reports',
    words: [
      [
        '<parts...>',
        "files that check --partial wrote, one or more parts each; patterns such as 'part-*.json'; - for standard input",
      ],
    ],
    load: async () => (await traffic()).merge,
  },
  {
    name: 'watch',
    description: 'pass traffic on to a service unchanged, judge it as it passes, and write the reports',
    load: async () => (await traffic()).watch,
  },
  {
    name: 'waive',
    description: 'write a waiver for each deviation, in which you fill in reason and owner; sends nothing',
    words: [report],
    load: async () => (await reports()).waive,
  },
  {
    name: 'answers',
    description: 'list what is known of what the document leaves open, or declare it: answers accept [ID...]',
    words: [
      ['[action]', 'accept, to declare answers; the list without it'],
      ['[ids...]', 'questions whose answers are declared; all that were found without one'],
    ],
    load: async () => (await import('./reports/answers.ts')).answers,
  },
  {
    name: 'compare',
    description: 'show what changed from one run to another; exit 1 when a stated requirement got worse',
    words: [
      ['<before>', 'report.json of the earlier run, or its recording'],
      ['<after>', 'report.json of the later run, or its recording'],
    ],
    load: async () => (await reports()).compare,
  },
  {
    name: 'matrix',
    description: 'show the reports of several targets or runs side by side: what differs, and since when',
    words: [['<reports...>', 'report.json or recordings, folders that hold some, or patterns']],
    load: async () => (await reports()).matrix,
  },
  {
    name: 'serve',
    description: 'run the reference service on 127.0.0.1, for people who write clients',
    load: async () => (await setup()).serve,
  },
  {
    name: 'init',
    description:
      'ask for the settings, write them to a new .env or print them for a CI job, check the connection',
    load: async () => (await setup()).init,
  },
  {
    name: 'doctor',
    description: 'check everything that a run needs, the connection included; send no request',
    load: async () => (await setup()).doctor,
  },
  {
    name: 'completion',
    description: 'print a script with which a shell completes commands, flags and ids',
    words: [['<shell>', 'bash, zsh or fish']],
    load: async () => (await import('./options/completion.ts')).completion,
  },
];
