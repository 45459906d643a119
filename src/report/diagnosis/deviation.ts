import type { Evidence, Exchange, RequirementResult, Response } from '../../../schemas/types.ts';
import type { Check } from '../../contract/requirements.ts';
import type { Schema } from '../../contract/schemas.ts';
import { pointerKeys, valueAtPointer } from '../../json/place.ts';
import { isPlainObject, written } from '../../json/plain.ts';
import { readBody, readJson, readSent } from '../../json/text.ts';
import { attempt } from '../../model/attempt.ts';
import type { Members, ReadJson } from '../../model/json.ts';
import type { OperationContract } from '../../model/operation.ts';
import { requestPlace } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import { type SentData, sentValue, sourceOf } from '../../reading/sent.ts';

/** A result with what decided it; undefined for a requirement that the contract does not have. */
export interface Checked extends Omit<RequirementResult, 'check'> {
  readonly check: Check | undefined;
  /** Settings of a run that may give what is sent for it; null where none does. */
  readonly settings: SentSettings | null;
}

/** Where a value comes from that a run sends. */
interface SentSettings {
  /** Of an identifier in the path, or of the file with the body. */
  readonly name: string;
  /** Of a command that may print the identifier. */
  readonly command?: string;
  readonly isBody: boolean;
}

function variable(key: string): string {
  return `CONFORMANCE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function settingsBehind(check: Check | undefined, operation: Origins): SentSettings | null {
  if (check?.kind !== 'echo') return null;
  const { isPath, tokens } = sourceOf(check.source);
  const [key = ''] = tokens;
  const { command, bodySetting } = operation;
  if (!isPath) return bodySetting === undefined ? null : { name: variable(bodySetting), isBody: true };
  const printed = command?.makes === key ? { command: variable(command.setting) } : {};
  return { name: variable(key), ...printed, isBody: false };
}

type Origins = Pick<OperationContract, 'command' | 'bodySetting'>;

export function withChecks(requirements: readonly RequirementResult[]): readonly Checked[] {
  return requirements.map((one) => {
    const known = contract.requirement(one.id);
    const settings = known && settingsBehind(known.check, contract.operation(known.operation));
    return { ...one, check: known?.check, settings: settings ?? null };
  });
}

/** What a requirement asks of a value, by the keywords of its schema; empty where no schema decides. */
export function keywordsOf(requirement: Pick<Checked, 'check'> | undefined): Schema {
  return requirement?.check?.kind === 'schema' ? requirement.check.schema : {};
}

/** One place of a response, or of a request, that deviates, with everything that a rule may look at. */
export interface Deviation {
  readonly requirement: Checked;
  readonly evidence: Evidence;
  /** The last step of its place; empty for the whole message. */
  readonly name: string;
  /** What was there; undefined for words about it, and for what was cut. */
  readonly value: unknown;
  readonly response: Response | null;
  /** Whether others sent the request: no setting of ours is behind it. */
  readonly isRecorded: boolean;
  /** The whole body, and the object that holds the place; undefined where they cannot be read. */
  readonly answer: unknown;
  readonly around: Members | undefined;
  /** What the response is compared with: the body of the request, and the identifiers of its path. */
  readonly sent: Pick<SentData, 'body' | 'addressed'>;
  /** All requirements of the operation. */
  readonly requirements: readonly Checked[];
}

/** The value of a JSON text; undefined for what is none. */
export function parsed(text: string): unknown {
  return attempt(() => readJson(text, { depth: 100 }), null)?.value;
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

/** What was sent for the place, as the check `facet` of the place names it; undefined where that is not known. */
export function sentFor(deviation: Deviation, facet: 'echo' | 'count' = 'echo'): unknown {
  const check = beside(deviation, facet)?.check;
  if (check?.kind !== facet) return undefined;
  const { sent, evidence } = deviation;
  const positions = pointerKeys(evidence.pointer).filter((key) => /^\d+$/.test(key));
  return sentValue(sent, sourceOf(check.source), positions.map(Number));
}

/**
 * How to change the value that a run sent for the place: `set CONFORMANCE_ENTITY_ID to …`; null where others sent it.
 * @param right the value that conforms; null where it is not known
 * @param what the form that it needs
 */
export function settingCure(deviation: Deviation, right: string | null, what: string): string | null {
  const settings = beside(deviation, 'echo')?.settings ?? null;
  if (settings === null || deviation.isRecorded) return null;
  const { name, command, isBody } = settings;
  if (isBody) return `correct it in the file that ${name} names`;
  const set = right === null ? `set ${name} to ${what}` : `set ${name} to ${right}`;
  return command === undefined ? set : `${set}, or let ${command} print it so`;
}

/** Bodies are read once, however many of their places deviate. */
export function deviationReader(
  exchanges: readonly Exchange[],
  all: readonly Checked[],
): (requirement: Checked, evidence: Evidence) => Deviation {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const bodies = new Map<string, ReadJson | null>();
  const bodyOf = (text: string | undefined, read: (text: string) => ReadJson) => {
    if (text === undefined) return null;
    const body = bodies.get(text) ?? attempt(() => read(text), null);
    bodies.set(text, body);
    return body;
  };
  return (requirement, evidence) => {
    const { response = null, request, recorded } = byId.get(evidence.exchange) ?? {};
    const { side, place } = requirement;
    const sent = bodyOf(request?.body, readSent);
    const answer = (side === 'request' ? sent : bodyOf(response?.body.text.replace(/^\ufeff/, ''), readBody))
      ?.value;
    const pointer = side === 'request' ? evidence.pointer.slice(requestPlace.length) : evidence.pointer;
    const holder = pointer === '' ? undefined : valueAtPointer(answer, parentOf(pointer));
    const value = place === null ? undefined : (valueAtPointer(answer, pointer) ?? parsed(evidence.actual));
    // A requirement that was not judged has evidence without its value (src/report/follows.ts).
    const isWithout = evidence.actual === '' && value !== undefined;
    return {
      requirement,
      evidence: isWithout ? { ...evidence, actual: written(value) } : evidence,
      name: place?.split('/').at(-1) ?? '',
      value,
      response,
      isRecorded: recorded !== undefined,
      answer,
      around: isPlainObject(holder) ? holder : undefined,
      sent: { body: side === 'request' ? null : sent, addressed: request?.addressed ?? {} },
      requirements: all.filter(({ operation }) => operation === requirement.operation),
    };
  };
}
