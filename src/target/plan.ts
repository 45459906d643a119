import { contractOf } from '../contract/operations.ts';
import type { Credentials, Probe } from '../model/exchange.ts';
import type { Gap } from '../model/recording.ts';
import type { PlannedRequest } from '../model/report.ts';
import type { Operation } from '../model/requirement.ts';
import { encodeSegment, identifierProblem } from './identifiers.ts';

/** A token that no service has issued; no secret, so reports show it. */
export const madeUpToken = 'made-up-token-of-a-conformance-suite';

export interface PlanInput {
  readonly baseUrl: URL;
  readonly entityId: string;
  /** Rules that the operator named; each will be deleted. */
  readonly ruleIds: readonly string[];
  /** JSON text of the PUT's body. */
  readonly transformer: string;
  readonly operations: readonly Operation[];
  /** Whether to send requests without credentials and with a made-up token. */
  readonly unauthorized: boolean;
  /** How many times the authorised PUT is sent. */
  readonly repeat: number;
  /** Why there is no rule to delete, when there is none. */
  readonly noRule: string;
}

/** Probes of one resource, sent one after another; chains may overlap. */
export type Chain = readonly Probe[];

export interface Plan {
  readonly chains: readonly Chain[];
  readonly gaps: readonly Gap[];
}

/**
 * Fills a path template with identifiers and checks what came out, segment by segment: an identifier may never change
 * which resource a request is about.
 *
 * @throws Error for an identifier that configuration should have refused
 */
export function requestPath(
  baseUrl: URL,
  template: string,
  addressed: Readonly<Record<string, string>>,
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const identifier = addressed[name] ?? '';
    const problem = identifierProblem(identifier);
    if (problem !== null) throw new Error(`${name} ${problem}`);
    return encodeSegment(identifier);
  });
  const path = baseUrl.pathname.replace(/\/+$/, '') + filled;
  const reached = new URL(path, baseUrl).pathname;
  const sameShape = filled.split('/').length === template.split('/').length;
  if (reached !== path || !sameShape || filled.includes('//'))
    throw new Error(`the path ${path} does not have the shape ${template}`);
  return path;
}

const purposes: Readonly<Record<Credentials, string>> = {
  none: 'without the Authorization header; must not be served',
  'made-up': 'with a made-up token; must not be served',
  authorised: 'with the access token; every documented field of the answer is judged',
};

const probeNames: Readonly<Record<Credentials, string>> = {
  none: 'no-header',
  'made-up': 'made-up-token',
  authorised: 'authorised',
};

/** The id of the first request of its kind. */
export function probeName(operation: Operation, credentials: Credentials): string {
  return `${operation}-${probeNames[credentials]}`;
}

interface Resource {
  readonly operation: Operation;
  readonly path: string;
  readonly addressed: Readonly<Record<string, string>>;
  readonly body?: string;
}

function probe(resource: Resource, credentials: Credentials, number: number, of: number): Probe {
  const { operation } = resource;
  const { method } = contractOf(operation);
  return {
    ...resource,
    id: `${probeName(operation, credentials)}${number === 1 ? '' : `-${number}`}`,
    credentials,
    method,
    purpose: `${method} ${purposes[credentials]}${of === 1 ? '' : ` (${number} of ${of})`}`,
  };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** Refusals first: once one is served, the rest of its chain has nothing left to prove. */
function unauthorisedProbes(resource: Resource, input: PlanInput): readonly Probe[] {
  if (!input.unauthorized) return [];
  return [probe(resource, 'none', 1, 1), probe(resource, 'made-up', 1, 1)];
}

function putChain(input: PlanInput): Chain {
  const addressed = { entityId: input.entityId };
  const path = requestPath(input.baseUrl, contractOf('put').path, addressed);
  const resource: Resource = { operation: 'put', path, addressed, body: input.transformer };
  const authorised = numbers(input.repeat).map((number) =>
    probe(resource, 'authorised', number, input.repeat),
  );
  return [...unauthorisedProbes(resource, input), ...authorised];
}

function deleteChains(input: PlanInput): readonly Chain[] {
  const { ruleIds } = input;
  return ruleIds.map((automationRuleId, at) => {
    const addressed = { entityId: input.entityId, automationRuleId };
    const path = requestPath(input.baseUrl, contractOf('delete').path, addressed);
    const resource: Resource = { operation: 'delete', path, addressed };
    const authorised = probe(resource, 'authorised', at + 1, ruleIds.length);
    return at === 0 ? [...unauthorisedProbes(resource, input), authorised] : [authorised];
  });
}

export function makePlan(input: PlanInput): Plan {
  const wants = (operation: Operation) => input.operations.includes(operation);
  const noRule = wants('delete') && input.ruleIds.length === 0;
  return {
    chains: [...(wants('put') ? [putChain(input)] : []), ...(wants('delete') ? deleteChains(input) : [])],
    gaps: noRule ? [{ operation: 'delete', reason: input.noRule }] : [],
  };
}

export function plannedRequests({ chains }: Plan): readonly PlannedRequest[] {
  return chains.flat().map(({ id, method, path, purpose }) => ({ probe: id, method, path, purpose }));
}
