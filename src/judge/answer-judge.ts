import type { Contract } from '../contract/contract.ts';
import { requirementId } from '../contract/requirement-id.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import type { ReadExchange } from '../model/answer.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JsonDocument } from '../model/json.ts';
import type { Facet } from '../model/requirement.ts';
import { FieldJudge } from './field.ts';
import { type Located, lookUp } from './locate.ts';
import { maskedIn, readSent, type Sent } from './sent.ts';
import { notExercised, type SpotVerdict } from './verdicts.ts';
import { byteOrderMarkVerdict, jsonVerdict, requestIdOf, uniqueKeysVerdicts } from './whole-answer.ts';

/** A JSON text whose fields are judged. */
export interface JudgedText {
  readonly document: JsonDocument;
  readonly sent: Sent;
  /** JSON Pointers where a secret was masked. */
  readonly masked: ReadonlySet<string>;
  /** The spots that a place names, looked up once for all requirements of the place. */
  readonly located: (place: string) => Located;
}

/** An answer that is judged in full, whoever asked: one that means success, or 2xx with JSON that is no object. */
export interface JudgedAnswer extends JudgedText {
  readonly exchange: Exchange;
  readonly byteOrderMark: boolean;
  /** Whether it was recorded as a value, so that nothing is known of its bytes. */
  readonly isParsed: boolean;
}

export function judgedAnswer({ exchange, answer, meaning }: ReadExchange): JudgedAnswer | null {
  if ((meaning !== 'success' && meaning !== 'no-object') || answer?.kind !== 'json') return null;
  const { document, byteOrderMark } = answer;
  return {
    exchange,
    document,
    byteOrderMark,
    isParsed: exchange.recorded?.response.body === 'parsed',
    sent: readSent(exchange),
    masked: maskedIn(exchange.masked, 'body'),
    located: lookUp(document.root),
  };
}

/** A value that is no object is a deviation, whatever its bytes. */
function isAboutBytes(facet: Facet, { document }: JudgedAnswer): boolean {
  if (facet === 'json') return document.root.type === 'object';
  return facet === 'byte-order-mark' || facet === 'unique-keys';
}

export const bytesNotRecorded = notExercised('the body was recorded as a value, not as it was written');

/** Judges of the requirements about fields, by id. */
export function fieldJudges(
  requirements: readonly ContractRequirement[],
  contract: Contract,
): ReadonlyMap<string, FieldJudge> {
  const placed = requirements.flatMap(({ place, ...requirement }) => {
    const { kind } = requirement.check;
    return place === null || kind === 'answer' || kind === 'request' ? [] : [{ ...requirement, place }];
  });
  return new Map(placed.map((requirement) => [requirement.id, new FieldJudge(requirement, contract)]));
}

/** Checks requirements against answers; what holds for every answer is looked up once. */
export class AnswerJudge {
  private readonly fields: ReadonlyMap<string, FieldJudge>;

  constructor(contract: Contract) {
    this.fields = fieldJudges(contract.requirements, contract);
  }

  /**
   * What one answer says about a requirement; null where other answers are needed too.
   * @param isShown whether evidence of what conforms is kept
   */
  verdicts(
    { id, facet, operation }: ContractRequirement,
    answer: JudgedAnswer,
    isShown: boolean,
  ): readonly SpotVerdict[] | null {
    const isObject = answer.document.root.type === 'object';
    const field = isObject ? this.fields.get(id) : undefined;
    if (field !== undefined) return field.verdicts(answer, isShown);
    if (answer.isParsed && isAboutBytes(facet, answer)) return [bytesNotRecorded];
    if (facet === 'json') return [jsonVerdict(answer)];
    if (facet === 'byte-order-mark') return [byteOrderMarkVerdict(answer)];
    if (facet === 'unique-keys') return uniqueKeysVerdicts(answer);
    if (!isObject)
      return [notExercised('the answer is no JSON object', requirementId(operation, null, 'json'))];
    if (facet === 'uniqueness' && requestIdOf(answer) === null)
      return [notExercised('the answer has no requestId in the form of a string')];
    return null;
  }
}

const made = new WeakMap<Contract, AnswerJudge>();

/** The only judge of a contract's answers: it knows nothing about any run. */
export function answerJudgeOf(contract: Contract): AnswerJudge {
  const known = made.get(contract) ?? new AnswerJudge(contract);
  made.set(contract, known);
  return known;
}
