import { dirname, relative, resolve } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { settingsOf } from '../settings/definitions.ts';
import { secretPrefix } from '../settings/environment.ts';

/** The variable that holds the token of a target by default. */
export function secretVariable(target: string): string {
  return secretPrefix + target.toUpperCase().replaceAll('-', '_');
}

/** Where `init` was started, and where the file will be. */
export interface ConfigPlace {
  /** Relative paths in replies start here. */
  readonly cwd: string;
  /** Absolute path of the file. */
  readonly file: string;
}

type Member = readonly [name: string, value: unknown];

/** The members of a target. @param values texts by the keys of settings */
function membersOf(
  target: string,
  values: ReadonlyMap<string, string>,
  contract: Contract,
  { cwd, file }: ConfigPlace,
): readonly Member[] {
  const { get } = settingsOf(contract);
  const fromFile = (text: string) => relative(dirname(file), resolve(cwd, text));
  const others = [...values].filter(([key]) => !key.startsWith('accessToken'));
  const [path, command] = [values.get('accessTokenFile'), values.get('accessTokenCommand')];
  const token =
    path !== undefined
      ? { file: fromFile(path) }
      : command !== undefined
        ? { command }
        : { env: secretVariable(target) };
  return [
    ...others.map(([key, text]): Member => {
      const { path: isPath, placeholder, range } = get(key).kind;
      const plain = placeholder === null ? text === 'true' : range === undefined ? text : Number(text);
      return [key, isPath === undefined ? plain : fromFile(text)];
    }),
    ['accessToken', token],
  ];
}

/** One target as written in a file of targets, indented by four spaces. */
export function targetText(
  target: string,
  values: ReadonlyMap<string, string>,
  contract: Contract,
  place: ConfigPlace,
): string {
  const members = Object.fromEntries(membersOf(target, values, contract, place));
  const text = JSON.stringify(members, null, 2).replaceAll('\n', '\n    ');
  return `    ${JSON.stringify(target)}: ${text}`;
}

const schema = './node_modules/entity-config-conformance/schemas/suite/config.schema.json';

/** A new file with one target. @param entry as `targetText` gives it */
export function configText(entry: string): string {
  return `// Targets of entity-config-conformance, written by \`conformance init\`; \`conformance docs targets\` explains them.
{
  "$schema": ${JSON.stringify(schema)},
  "targets": {
${entry}
  }
}
`;
}
