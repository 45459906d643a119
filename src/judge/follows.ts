import { type AcceptsValue, validator } from '../contract/compiled-facets.ts';
import { ExactNumber, numberText, sameScalar } from '../json/decimal.ts';
import { readJson } from '../json/text.ts';
import { attempt } from '../model/attempt.ts';
import { requestPlace } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { isSentMasked, type Lookup, type SentData, sentValue, sourceOf } from '../reading/sent.ts';

/**
 * A response that returns a wrong value because a client sent it deviates, and its cause is the request: the service
 * cannot return what was sent and what the document asks for. Which of the two it does makes no difference here.
 */

/** What a response returns at a place was sent at another, of which the document asks something, too. */
export interface Returned {
  readonly source: Lookup;
  /** Requirements on what is sent, by their ids. */
  readonly asked: readonly { readonly id: string; readonly fits: AcceptsValue }[];
}

/** @param source of the echo, as the contract names it; null where the document asks nothing of it */
export function returnedFrom(operation: string, source: string): Returned | null {
  const lookup = sourceOf(source);
  const place = `${requestPlace}${lookup.pointer}`;
  const asked = contract.requestRequirements.flatMap(({ id, check, ...one }) =>
    one.operation === operation && one.place === place && check.kind === 'schema'
      ? [{ id, fits: validator(check.schema) }]
      : [],
  );
  return lookup.isPath || asked.length === 0 ? null : { source: lookup, asked };
}

function like(value: unknown): unknown {
  return value instanceof ExactNumber ? value.like : value;
}

/** The JSON value of a text, and the text of a number or a boolean. */
function meaningOf(sent: unknown): unknown {
  if (typeof sent !== 'string') return typeof sent === 'boolean' ? String(sent) : numberText(sent);
  return attempt(() => readJson(sent).value, undefined);
}

/** What is there in a response, at a place where a value is returned. */
interface FoundValue {
  readonly value: unknown;
  /** Of the elements that it is in. */
  readonly positions: readonly number[];
  readonly sent: SentData;
  /** Whether it is compared with what was sent, or with the document. */
  readonly isEcho: boolean;
  /** Whether a value has the type that the response has to have there. */
  readonly isOfType: AcceptsValue;
}

/**
 * The requirement on the request from whose deviation that of the response follows; null where it is the service's own.
 * A response that does not equal a wrong value follows from it where it has the value that was meant, or none was.
 */
export function causeIn({ source, asked }: Returned, found: FoundValue): string | null {
  const { value, positions, sent, isEcho, isOfType } = found;
  const given = sentValue(sent, source, positions);
  if (given === undefined || isSentMasked(sent, source, positions)) return null;
  const broken = asked.find(({ fits }) => !fits(like(given)));
  if (broken === undefined) return null;
  if (!isEcho) return sameScalar(given, value) ? broken.id : null;
  const meant = meaningOf(given);
  return !isOfType(like(meant)) || sameScalar(meant, value) ? broken.id : null;
}
