import type { Check } from '../../contract/checks.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Schema } from '../../contract/schemas.ts';
import { parseJson } from '../../json/json.ts';
import { pointerAt, pointerKeys } from '../../json/pointer.ts';
import { readBody, readSent } from '../../json/text.ts';
import { sourceOf } from '../../judge/sent.ts';
import type { Exchange, Response } from '../../model/exchange.ts';
import type { Evidence } from '../../model/finding.ts';
import type { JsonNode, ReadJson } from '../../model/json.ts';
import type { RequirementResult } from '../../model/report.ts';

/** A result with what decided it; undefined for a requirement that the contract does not have. */
export interface Checked extends Omit<RequirementResult, 'check'> {
  readonly check: Check | undefined;
}

export function withChecks(
  requirements: readonly RequirementResult[],
  contract: Pick<Contract, 'requirement'>,
): readonly Checked[] {
  return requirements.map((one) => ({ ...one, check: contract.requirement(one.id)?.check }));
}

/** What a requirement asks of a value, by the keywords of its schema; empty where no schema decides. */
export function keywordsOf(requirement: Checked | undefined): Schema {
  return requirement?.check?.kind === 'schema' ? requirement.check.schema : {};
}

/** One place of an answer that deviates, with everything that a rule may look at. */
export interface Deviation {
  readonly requirement: Checked;
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
  readonly requirements: readonly Checked[];
}

function rootIn(read: () => Pick<ReadJson, 'tree'>): JsonNode | null {
  try {
    return read().tree.root;
  } catch {
    return null;
  }
}

/** The value of a JSON text; null for what is none. */
export function parsed(text: string): JsonNode | null {
  return rootIn(() => ({ tree: parseJson(text, { depth: 100 }) }));
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
): Checked | undefined {
  return requirements.find((other) => other.place === requirement.place && other.facet === facet);
}

/** What was sent for the place, as the check `facet` of the place names it; null where that is not known. */
export function sentFor(deviation: Deviation, facet: 'echo' | 'count' = 'echo'): JsonNode | null {
  const check = beside(deviation, facet)?.check;
  if (check?.kind !== facet) return null;
  const { sent, addressed, evidence } = deviation;
  const { isPath, pointer, tokens } = sourceOf(check.source);
  const positions = pointerKeys(evidence.pointer).filter((key) => /^\d+$/.test(key));
  if (!isPath) return nodeAt(sent, pointerAt(pointer, positions.map(Number)));
  const value = addressed[tokens.at(-1) ?? ''];
  return value === undefined ? null : parsed(JSON.stringify(value));
}

/** Answers are read once, however many of their places deviate. */
export function deviationReader(
  exchanges: readonly Exchange[],
  all: readonly Checked[],
): (requirement: Checked, evidence: Evidence) => Deviation {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const roots = new Map<string, JsonNode | null>();
  const rootOf = (text: string | undefined, read: (text: string) => ReadJson) => {
    if (text === undefined) return null;
    const root = roots.get(text) ?? rootIn(() => read(text));
    roots.set(text, root);
    return root;
  };
  return (requirement, evidence) => {
    const exchange = byId.get(evidence.exchange);
    const { response = null, request } = exchange ?? {};
    const answer = rootOf(response?.body.text.replace(/^\ufeff/, ''), readBody);
    const holder = requirement.place === null ? null : nodeAt(answer, parentOf(evidence.pointer));
    return {
      requirement,
      evidence,
      name: requirement.place?.split('/').at(-1) ?? '',
      value:
        requirement.place === null ? null : (nodeAt(answer, evidence.pointer) ?? parsed(evidence.actual)),
      response,
      answer,
      around: holder?.type === 'object' ? holder.members : null,
      sent: rootOf(request?.body, readSent),
      addressed: request?.addressed ?? {},
      requirements: all.filter(({ operation }) => operation === requirement.operation),
    };
  };
}
