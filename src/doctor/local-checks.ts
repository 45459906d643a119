import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { type Check, fail, pass, skipped, warn } from '../model/check.ts';
import type { OperationContract } from '../model/operation.ts';
import { settingsOf } from '../settings/definitions.ts';
import type { Inspection, SettingSource } from '../settings/index.ts';
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

/** Paths of the files that hold something secret, each once. */
function secretPaths(
  { given }: Pick<Inspection, 'given'>,
  cwd: string,
  contract: Contract,
): readonly string[] {
  const named = secretFiles.flatMap((key) => given.get(key)?.text ?? []).map((path) => resolve(cwd, path));
  const secrets = settingsOf(contract).entries.filter(([, { secret }]) => secret === true);
  const dotenv = secrets.flatMap(([key]) => {
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
export function secretFilesCheck(
  inspection: Pick<Inspection, 'given'>,
  cwd: string,
  contract: Contract,
): Check {
  const base = { id: 'secret-files', title: 'files with secrets', area: 'configuration' } as const;
  const paths = secretPaths(inspection, cwd, contract);
  const open = paths.filter(isOpen);
  if (open.length > 0)
    return {
      ...base,
      ...warn(`other users of this machine may read ${open.join(', ')}`, `chmod 600 ${open.join(' ')}`),
    };
  return { ...base, ...pass(paths.length === 0 ? 'none' : `only you may read ${paths.join(', ')}`) };
}

/** What each operation says of its own settings. */
export function operationChecks(
  { given, values }: Pick<Inspection, 'given' | 'values'>,
  operations: readonly OperationContract[],
): readonly Check[] {
  return operations.flatMap(({ name, method, check }) => {
    if (check === undefined) return [];
    const isInScope = values.operation === undefined || values.operation === name;
    const found = isInScope ? check.look({ given, values }) : skipped(`the ${method} is out of scope`);
    return [{ id: check.id, title: check.title, area: 'configuration', ...found }];
  });
}

/** Files whose time of writing is compared with the clock. */
export function datedFiles(paths: readonly string[]): readonly Dated[] {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ path, ms: stats.mtimeMs }];
  });
}
