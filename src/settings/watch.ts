import type { TlsSettings } from '../http/connect.ts';
import type { ProxySettings } from '../http/proxy.ts';
import { known } from '../model/known.ts';
import type { Problem } from '../model/setting.ts';
import { type ConfigInput, inspectSettings } from './index.ts';
import { proxiesOf } from './settings.ts';

/** The connection to the service. Contents of files have been read. */
export interface WatchSettings {
  /** No slash at its end. */
  readonly upstream: string;
  readonly tls: TlsSettings;
  /** Credentials included. */
  readonly proxies: ProxySettings;
}

interface WatchInput extends Pick<ConfigInput, 'contract' | 'flags' | 'environment' | 'cwd' | 'naming'> {
  /** As it was typed; empty where it was not given. */
  readonly upstream: string;
}

const named = { setting: '--upstream', example: '--upstream https://staging.example.com/api' };

/** Reads the settings of `watch` from flags, the environment and `.env`. The upstream takes the place of a run's base URL. */
export async function readWatchSettings({
  upstream,
  ...input
}: WatchInput): Promise<{ readonly settings: WatchSettings } | { readonly problems: readonly Problem[] }> {
  if (upstream === '') return { problems: [{ ...named, message: 'is set to an empty value' }] };
  const given = { text: upstream, source: { kind: 'flag', name: named.setting } } as const;
  const { problems, values } = await inspectSettings({
    ...input,
    reporters: [],
    answers: new Map([['baseUrl', given]]),
    tokensPass: true,
  });
  const told = problems.map(({ key, ...problem }) =>
    key === 'baseUrl' ? { ...problem, ...named } : problem,
  );
  const { baseUrl, caFile: ca, clientCertFile: cert, clientKeyFile: key } = values;
  if (told.length > 0 || baseUrl === undefined) return { problems: told };
  return { settings: { upstream: baseUrl.url, tls: known({ ca, cert, key }), proxies: proxiesOf(values) } };
}
