import { dirname, relative, resolve } from 'node:path';
// As config-file.ts reads such files: comments become spaces.
import stripComments from 'strip-json-comments';
import type { Contract } from '../contract/contract.ts';
import type { ConfigFile } from '../settings/config-file.ts';
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

/** A target that is to be written. */
export interface DescribedTarget {
  readonly name: string;
  /** Texts by the keys of settings. */
  readonly values: ReadonlyMap<string, string>;
  /** Whether `defaults` of the file give a token. */
  readonly inheritsToken: boolean;
}

/** How the token is referred to: by a file, a command, or a variable of its own. */
function tokenMember(
  { name, values, inheritsToken }: DescribedTarget,
  fromFile: (path: string) => string,
): readonly Member[] {
  const [path, command] = [values.get('accessTokenFile'), values.get('accessTokenCommand')];
  if (path !== undefined) return [['accessToken', { file: fromFile(path) }]];
  if (command !== undefined) return [['accessToken', { command }]];
  return inheritsToken ? [] : [['accessToken', { env: secretVariable(name) }]];
}

/** The members of a target. */
function membersOf(
  target: DescribedTarget,
  contract: Contract,
  { cwd, file }: ConfigPlace,
): readonly Member[] {
  const { get } = settingsOf(contract);
  const fromFile = (text: string) => relative(dirname(file), resolve(cwd, text));
  const others = [...target.values].filter(([key]) => !key.startsWith('accessToken'));
  return [
    ...others.map(([key, text]): Member => {
      const { path: isPath, placeholder, range } = get(key).kind;
      const plain = placeholder === null ? text === 'true' : range === undefined ? text : Number(text);
      return [key, isPath === undefined ? plain : fromFile(text)];
    }),
    ...tokenMember(target, fromFile),
  ];
}

/** How a file is written. */
interface Layout {
  /** White space before the name of a target. */
  readonly indent: string;
  /** What a level is further in. */
  readonly unit: string;
  readonly lineBreak: string;
}

const ownLayout: Layout = { indent: '    ', unit: '  ', lineBreak: '\n' };

/** The layout of a file: that of its first target, where its name begins a line. */
function layoutOf({ text, targets }: Pick<ConfigFile, 'text' | 'targets'>): Layout {
  const [name = ''] = targets.keys();
  const indent =
    new RegExp(`^([ \\t]+)${JSON.stringify(name)}[ \\t]*:`, 'm').exec(text)?.[1] ?? ownLayout.indent;
  const unit = indent.startsWith('\t') ? '\t' : ' '.repeat(Math.max(1, Math.floor(indent.length / 2)));
  return { indent, unit, lineBreak: text.includes('\r\n') ? '\r\n' : '\n' };
}

function targetText(
  target: DescribedTarget,
  contract: Contract,
  place: ConfigPlace,
  { indent, unit, lineBreak }: Layout,
): string {
  const members = Object.fromEntries(membersOf(target, contract, place));
  const text = JSON.stringify(members, null, unit).replaceAll('\n', lineBreak + indent);
  return `${indent}${JSON.stringify(target.name)}: ${text}`;
}

const schema = './node_modules/entity-config-conformance/schemas/suite/config.schema.json';

/** A new file with one target. */
export function configText(target: DescribedTarget, contract: Contract, place: ConfigPlace): string {
  return `// Targets of entity-config-conformance, written by \`conformance init\`; \`conformance docs targets\` explains them.
{
  "$schema": ${JSON.stringify(schema)},
  "targets": {
${targetText(target, contract, place, ownLayout)}
  }
}
`;
}

/** The text of a file with one more target, the last one. Everything else stays as it is, comments included. */
export function withTarget(
  file: Pick<ConfigFile, 'text' | 'targets' | 'targetsAt'>,
  target: DescribedTarget,
  contract: Contract,
  place: ConfigPlace,
): string {
  const { text, targetsAt } = file;
  const layout = layoutOf(file);
  const entry = targetText(target, contract, place, layout);
  const bare = stripComments(text, { trailingCommas: true });
  const closing = targetsAt.end - 1;
  const last = bare.slice(0, closing).trimEnd().length;
  const between = text.slice(last, closing);
  const comma = stripComments(between).includes(',') ? ',' : '';
  const separator = comma === '' && file.targets.size > 0 ? ',' : '';
  const kept = between.trimEnd();
  const space = between.slice(kept.length);
  const end = space.includes('\n') ? space : layout.lineBreak + layout.indent.slice(layout.unit.length);
  return `${text.slice(0, last)}${separator}${kept}${layout.lineBreak}${entry}${comma}${end}${text.slice(closing)}`;
}
