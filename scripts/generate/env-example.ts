import type { Setting } from '../../src/model/setting.ts';
import { definitions } from '../../src/settings/definitions.ts';
import { wrap } from '../../src/text/layout.ts';

const head = `# Settings of entity-config-conformance. Copy this file to .env and fill in what you need.
# Flags go before the environment, and the environment before this file. An empty value is an absent one.
# Put a value that holds # or spaces in quotes. Relative paths start at the folder that the command is run in.
# Where the token does not stand in this file, a run has to be told its name: conformance run --env-file .env`;

function block(definition: Setting, name: string): string {
  const { description, kind, required, default: text, flag, example } = definition;
  const facts = [
    ...wrap(description, 108),
    ...(required === undefined ? [] : wrap(`Required: ${required}.`, 108)),
    `Form: ${kind.form}.`,
    ...(text === undefined ? [] : [`Default: ${text}`]),
    ...(flag === null ? [] : [`Flag: ${flag}`]),
    `Example: ${example}`,
  ];
  return [...facts.map((fact) => `# ${fact}`), `${name}=`].join('\n');
}

/** The text of `.env.example`: every setting that has a name in the environment, without a value. */
export function renderEnvExample(): string {
  const blocks = definitions.entries.flatMap(([, definition]) =>
    definition.env === null ? [] : [block(definition, definition.env)],
  );
  return `${[head, ...blocks].join('\n\n')}\n`;
}
