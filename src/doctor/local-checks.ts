import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { attempt } from '../model/attempt.ts';
import { type CheckResult, checkOf, type DoctorCheck, fail, pass, skipped, warn } from '../model/check.ts';
import type { OperationContract } from '../model/operation.ts';
import { definitions } from '../settings/definitions.ts';
import type { Inspection, SettingSource } from '../settings/index.ts';

/** Three parts of Base64 in its URL form (RFC 7519, 3.1). */
const jsonWebToken = /^[\w-]+\.([\w-]+)\.[\w-]*$/;

/** The end of the year 9999, in seconds: what is later cannot be a date. */
const lastMoment = 253_402_300_799;

/** When a JSON Web Token expires, by its claim exp, in milliseconds since 1970; null for any other text. */
function expiryOf(token: string): number | null {
  const [, claims] = jsonWebToken.exec(token) ?? [];
  if (claims === undefined) return null;
  const exp = attempt(
    () => (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown }).exp,
    null,
  );
  return typeof exp === 'number' && exp > 0 && exp <= lastMoment ? exp * 1000 : null;
}

/** @param range alternatives `^1.2.3` and `>=1.2.3`, joined by `||`, as package.json has them */
function isWithin(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign, wanted = ''] = /(\^|>=)(.*)/.exec(part.trim()) ?? [];
    const sameMajor = sign !== '^' || Number.parseInt(version, 10) === Number.parseInt(wanted, 10);
    return sameMajor && version.localeCompare(wanted, 'en', { numeric: true }) >= 0;
  });
}

/** @param version without a leading v */
export function nodeCheck(version: string, range: string): DoctorCheck {
  const found = isWithin(version, range)
    ? pass(version)
    : fail(`${version} is not supported; expected ${range}`, 'install Node.js 24');
  return checkOf('node', 'Node.js', 'configuration', found);
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
}: Pick<Inspection, 'problems' | 'sources'>): readonly DoctorCheck[] {
  const found = problems.map(({ setting, message, example, remedies }) =>
    fail(`${setting} ${message}`, remedies?.join(' / ') ?? `for example: ${example}`),
  );
  const all = problems.length === 0 ? [pass(whence(sources))] : found;
  return all.map((one) => checkOf('settings', 'settings', 'configuration', one));
}

function tokenFound(
  { given, values }: Pick<Inspection, 'given' | 'values'>,
  problem: string | null | undefined,
): CheckResult {
  if (problem === null) return pass('printed by its command, which doctor ran as a run does');
  if (problem !== undefined)
    return fail(
      `doctor ran CONFORMANCE_ACCESS_TOKEN_COMMAND as a run does: it ${problem}`,
      'run the command by hand and see what it prints',
    );
  const source = given.get('accessToken')?.source;
  if (values.accessToken !== undefined)
    return pass(`from ${source?.kind === 'file' ? source.name : 'the environment'}`);
  if (values.accessTokenFile === undefined) return skipped('not checked: fix the token setting first');
  return pass(`in the file ${given.get('accessTokenFile')?.text}`);
}

/** What is known about the token besides the settings. */
export interface KnownToken {
  /** Of the command that prints it; null if it printed one, undefined without a command. */
  readonly problem?: string | null;
  /** The token that the command printed. */
  readonly printed?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Fails for a JSON Web Token that has expired, warns of one that expires soon. */
export function tokenCheck(
  known: Pick<Inspection, 'given' | 'values'>,
  { problem, printed, now }: KnownToken,
): DoctorCheck {
  const found = tokenFound(known, problem);
  const token = printed ?? known.values.accessToken ?? known.values.accessTokenFile;
  const ends = found.standing === 'pass' && token !== undefined ? expiryOf(token) : null;
  const told = ends === null ? found : withExpiry(found.detail, ends, now);
  return checkOf('token', 'access token', 'configuration', told);
}

function withExpiry(detail: string, ends: number, now: number): CheckResult {
  const at = `${new Date(ends).toISOString().slice(0, 19)}Z`;
  if (ends <= now) return fail(`${detail}; it expired at ${at} (its claim exp)`, 'get a new token');
  return ends - now < soonMinutes * 60_000
    ? warn(
        `${detail}; it expires at ${at}, in less than ${soonMinutes} minutes`,
        'get a new token before a run',
      )
    : pass(`${detail}; it expires at ${at} (its claim exp)`);
}

/** A run takes seconds; to read the checks before it takes minutes. */
const soonMinutes = 5;

const secretFiles = ['accessTokenFile', 'clientKeyFile', 'headersFile'] as const;

/** Paths of the files that hold something secret, each once. */
function secretPaths({ given }: Pick<Inspection, 'given'>, cwd: string): readonly string[] {
  const named = secretFiles.flatMap((key) => given.get(key)?.text ?? []).map((path) => resolve(cwd, path));
  const secrets = definitions.entries.filter(([, { secret }]) => secret === true);
  const dotenv = secrets.flatMap(([key]) => {
    const source = given.get(key)?.source;
    return source?.kind === 'file' ? [source.name] : [];
  });
  return [...new Set([...named, ...dotenv])];
}

function isOpen(path: string): boolean {
  return process.platform !== 'win32' && (attempt(() => statSync(path).mode, 0) & 0o077) !== 0;
}

/** Whether others on this machine may read a file with a secret in it. */
export function secretFilesCheck(inspection: Pick<Inspection, 'given'>, cwd: string): DoctorCheck {
  const paths = secretPaths(inspection, cwd);
  const open = paths.filter(isOpen);
  const remedy = `chmod 600 ${open.join(' ')}`;
  const well = paths.length === 0 ? 'none' : `only you may read ${paths.join(', ')}`;
  const warning = () => warn(`other users of this machine may read ${open.join(', ')}`, remedy);
  const found = open.length === 0 ? pass(well) : warning();
  return checkOf('secret-files', 'files with secrets', 'configuration', found);
}

/** What each operation says of its own settings. */
export function operationChecks(
  { given, values }: Pick<Inspection, 'given' | 'values'>,
  operations: readonly OperationContract[],
): readonly DoctorCheck[] {
  return operations.flatMap(({ name, method, check }) => {
    if (check === undefined) return [];
    const isInScope = values.operation === undefined || values.operation === name;
    const found = isInScope ? check.look({ given, values }) : skipped(`the ${method} is out of scope`);
    return [checkOf(check.id, check.title, 'configuration', found)];
  });
}
