import type {
  Evidence,
  Exchange,
  FollowingDeviations,
  RequirementResult,
  Response,
} from '../../../schemas/types.ts';
import type { Check } from '../../contract/requirements.ts';
import type { Schema } from '../../contract/schemas.ts';
import { pointerKeys, valueAtPointer } from '../../json/place.ts';
import { isPlainObject, written } from '../../json/plain.ts';
import { readBody, readJson, readSent } from '../../json/text.ts';
import { attempt } from '../../model/attempt.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Members, ReadJson } from '../../model/json.ts';
import { known } from '../../model/known.ts';
import { requestPlace } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import { type SentData, sentValue, sourceOf } from '../../reading/sent.ts';

/** A result with what decided it; undefined for a requirement that the contract does not have. */
export interface Checked extends Omit<RequirementResult, 'check'> {
  readonly check: Check | undefined;
}

export function withChecks(requirements: readonly RequirementResult[]): readonly Checked[] {
  return requirements.map((one) => ({ ...one, check: contract.requirement(one.id)?.check }));
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

function variable(key: string): string {
  return `CONFORMANCE_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * How to change the value that a run sent for the place: `set CONFORMANCE_ENTITY_ID to …`; null where others sent it.
 * @param right the value that conforms, or the form that it needs
 */
export function settingCure(deviation: Deviation, right: string): string | null {
  const echo = beside(deviation, 'echo');
  if (echo?.check?.kind !== 'echo' || deviation.isRecorded) return null;
  const { isPath, tokens } = sourceOf(echo.check.source);
  const { command, bodySetting } = contract.operation(echo.operation);
  if (!isPath)
    return bodySetting === undefined ? null : `correct it in the file that ${variable(bodySetting)} names`;
  const [key = ''] = tokens;
  const set = `set ${variable(key)} to ${right}`;
  return command?.makes === key ? `${set}, or let ${variable(command.setting)} print it so` : set;
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

/** The place in the request of a place in the response: elements have the same positions. */
function requestPointer(place: string, { pointer }: { readonly pointer: string }): string {
  const positions = pointerKeys(pointer).filter((key) => /^\d+$/.test(key));
  return place.replaceAll('*', () => positions.shift() ?? '0');
}

function missingRow({ because, exchanges, evidence }: FollowingDeviations): Checked | null {
  const found = contract.requirement(because);
  if (found === undefined) return null;
  const place = found.place ?? requestPlace;
  return {
    ...found,
    verdict: 'deviates',
    counts: { conforms: 0, deviates: exchanges, notExercised: 0 },
    evidence: evidence.map(({ exchange, ...one }) => ({
      exchange,
      pointer: requestPointer(place, one),
      expected: '',
      actual: '',
    })),
    evidenceOmitted: 0,
    ...known({ schema: found.schema }),
  };
}

/** Requirements on requests that are the cause of deviations, and were not judged or do not deviate. */
export function causesBeside(deviating: readonly Checked[], all: readonly Checked[]): readonly Checked[] {
  const own = new Set(deviating.map(({ id }) => id));
  const causes = deviating.flatMap(({ follows = [] }) => follows).filter(({ because }) => !own.has(because));
  return [...groupBy(causes, ({ because }) => because).values()].flatMap(
    ([one]) => all.find(({ id }) => id === one.because) ?? missingRow(one) ?? [],
  );
}
