import { parseJson } from '../../json/json.ts';
import { pointerKeys } from '../../json/pointer.ts';
import type { Exchange, Response } from '../../model/exchange.ts';
import type { Evidence } from '../../model/finding.ts';
import type { JsonNode } from '../../model/json.ts';
import type { RequirementResult } from '../../model/report.ts';

/** One place of an answer that deviates, with everything that a rule may look at. */
export interface Deviation {
  readonly requirement: RequirementResult;
  readonly evidence: Evidence;
  /** The last step of its place; empty for the whole answer. */
  readonly name: string;
  /** What was there, as JSON; null for words about it, and for what was cut. */
  readonly value: JsonNode | null;
  readonly response: Response | null;
  /** The whole answer, and the members of the object that holds the place; null where they cannot be read. */
  readonly answer: JsonNode | null;
  readonly around: ReadonlyMap<string, JsonNode> | null;
  /** What was sent: the body, and the identifiers of the path. */
  readonly sent: JsonNode | null;
  readonly addressed: Readonly<Record<string, string>>;
  /** All requirements of the operation. */
  readonly requirements: readonly RequirementResult[];
}

/** The value of a JSON text; null for what is none. */
export function parsed(text: string): JsonNode | null {
  try {
    return parseJson(text, { depth: 100 }).root;
  } catch {
    return null;
  }
}

/** The text of a JSON value, written without white space. */
export function written(node: JsonNode): string {
  switch (node.type) {
    case 'object':
      return `{${[...node.members].map(([key, value]) => `${JSON.stringify(key)}:${written(value)}`).join(',')}}`;
    case 'array':
      return `[${node.items.map(written).join(',')}]`;
    case 'number':
      return node.text;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(node.value);
  }
}

/** What is at a place; null where nothing is. */
export function nodeAt(root: JsonNode | null, pointer: string): JsonNode | null {
  let node = root;
  for (const step of pointerKeys(pointer)) {
    if (node?.type === 'object') node = node.members.get(step) ?? null;
    else node = node?.type === 'array' ? (node.items[Number(step)] ?? null) : null;
  }
  return node;
}

/** `/data/action` of `/data/action/amount`. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Another requirement on the same place. */
export function beside(
  { requirement, requirements }: Pick<Deviation, 'requirement' | 'requirements'>,
  facet: RequirementResult['facet'],
): RequirementResult | undefined {
  return requirements.find((other) => other.place === requirement.place && other.facet === facet);
}

/** What was sent for a field: in the body at the same place, or in the path. */
export function sentFor({
  requirement,
  evidence,
  sent,
  addressed,
  name,
  requirements,
}: Deviation): JsonNode | null {
  if (beside({ requirement, requirements }, 'echo') === undefined) return null;
  const pointer = evidence.pointer.replace(/^\/data/, '');
  const inBody = nodeAt(sent, pointer);
  if (inBody !== null) return inBody;
  const inPath = requirement.place === `/data/${name}` ? addressed[name] : undefined;
  return inPath === undefined ? null : parsed(JSON.stringify(inPath));
}

/** Answers are read once, however many of their places deviate. */
export function deviationReader(
  exchanges: readonly Exchange[],
  all: readonly RequirementResult[],
): (requirement: RequirementResult, evidence: Evidence) => Deviation {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const roots = new Map<string, JsonNode | null>();
  const rootOf = (id: string, text: string | undefined) => {
    const known = roots.get(id);
    if (known !== undefined) return known;
    const root = text === undefined ? null : parsed(text.replace(/^\ufeff/, ''));
    roots.set(id, root);
    return root;
  };
  return (requirement, evidence) => {
    const exchange = byId.get(evidence.exchange);
    const { response = null, request } = exchange ?? {};
    const answer = rootOf(evidence.exchange, response?.body.text);
    const holder = requirement.place === null ? null : nodeAt(answer, parentOf(evidence.pointer));
    return {
      requirement,
      evidence,
      name: requirement.place?.split('/').at(-1) ?? '',
      value:
        requirement.place === null ? null : (parsed(evidence.actual) ?? nodeAt(answer, evidence.pointer)),
      response,
      answer,
      around: holder?.type === 'object' ? holder.members : null,
      sent: request?.body === undefined ? null : parsed(request.body),
      addressed: request?.addressed ?? {},
      requirements: all.filter(({ operation }) => operation === requirement.operation),
    };
  };
}
