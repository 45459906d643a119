import { definitions } from '../../src/settings/definitions.ts';

const settingsList = definitions.entries.map(([, definition]) => definition);
type Setting = (typeof settingsList)[number];

const introduction = `# Configuration

Which settings are there, and where do you set them? \`npm run docs\` generates this page from the definitions in the code.

A setting is a flag of \`conformance run\`, a variable of the environment, or a line of \`.env\`. Flags replace the
environment, and the environment replaces the file. An empty value counts as not set. \`-e FILE\` (\`--env-file FILE\`) reads
another file than \`.env\`. \`conformance run --plan\` shows every value and its source, and sends nothing. An unknown name
that starts with \`CONFORMANCE_\` is refused.

Secrets and commands have no flag, because every user of a machine can see the flags of a running command.

The three settings for the token are alternatives, and so are the two for the rules to delete. They are taken from one
source: a token in the environment replaces a token file in \`.env\`. Two in one source are refused. The client certificate
and its key are also taken from one source, and need each other.

## A .env found in the folder

A \`.env\` that is found in the folder, not passed with \`--env-file\`, is read only if the environment does not set the
token. Otherwise it is not read, and one line on standard error says so. The reason: the file may come from a checkout of
somebody else, who must not decide where your token is sent. \`--env-file .env\` reads it.

[.env.example](../.env.example) has the same settings, to fill in.
`;

const loopback = 'Loopback is `localhost`, `*.localhost`, `127.0.0.0/8` and `[::1]`.';

const parts = [
  {
    title: 'The service',
    words: [
      `With \`--reference\`, these flags are refused, and these variables are ignored. ${loopback}`,
      '',
    ],
    scope: undefined,
  },
  { title: 'The run', words: [], scope: 'run' },
] as const;

/** Angle brackets and bars are kept from acting; pages become links. */
function prose(text: string): string {
  const safe = text.replaceAll('<', '&lt;').replaceAll('|', '\\|');
  return safe.replaceAll(/docs\/([a-z-]+\.md)/g, '[$1]($1)');
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** As it is written, with a value: a line of `.env`, or else a flag. */
function exampleOf({ env, flag, example, kind }: Setting): string {
  if (env !== null) return `${env}=${example}`;
  return kind.placeholder === null ? (flag ?? '') : `${flag} ${example}`;
}

const columns: Readonly<Record<string, (setting: Setting) => string>> = {
  'setting = example': (setting) => code(exampleOf(setting)),
  flag: ({ flag }) => code(flag ?? ''),
  default: ({ default: value = '' }) => code(value),
  form: ({ kind }) => (kind.placeholder === null ? '' : prose(kind.form)),
  meaning: ({ description, required }) =>
    prose(required === undefined ? description : `${description} Required: ${required}.`),
};

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
}

/** The text of docs/configuration.md. */
export function configurationDocument(): string {
  const chapters = parts.flatMap(({ title, words, scope }) => {
    const settings = settingsList.filter((setting) => setting.scope === scope);
    // A column that nearly every row would leave empty is none.
    const shown = Object.entries(columns).filter(([, cell]) => settings.filter(cell).length > 1);
    const head = [line(shown.map(([name]) => name)), `|${'---|'.repeat(shown.length)}`];
    const rows = settings.map((setting) => line(shown.map(([, cell]) => cell(setting))));
    return [`## ${title}`, '', ...words, ...head, ...rows, ''];
  });
  return `${[introduction, ...chapters].join('\n').trimEnd()}\n`;
}
