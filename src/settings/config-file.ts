import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { kindOf } from '../files/look.ts';
import type { Origin } from '../files/read.ts';
import { lineFinder, parseDocument } from '../json/document.ts';
import { type JsonDocument, type JsonNode, nodeAt } from '../json/json.ts';
import type { Span } from '../model/json.ts';
import { nearestHint } from '../model/nearest.ts';
import type { Problem } from '../model/setting.ts';
import { isWithin, readText, withFile } from './files.ts';
import { quoted } from './setting.ts';

/** The name of a file of targets, which is searched for from the working directory upwards. */
export const configName = 'conformance.config.json';

export type Section = ReadonlyMap<string, JsonNode>;

/** A file of targets whose settings were not read yet. */
export interface ConfigFile {
  readonly path: string;
  /** True when `--config` named it; one that was only found is trusted less. */
  readonly named: boolean;
  /** Settings of every target that does not have its own. */
  readonly defaults: Section;
  /** By their names, in the order of the file. */
  readonly targets: ReadonlyMap<string, Section>;
  /** The line of a value, counted from 1. */
  readonly lineOf: (node: JsonNode) => number;
  /** As it was read, comments included; offsets of nodes are into it. */
  readonly text: string;
  /** The object of all targets in it. */
  readonly targetsAt: Span;
}

export type ConfigRead =
  | { readonly ok: true; readonly file: ConfigFile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A target's folder of reports has the same name. */
export const targetName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const rootMembers = ['$schema', 'defaults', 'targets'];

/** Targets of one file: several times what an organisation runs against. Each has settings that are read and a folder. */
const mostTargets = 1_000;

/** The file in the nearest folder from `cwd` upwards, no further than the root of a repository; null for none. */
export function nearestConfig(cwd: string): string | null {
  const path = join(cwd, configName);
  if (kindOf(path) !== null) return path;
  const parent = dirname(cwd);
  return parent === cwd || existsSync(join(cwd, '.git')) ? null : nearestConfig(parent);
}

function problem(setting: string, message: string, example: string): Problem {
  return { setting, message, example };
}

function membersOf(node: JsonNode | undefined): Section | null {
  return node?.type === 'object' ? node.members : null;
}

/** Problems with the structure of the file: everything but the settings themselves. */
function frameProblems(
  { root, duplicateKeys }: JsonDocument,
  at: (node: JsonNode) => string,
): readonly Problem[] {
  const members = membersOf(root);
  const targets = membersOf(members?.get('targets')) ?? new Map<string, JsonNode>();
  if (targets.size > mostTargets) {
    const message = `has ${targets.size} targets, more than ${mostTargets}: divide them among several files`;
    return [problem(at(root), message, `--config eu/${configName}`)];
  }
  const shape = '{ "targets": { "staging": { "baseUrl": "https://staging.example.com/api" } } }';
  const twice = duplicateKeys.map((pointer) => {
    const message = `has ${pointer.slice(1).replaceAll('/', '.')} twice: remove one of them`;
    return problem(at(nodeAt(root, pointer)), message, 'each name once');
  });
  if (members === null) return [...twice, problem(at(root), 'has to be an object', shape)];
  const isGiven = members.get('targets')?.type === 'object';
  const unknown = [...members].filter(([name]) => !rootMembers.includes(name));
  const named = [...members].filter(([name]) => name === 'defaults');
  const sections = [...named, ...[...targets].map(([name, node]) => [`targets.${name}`, node] as const)];
  return [
    ...twice,
    ...unknown.map(([name, node]) =>
      problem(at(node), `has an unknown member ${quoted(name)}${nearestHint(name, rootMembers)}`, shape),
    ),
    ...(isGiven ? [] : [problem(at(root), 'needs an object with targets', shape)]),
    ...sections
      .filter(([, { type }]) => type !== 'object')
      .map(([name, node]) =>
        problem(at(node), `needs an object of settings for ${name}`, '{ "timeoutMs": 5000 }'),
      ),
    ...nameProblems(targets, at),
  ];
}

function nameProblems(targets: Section, at: (node: JsonNode) => string): readonly Problem[] {
  const names = new Map<string, string>();
  return [...targets].flatMap(([name, node]) => {
    if (!targetName.test(name)) {
      const message = `has a target with the name ${quoted(name)}, which cannot be the name of the folder for its reports: expected at most 64 letters, digits, - and _, with a letter or digit first`;
      return [problem(at(node), message, '"staging"')];
    }
    const folder = name.toLowerCase();
    const other = names.get(folder);
    names.set(folder, other ?? name);
    if (other === undefined) return [];
    const message = `has the targets ${other} and ${name}: their folders would be the same on systems that ignore case`;
    return [problem(at(node), message, `"${name}-2"`)];
  });
}

/**
 * Reads the file that `--config` names, otherwise the nearest one from `cwd` upwards. Checks its structure only, not the
 * settings.
 * @param namedAs how a file is read that `flag` names; `referred` where nothing may be waited for
 */
export async function readConfigFile(
  cwd: string,
  flag: string | undefined,
  namedAs: Origin = 'named',
): Promise<ConfigRead> {
  const named = flag !== undefined;
  const path = named ? resolve(cwd, flag) : nearestConfig(cwd);
  if (path === null) {
    const message = `was not found in ${cwd} or in a parent folder. It describes the targets. To create it: conformance init --target NAME`;
    return { ok: false, problems: [problem(configName, message, `--config path/to/${configName}`)] };
  }
  const wrong = (found: string): ConfigRead => {
    const [setting, message] = named ? ['--config', withFile(path, found)] : [path, found];
    return { ok: false, problems: [problem(setting, message, `--config ${configName}`)] };
  };
  if (!named && !isWithin(dirname(path), path))
    return wrong(
      `is a link that leads out of ${dirname(path)}, and is read only if you pass it with --config`,
    );
  const found = readText(path, named ? namedAs : 'found');
  if ('problem' in found) return wrong(found.problem);
  const { default: stripComments } = await import('strip-json-comments');
  const text = stripComments(found.text, { trailingCommas: true });
  const lineAt = lineFinder(text);
  const parsed = parseDocument(text, 'config', lineAt);
  if (!('value' in parsed)) return wrong(parsed.problems.join('; '));
  const lineOf = (node: JsonNode) => lineAt(node.start);
  const problems = frameProblems(parsed.value, (node) => `${path}, line ${lineOf(node)},`);
  if (problems.length > 0) return { ok: false, problems };
  const members = membersOf(parsed.value.root);
  const targetsAt = members?.get('targets') ?? parsed.value.root;
  const sectionOf = (node: JsonNode | undefined): Section => membersOf(node) ?? new Map();
  const targets = new Map([...sectionOf(targetsAt)].map(([name, node]) => [name, sectionOf(node)]));
  const defaults = sectionOf(members?.get('defaults'));
  return { ok: true, file: { path, named, defaults, targets, lineOf, text: found.text, targetsAt } };
}
