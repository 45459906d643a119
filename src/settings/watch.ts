import type { Contract } from '../contract/contract.ts';
import type { TlsSettings } from '../http/connect.ts';
import type { ProxySettings } from '../http/proxy.ts';
import type { ParseContext, Problem, SettingProblem } from '../model/setting.ts';
import { settingsOf, type Values } from './definitions.ts';
import { readEnvFile } from './env-file.ts';
import { type Flags, operatorSources, unknownVariables } from './from-operator.ts';
import { readSettings, type Sources } from './read.ts';
import { rulesOfConnection } from './rules.ts';
import { told as toldTo } from './setting.ts';
import { proxiesOf } from './settings.ts';
import { type Naming, trustedEnv } from './trusted-files.ts';

/** The connection to the service. Contents of files have been read. */
export interface WatchSettings {
  /** No slash at its end. */
  readonly upstream: string;
  readonly tls: TlsSettings;
  /** Credentials included. */
  readonly proxies: ProxySettings;
}

export interface WatchInput extends Pick<ParseContext, 'cwd'> {
  readonly contract: Contract;
  readonly flags: Flags;
  /** As it was typed; empty where it was not given. */
  readonly upstream: string;
  /** From takeEnvironment. */
  readonly environment: NodeJS.ProcessEnv;
  /** The command line that names a file of variables, for whoever trusts one that was found. */
  readonly naming: Naming;
}

const upstreamExample = '--upstream https://staging.example.com/api';

/** The upstream takes the place of a run's base URL. */
function sourcesFor({ find }: Sources, upstream: string): Sources {
  return {
    find: (definition, key) => {
      if (key === 'baseUrl') return { text: upstream, source: { kind: 'flag', name: '--upstream' } };
      return definition.connects === true ? find(definition, key) : null;
    },
    reference: false,
    rules: rulesOfConnection,
  };
}

function assembled(values: Values, upstream: string): WatchSettings {
  const { caFile: ca, clientCertFile: cert, clientKeyFile: key } = values;
  return {
    upstream,
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
    proxies: proxiesOf(values),
  };
}

/**
 * Reads the settings of `watch` from flags, the environment and `.env`. As tokens of clients pass, a `.env` that nobody
 * named decides nothing about where they go.
 */
export async function readWatchSettings(
  input: WatchInput,
): Promise<{ readonly settings: WatchSettings } | { readonly problems: readonly Problem[] }> {
  const { contract, flags, upstream, environment, cwd, naming } = input;
  const definitions = settingsOf(contract);
  const told = (problem: SettingProblem): Problem => {
    const found = toldTo(problem, definitions.wording);
    return problem.key === 'baseUrl' ? { ...found, setting: '--upstream', example: upstreamExample } : found;
  };
  if (upstream === '') return { problems: [told({ key: 'baseUrl', message: 'is set to an empty value' })] };
  const file = await readEnvFile(cwd, flags['envFile']);
  const files = file === null ? [] : [trustedEnv(file, naming)];
  const sources = sourcesFor(operatorSources({ flags, environment, file }), upstream);
  const context = { contract, cwd, reporters: [], today: new Date().toISOString().slice(0, 10) };
  const read = await readSettings(contract, sources, context, { files, tokensPass: true });
  const problems = [
    ...unknownVariables(environment, file, definitions),
    ...(file?.problems ?? []),
    ...read.refusal.problems,
    ...read.problems.map(told),
  ];
  if (problems.length > 0 || read.values.baseUrl === undefined) return { problems };
  return { settings: assembled(read.values, read.values.baseUrl.url) };
}
