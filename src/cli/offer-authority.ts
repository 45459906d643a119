import type { Contract } from '../contract/contract.ts';
import { wayOf } from '../doctor/connection.ts';
import { connectionChecks } from '../doctor/connection-checks.ts';
import { reach } from '../http/reachability.ts';
import type { Draft } from '../init/draft.ts';
import { askText } from './interview.ts';
import type { Prompts } from './prompts.ts';

/** Looks whether the certificate of the service is trusted, and asks for the authority's where it is not. */
export async function withAuthority(prompts: Prompts, draft: Draft, contract: Contract): Promise<Draft> {
  const { inspection } = draft;
  const way = wayOf(inspection);
  if (!('target' in way) || way.target.protocol !== 'https:' || inspection.given.has('ca')) return draft;
  const checks = connectionChecks(await reach(way), true, Date.now());
  const refused = checks.find(({ id, standing }) => id === 'tls' && standing === 'fail');
  if (refused?.remedy?.includes('CONFORMANCE_CA_FILE') !== true) return draft;
  prompts.tell(refused.detail);
  const message = "File with that authority's certificate in PEM; Enter leaves it for later";
  return askText(prompts, draft, { key: 'ca', message, placeholder: 'staging-ca.pem' }, contract);
}
