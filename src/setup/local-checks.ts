import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Inspection, SettingSource } from '../config.ts';
import { type Check, fail, pass, skipped, warn } from './check.ts';
import type { Dated } from './connection-checks.ts';

type Version = readonly [major: number, minor: number, patch: number];

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor, patch];
}

function isAtLeast(
  [major, minor, patch]: Version,
  [wantedMajor, wantedMinor, wantedPatch]: Version,
): boolean {
  if (major !== wantedMajor) return major > wantedMajor;
  return minor === wantedMinor ? patch >= wantedPatch : minor > wantedMinor;
}

/** @param range alternatives `^1.2.3` and `>=1.2.3`, joined by `||`, as package.json has them */
function isWithin(version: Version, range: string): boolean {
  return range.split('||').some((part) => {
    const wanted = versionOf(part.trim().replace(/^(?:\^|>=)/, ''));
    const sameMajor = !part.trim().startsWith('^') || version[0] === wanted[0];
    return sameMajor && isAtLeast(version, wanted);
  });
}

/** @param version without a leading v */
export function nodeCheck(version: string, range: string): Check {
  const told = isWithin(versionOf(version), range)
    ? pass(version)
    : fail(`${version} is not supported; expected ${range}`, 'install a version of Node.js that is');
  return { id: 'node', title: 'Node.js', area: 'configuration', ...told };
}

function sourceText({ kind, name }: SettingSource['source']): string {
  return kind === 'environment' ? 'the environment' : kind === 'flag' ? 'flags' : name;
}

/** `from .env: A, B; from the environment: C`. */
function whence(sources: readonly SettingSource[]): string {
  const given = sources.filter(({ value, source }) => value !== null && source.kind !== 'default');
  const places = [...new Set(given.map(({ source }) => sourceText(source)))];
  return places
    .map((place) => {
      const here = given.filter(({ source }) => sourceText(source) === place);
      return `from ${place}: ${here.map(({ setting }) => setting).join(', ')}`;
    })
    .join('; ');
}

/** One check for each problem, or one for them all when there is none. */
export function settingsChecks({
  problems,
  sources,
}: Pick<Inspection, 'problems' | 'sources'>): readonly Check[] {
  const base = { id: 'settings', title: 'settings', area: 'configuration' } as const;
  if (problems.length === 0) return [{ ...base, ...pass(whence(sources)) }];
  return problems.map(({ setting, message, example, places = [], remedies }) => ({
    ...base,
    ...fail(
      [`${setting} ${message}`, places.join('; ')].join(' ').trimEnd(),
      remedies?.join(' / ') ?? `for example: ${example}`,
    ),
  }));
}

/** @param problem of the command that prints the token; null when it printed one, undefined when there is none */
export function tokenCheck(
  { given, values }: Pick<Inspection, 'given' | 'values'>,
  problem?: string | null,
): Check {
  const base = { id: 'token', title: 'access token', area: 'configuration' } as const;
  const place = (key: 'accessToken' | 'accessTokenFile') => {
    const source = given.get(key)?.source;
    return source?.kind === 'file' ? source.name : 'the environment';
  };
  if (problem === null) return { ...base, ...pass('printed by its command, which was run as a run does') };
  if (problem !== undefined)
    return {
      ...base,
      ...fail(
        `CONFORMANCE_ACCESS_TOKEN_COMMAND was run as a run does, and ${problem}`,
        'run the command by hand and see what it prints',
      ),
    };
  if (values.accessToken !== undefined) return { ...base, ...pass(`from ${place('accessToken')}`) };
  if (values.accessTokenFile !== undefined)
    return { ...base, ...pass(`in the file ${given.get('accessTokenFile')?.text}`) };
  return { ...base, ...skipped('none that could be used') };
}

const secretFiles = ['accessTokenFile', 'clientKey', 'headers'] as const;
const dotenvSecrets = ['accessToken', 'accessTokenCommand', 'ruleCommand'] as const;

/** Paths of the files that hold something secret, each once. */
function secretPaths({ given }: Pick<Inspection, 'given'>, cwd: string): readonly string[] {
  const named = secretFiles.flatMap((key) => given.get(key)?.text ?? []).map((path) => resolve(cwd, path));
  const dotenv = dotenvSecrets.flatMap((key) => {
    const source = given.get(key)?.source;
    return source?.kind === 'file' ? [source.name] : [];
  });
  return [...new Set([...named, ...dotenv])];
}

function isOpen(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
}

/** Whether others on this machine may read a file with a secret in it. */
export function secretFilesCheck(inspection: Pick<Inspection, 'given'>, cwd: string): Check {
  const base = { id: 'secret-files', title: 'files with secrets', area: 'configuration' } as const;
  const paths = secretPaths(inspection, cwd);
  const open = paths.filter(isOpen);
  if (open.length > 0)
    return {
      ...base,
      ...warn(`other users of this machine may read ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`),
    };
  return { ...base, ...pass(paths.length === 0 ? 'none' : `only you may read ${paths.join(', ')}`) };
}

/** What is deleted, or made by a command that only a run may start: it changes the service. */
export function ruleCheck({ given, values }: Pick<Inspection, 'given' | 'values'>): Check {
  const base = { id: 'rule', title: 'automation rule', area: 'configuration' } as const;
  if (values.operation === 'put') return { ...base, ...skipped('the DELETE is out of scope') };
  if (values.automationRuleIds !== undefined)
    return { ...base, ...pass(`${values.automationRuleIds.length} named: a run deletes what is named`) };
  if (values.ruleCommand !== undefined)
    return { ...base, ...pass('made by CONFORMANCE_RULE_COMMAND, which only a run starts') };
  if (given.has('automationRuleIds') || given.has('ruleCommand'))
    return { ...base, ...skipped('none that could be used') };
  return {
    ...base,
    ...warn(
      'none is named, so the DELETE is left out and a run ends as incomplete (exit 3)',
      'set CONFORMANCE_AUTOMATION_RULE_ID to rules that may be deleted, or CONFORMANCE_RULE_COMMAND to a command that makes one',
    ),
  };
}

/** Files whose time of writing is compared with the clock. */
export function datedFiles(paths: readonly string[]): readonly Dated[] {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ path, ms: stats.mtimeMs }];
  });
}
