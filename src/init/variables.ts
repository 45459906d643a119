import type { Contract } from '../contract/contract.ts';
import { proxySecrets } from '../http/proxy.ts';
import { settingsOf } from '../settings/definitions.ts';
import type { Inspection } from '../settings/index.ts';
import type { Variable } from './ci-settings.ts';
import { hasToken } from './draft.ts';

/** A proxy's URL is a secret where it holds credentials. */
function isSecretProxy(key: string, url: string): boolean {
  return /^https?Proxy$/.test(key) && proxySecrets({ httpProxy: url }).length > 0;
}

/** What a CI job has to be given: every setting about the target, secrets without their values. */
export function variablesOf(known: Pick<Inspection, 'given'>, contract: Contract): readonly Variable[] {
  const given = settingsOf(contract).entries.flatMap(
    ([key, { env, secret, scope, reach }]): readonly Variable[] => {
      const text = known.given.get(key);
      if (env === null || scope === 'run' || text === undefined || text.source.kind === 'default')
        return [];
      const isSecret = secret === true && reach !== 'command';
      return [{ name: env, value: isSecret || isSecretProxy(key, text.text) ? null : text.text }];
    },
  );
  return hasToken(known) ? given : [...given, { name: 'CONFORMANCE_ACCESS_TOKEN', value: null }];
}
