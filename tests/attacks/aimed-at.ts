import { aimedAt as aimed } from '../commands/targets.ts';
import type { ScriptedService } from '../support/service.ts';
import { reporters } from '../support/subject.ts';

/** Settings that aim at a hostile service, and ask for every format there is. */
export function aimedAt(service: Pick<ScriptedService, 'baseUrl'>): Record<string, string> {
  return { ...aimed(service), CONFORMANCE_REPORTER: reporters.map(({ name }) => name).join(',') };
}
