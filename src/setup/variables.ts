import { entries } from '../config/definitions.ts';
import { proxySecrets } from '../target/proxy.ts';
import type { Variable } from './ci-settings.ts';
import { type Draft, hasToken } from './draft.ts';

/** A proxy's URL is a secret where it holds credentials. */
function isSecretProxy(key: string, url: string): boolean {
  return /^https?Proxy$/.test(key) && proxySecrets({ httpProxy: url }).length > 0;
}

/** What a CI job has to be given: every setting about the target, secrets without their values. */
export function variablesOf({ known }: Pick<Draft, 'known'>): readonly Variable[] {
  const given = entries.flatMap(([key, { env, secret, scope }]): readonly Variable[] => {
    const text = known.given.get(key);
    if (env === null || scope !== 'target' || text === undefined || text.source.kind === 'default') return [];
    const isSecret = secret === true && !key.endsWith('Command');
    return [{ name: env, value: isSecret || isSecretProxy(key, text.text) ? null : text.text }];
  });
  return hasToken({ known }) ? given : [...given, { name: 'CONFORMANCE_ACCESS_TOKEN', value: null }];
}
