import { entries } from '../config/definitions.ts';
import type { Variable } from './ci-settings.ts';
import { type Draft, hasToken } from './draft.ts';

/** What a CI job has to be given: every setting about the target, secrets without their values. */
export function variablesOf({ known }: Pick<Draft, 'known'>): readonly Variable[] {
  const given = entries.flatMap(([key, { env, secret, scope }]): readonly Variable[] => {
    const text = known.given.get(key);
    if (env === null || scope !== 'target' || text === undefined || text.source.kind === 'default') return [];
    return [{ name: env, value: secret === true && !key.endsWith('Command') ? null : text.text }];
  });
  return hasToken({ known }) ? given : [...given, { name: 'CONFORMANCE_ACCESS_TOKEN', value: null }];
}
