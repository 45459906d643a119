import { wayOf } from '../doctor/connection.ts';
import { connectionChecks } from '../doctor/connection-checks.ts';
import { reach } from '../http/reachability.ts';
import { answerProblems, type Draft, type DraftContext, withAnswer } from '../init/draft.ts';
import type { Prompts } from './prompts.ts';

/** Looks whether the certificate of the service is trusted, and asks for the authority's where it is not. */
export async function withAuthority(prompts: Prompts, draft: Draft, context: DraftContext): Promise<Draft> {
  const way = wayOf(draft.known);
  if (!('target' in way) || way.target.protocol !== 'https:' || draft.known.given.has('ca')) return draft;
  const checks = connectionChecks(await reach(way), true, Date.now());
  const refused = checks.find(({ id, standing }) => id === 'tls' && standing === 'fail');
  if (refused?.remedy?.includes('CONFORMANCE_CA_FILE') !== true) return draft;
  prompts.tell(refused.detail);
  const path = await prompts.text({
    message: "File with that authority's certificate in PEM; Enter leaves it for later",
    placeholder: 'staging-ca.pem',
    problemsOf: async (text) => (text === '' ? [] : answerProblems(draft, 'ca', text, context)),
  });
  return path === '' ? draft : withAnswer(draft, 'ca', path, context);
}
