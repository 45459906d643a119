import type { Credentials, Gap, PlannedRequest, Probe } from '../../schemas/types.ts';
import { identifierProblem } from '../contract/identifiers.ts';
import { probeName } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import type { OperationContract, Resource } from '../model/operation.ts';
import { contract, pathParameter } from '../operations/index.ts';
import type { TargetSettings } from '../settings/index.ts';
import type { Made } from './commands.ts';

/** Probes of one resource, sent one after another; chains may overlap. */
export type Chain = readonly Probe[];

export interface RunPlan {
  readonly chains: readonly Chain[];
  readonly gaps: readonly Gap[];
}

/**
 * Fills a path template with identifiers and checks the result, segment by segment: an identifier may never change
 * which resource a request is about.
 *
 * @throws Error for an identifier that configuration should have refused
 */
export function requestPath(
  baseUrl: URL,
  template: string,
  addressed: Readonly<Record<string, string>>,
): string {
  const filled = template.replaceAll(pathParameter, (_, name: string) => {
    const identifier = addressed[name] ?? '';
    const problem = identifierProblem(identifier);
    if (problem !== null) throw new Error(`${name} ${problem}`);
    // RFC 3986 section 2.1.
    return encodeURIComponent(identifier);
  });
  const path = baseUrl.pathname.replace(/\/+$/, '') + filled;
  const reached = new URL(path, baseUrl).pathname;
  const sameShape = filled.split('/').length === template.split('/').length;
  if (reached !== path || !sameShape || filled.includes('//'))
    throw new Error(`the path ${path} does not have the shape ${template}`);
  return path;
}

const purposes: Readonly<Record<Credentials, string>> = {
  none: 'without the Authorization header; the service must refuse it',
  'made-up': 'with a made-up token; the service must refuse it',
  authorised: 'with the access token; every documented field of the response is judged',
};

/**
 * One chain for each resource; unauthorised requests first: once one of them is served, the rest of its chain has
 * nothing left to prove.
 */
function chainsOf(
  { name, method, path: template }: OperationContract,
  resources: readonly Resource[],
  { baseUrl, unauthorized }: TargetSettings,
): readonly Chain[] {
  const total = resources.reduce((sum, { times }) => sum + times, 0);
  let number = 0;
  return resources.map(({ addressed, body, times }, at) => {
    const path = requestPath(new URL(baseUrl), template, addressed);
    const probe = (credentials: Credentials, id: string, purpose: string): Probe => ({
      ...{ operation: name, path, addressed, ...known({ body }), id, credentials, method },
      purpose: `${method} ${purposes[credentials]}${purpose}`,
    });
    const refused = (['none', 'made-up'] as const).map((credentials) =>
      probe(credentials, probeName(name, credentials), ''),
    );
    const authorised = Array.from({ length: times }, () => {
      number += 1;
      const id = `${probeName(name, 'authorised')}${number === 1 ? '' : `-${number}`}`;
      return probe('authorised', id, total === 1 ? '' : ` (${number} of ${total})`);
    });
    return unauthorized && at === 0 ? [...refused, ...authorised] : authorised;
  });
}

/** @param results what commands made, by the names of their operations */
export function planOf(settings: TargetSettings, runId: string, results: ReadonlyMap<string, Made>): RunPlan {
  const { entityId, repeat, values } = settings;
  const inScope = contract.operations.filter(({ name }) => settings.operations.includes(name));
  const all = inScope.map((operation) => {
    const result = results.get(operation.name);
    if (result !== undefined && 'gap' in result) return { operation, asked: result };
    const made = result && operation.command && { [operation.command.makes]: result.value };
    const asked = operation.resources({ runId, entityId, repeat, values: { ...values, ...made } });
    return { operation, asked };
  });
  return {
    chains: all.flatMap(({ operation, asked }) =>
      'gap' in asked ? [] : chainsOf(operation, asked.resources, settings),
    ),
    gaps: all.flatMap(({ operation: { name }, asked }) =>
      'gap' in asked ? [{ operation: name, ...asked.gap }] : [],
    ),
  };
}

export function plannedRequests({ chains }: RunPlan): readonly PlannedRequest[] {
  return chains.flat().map(({ id, method, path, purpose }) => ({ probe: id, method, path, purpose }));
}
