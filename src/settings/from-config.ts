import { dirname, resolve } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { proxySecrets } from '../http/proxy.ts';
import type { JsonNode } from '../json/json.ts';
import { nearest, nearestHint } from '../model/nearest.ts';
import type { Given, Problem, Setting, Wording } from '../model/setting.ts';
import { shellWord } from '../text/escape.ts';
import { urlOf } from '../text/url.ts';
import type { ConfigFile, Section } from './config-file.ts';
import { type Definitions, environmentNames, settingsOf } from './definitions.ts';
import { isSecretName, secretPrefix, type Variables } from './environment.ts';
import { textOf } from './from-program.ts';
import type { FoundSetting } from './read.ts';
import { quoted } from './setting.ts';

/**
 * A target is one more source of settings: members named as in the API, read by the same kinds, under the same rules
 * of trust. `ofTarget` at a setting says that the environment may not give it beside a target. Comments are replaced
 * by spaces, so the JSON reader knows lines and duplicate keys.
 */

/** The keys of settings that a file of targets may give: those that have a name in the environment. */
export function configMembers(contract: Contract): readonly string[] {
  return settingsOf(contract).entries.flatMap(([key, { env }]) => (env === null ? [] : [key]));
}

/** How a file may refer to a value that it does not hold. */
export const references = ['env', 'file', 'command'] as const;

export type Reference = (typeof references)[number];

/**
 * The setting that a reference gives: `accessToken` with a reference to a file is the setting `accessTokenFile`. Null
 * where the setting cannot be referred to in this way.
 */
export function referredSetting(key: string, how: Reference, { entries, get }: Definitions): string | null {
  const { group, kind, reach, env } = get(key);
  if (how === 'env') return reach !== 'command' && isSecretName(env ?? '') ? key : null;
  if (how === 'command' && reach === 'command') return key;
  if (group === undefined || reach === 'command' || kind.path !== undefined) return null;
  const fits = (other: Setting) =>
    other.group === group && (how === 'command' ? other.reach === 'command' : other.kind.path === 'file');
  return entries.find(([, other]) => fits(other))?.[0] ?? null;
}

/** How the value of a setting may be referred to. */
export function referencesTo(key: string, definitions: Definitions): readonly Reference[] {
  return references.filter((how) => referredSetting(key, how, definitions) !== null);
}

/** How a target gives what another variable names a file or a command for: `accessToken (as {"file": …})`, by key. */
export function referringMembers(definitions: Definitions): Readonly<Record<string, string>> {
  const others = definitions.entries.flatMap(([key]) =>
    references.flatMap((how): readonly [string, string][] => {
      const given = referredSetting(key, how, definitions);
      return given === null || given === key ? [] : [[given, `${key} (as {"${how}": …})`]];
    }),
  );
  return Object.fromEntries(others);
}

/** A value as a program would give it; null for an object. */
function plainOf(node: JsonNode): unknown {
  if (node.type === 'array') return node.items.map(plainOf);
  if (node.type === 'number') return node.text;
  return node.type === 'object' || node.type === 'null' ? null : node.value;
}

/** A command as it is written: a line for the shell, or a program and its arguments. */
function commandText(node: JsonNode): string | null {
  if (node.type === 'string') return node.value;
  const words = node.type === 'array' ? node.items : [];
  const texts = words.flatMap((word) => (word.type === 'string' ? [word.value] : []));
  return words.length > 0 && texts.length === words.length ? texts.map(shellWord).join(' ') : null;
}

/** What a member gives, before the environment is read: the key of a setting, and its text or the variable that holds it. */
type MemberValue = { readonly key: string } & (
  | { readonly text: string }
  | { readonly variable: string }
  | { readonly problem: string }
);

/** One setting of a section, and where it is: `targets.staging.timeoutMs`. */
type ConfigEntry = MemberValue & { readonly place: string; readonly node: JsonNode };

function exampleOf(key: string, definitions: Definitions): string {
  const how = referencesTo(key, definitions);
  const all: Readonly<Record<Reference, string>> = {
    env: `{"env": "${secretPrefix}STAGING"}`,
    file: '{"file": "staging-token.txt"}',
    command: '{"command": "./print-it.sh"}',
  };
  return how.map((one) => all[one]).join(', ');
}

/** A reference: an object with one member that says where the value is. */
function referred(key: string, node: JsonNode & { type: 'object' }, definitions: Definitions): MemberValue {
  const wrong = (problem: string): MemberValue => ({ key, problem });
  const ways = referencesTo(key, definitions);
  if (ways.length === 0) return wrong('is an object, but this setting is not secret: write its value');
  const [[name, value] = ['', null], ...others] = [...node.members];
  const how = ways.find((way) => way === name);
  if (how === undefined || value === null || others.length > 0)
    return wrong(`has to be a reference of one of these forms: ${exampleOf(key, definitions)}`);
  const text = how === 'command' ? commandText(value) : value.type === 'string' ? value.value : null;
  if (text === null || text === '') return wrong(`refers by ${how} to something that is not a text`);
  if (how !== 'env') return { key: referredSetting(key, how, definitions) ?? key, text };
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
    ? { key, variable: text }
    : wrong('refers by env to something that is not the name of a variable');
}

/** The URL of a proxy may hold a password. */
function holdsSecret({ secret, reach, env }: Setting, text: string): boolean {
  if (secret === true) return reach !== 'command';
  return isSecretName(env ?? '') && urlOf(text) !== null && proxySecrets({ httpProxy: text }).length > 0;
}

/** Problems never quote the value: it may be a secret in the wrong place. */
function said(key: string, node: JsonNode, definitions: Definitions): MemberValue {
  const definition = definitions.get(key);
  if (node.type === 'object') return referred(key, node, definitions);
  const command = definition.reach === 'command' ? commandText(node) : null;
  if (command !== null && command !== '') return { key, text: command };
  const plain = textOf(plainOf(node));
  if ('message' in plain) return { key, problem: plain.message };
  if (!holdsSecret(definition, plain.text)) return { key, text: plain.text };
  const problem = `holds the secret itself, and everybody with the checkout can read this file: refer to it instead, as in ${exampleOf(key, definitions)}`;
  return { key, problem };
}

function entriesOf(section: Section, name: string, contract: Contract): readonly ConfigEntry[] {
  const members = configMembers(contract);
  const known = [...section].filter(([key]) => members.includes(key));
  return known.map(([key, node]) => ({
    place: `${name}.${key}`,
    node,
    ...said(key, node, settingsOf(contract)),
  }));
}

/** What is wrong with a reference of a file that nobody named; null for nothing. */
function strangeReference(one: MemberValue, { named }: ConfigFile): string | null {
  if (!('variable' in one) || named || one.variable.startsWith(secretPrefix)) return null;
  return `refers to the variable ${one.variable}: a file that was not named may only refer to names that begin with ${secretPrefix}. Name the file with --config, or rename the variable`;
}

/** Every problem with the settings of a file, of all targets; what their values hold is not checked here. */
export function configProblems(file: ConfigFile, contract: Contract): readonly Problem[] {
  const members = configMembers(contract);
  const at = (node: JsonNode) => `${file.path}, line ${file.lineOf(node)},`;
  const misplaced = (name: string, member: string, node: JsonNode): readonly Problem[] => {
    if (name !== 'defaults' && member === 'out') {
      const message = `has ${name}.out: it belongs in defaults, as each target has its own folder below it`;
      return [{ setting: at(node), message, example: '"defaults": { "out": "conformance-report" }' }];
    }
    if (members.includes(member)) return [];
    const message = `has ${name} with ${quoted(member)}, which is not a setting${nearestHint(member, members)}`;
    const [meant = 'baseUrl'] = nearest(member, members);
    return [{ setting: at(node), message, example: `"${meant}"` }];
  };
  const sections = [...file.targets].map(([name, section]) => [`targets.${name}`, section] as const);
  return [['defaults', file.defaults] as const, ...sections].flatMap(([name, section]) => {
    const entries = entriesOf(section, name, contract);
    const problemOf = (
      { node, place, key }: ConfigEntry,
      message: string,
      example = exampleFor(key, contract),
    ) => ({ setting: `${at(node)} ${place}`, message, example });
    return [
      ...[...section].flatMap(([member, node]) => misplaced(name, member, node)),
      ...entries.flatMap((entry) => {
        if ('problem' in entry) return [problemOf(entry, entry.problem)];
        const message = strangeReference(entry, file);
        return message === null
          ? []
          : [problemOf(entry, message, exampleOf(entry.key, settingsOf(contract)))];
      }),
      ...entries.flatMap((entry) => {
        const first = entries.find(({ key }) => key === entry.key) ?? entry;
        const message = `gives the same setting as ${first.place}: keep one`;
        return first === entry ? [] : [problemOf(entry, message)];
      }),
    ];
  });
}

/** A setting as written in the file. */
export function exampleFor(key: string, contract: Contract, value?: string): string {
  const definitions = settingsOf(contract);
  const { secret, reach, example } = definitions.get(key);
  if (secret === true && reach !== 'command') return `"${key}": {"env": "${secretPrefix}STAGING"}`;
  const text = (value ?? example).replace(/^"(.*)"$/s, '$1');
  return `"${key}": ${/^(?:true|false|[0-9]{1,9})$/.test(text) ? text : JSON.stringify(text)}`;
}

/** The settings of one target, by their keys. Where it has neither the setting nor one of the same group, that of `defaults`. */
export function targetSettings(
  file: ConfigFile,
  target: string,
  environment: Variables,
  contract: Contract,
): ReadonlyMap<string, FoundSetting> {
  const { get } = settingsOf(contract);
  const own = entriesOf(file.targets.get(target) ?? new Map(), `targets.${target}`, contract);
  const groups = new Set(own.flatMap(({ key }) => get(key).group ?? []));
  const isLeft = ({ key }: ConfigEntry) => !groups.has(get(key).group ?? '');
  const inherited = entriesOf(file.defaults, 'defaults', contract).filter(isLeft);
  const found = (one: ConfigEntry): FoundSetting => {
    const member = one.place;
    const source = { kind: 'file', name: file.path, line: file.lineOf(one.node), member } as const;
    if ('problem' in one) return { text: '', source, problem: { message: one.problem } };
    if ('text' in one) {
      const isPath = get(one.key).kind.path !== undefined;
      return { text: isPath ? resolve(dirname(file.path), one.text) : one.text, source };
    }
    const name = one.variable;
    const text = (Object.hasOwn(environment, name) && environment[name]) || '';
    const referred = { kind: 'environment', name, member } as const;
    if (text !== '') return { text, source: referred };
    const message = `is missing: it refers to the variable ${name}, which is not set`;
    return { text: '', source: referred, problem: { message, example: () => `export ${name}=…` } };
  };
  return new Map([...inherited, ...own].map((one) => [one.key, found(one)]));
}

/** Names of settings in messages about a target: where the file has them, except for what a flag or the environment gave. */
export function targetWording(contract: Contract, given: ReadonlyMap<string, Given>): Wording {
  const { wording, get } = settingsOf(contract);
  const isElsewhere = (key: string) => {
    const { kind, name } = given.get(key)?.source ?? { kind: 'default', name: '' };
    return kind === 'flag' || (kind === 'environment' && environmentNames(get(key)).includes(name));
  };
  const inFile = (key: string) => given.get(key)?.source.member ?? key;
  return {
    name: (key) => (isElsewhere(key) ? wording.name(key) : inFile(key)),
    label: (key) => (isElsewhere(key) ? wording.label(key) : inFile(key)),
    example: (key, value) =>
      isElsewhere(key) ? wording.example(key, value) : exampleFor(key, contract, value),
  };
}
