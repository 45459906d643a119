import { JsonTooComplexError, parseJson } from '../json/json.ts';
import type { Exchange, Header, Masked } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import { writtenBytes } from './written.ts';

/** What one answer may take. */
export interface Room {
  /** As it is written to the recording. */
  readonly bytes: number;
  /** JSON values of its body: each takes memory, however few bytes it is written in. */
  readonly values: number;
}

export const fullRoom: Room = { bytes: limits.exchangeBytes, values: limits.values };

/** What the answers of a run may take together. */
export interface Budget {
  /** For the next answer: never more than `fullRoom`, never less than the least that the limits name. */
  readonly left: () => Room;
  /** @param received bytes of the body as it came: a body that is not kept took time as well */
  readonly spend: (exchange: Exchange, received?: number) => void;
}

function share(most: number, least: number, left: number): number {
  return Math.max(least, Math.min(most, left));
}

export function createBudget(): Budget {
  let bytes = limits.runBytes;
  let values = limits.runValues;
  return {
    left: () => ({
      bytes: share(fullRoom.bytes, limits.leastExchangeBytes, bytes),
      values: share(fullRoom.values, limits.leastExchangeValues, values),
    }),
    spend: (exchange, received = 0) => {
      bytes -= Math.max(answerBytes(exchange), received);
      if (exchange.response !== undefined)
        values -= Math.min(limits.values, mostValues(exchange.response.body.text));
    },
  };
}

/** JSON values that a text can hold at most. */
function mostValues(text: string): number {
  return 1 + text.length - text.replaceAll(/[,[{]/g, '').length;
}

function isWithin(text: string, values: number): boolean {
  try {
    parseJson(text.replace(/^\ufeff/, ''), { ...limits, values });
    return true;
  } catch (error) {
    return !(error instanceof JsonTooComplexError);
  }
}

/** Whether a body takes more memory than is left; a body that is too complex for any run is not read, and takes none. */
export function holdsTooMany(text: string, { values }: Room): boolean {
  if (mostValues(text) <= values || isWithin(text, values)) return false;
  return isWithin(text, limits.values);
}

/** What came back and what is noted of it; the request is the operator's own, and of a size that was chosen. */
export function answerBytes({ request: _, ...answer }: Exchange): number {
  return writtenBytes(answer);
}

/** Takes the place of headers that are left out. No service can send a header of this name: its bytes are Latin-1. */
const ellipsis = '…';

function moreHeaders(count: number): Header {
  return [ellipsis, `${count} more ${count === 1 ? 'header' : 'headers'}`];
}

function countOf(header: Header | undefined): number {
  return header?.[0] === ellipsis ? Number.parseInt(header[1], 10) || 0 : 0;
}

/**
 * The headers that fit, in their order, and last a header that counts the others.
 * @param most bytes as written
 * @param change what is kept of a header; asked only for those that may fit
 * @param isWorthy headers that go before the others where not all fit
 */
export function fittingHeaders(
  given: readonly Header[],
  most: number,
  change: (header: Header) => Header,
  isWorthy: (header: Header) => boolean = () => false,
): readonly Header[] {
  const leftOut = countOf(given.at(-1));
  const headers = leftOut > 0 ? given.slice(0, -1) : given;
  const places = [...headers.entries()];
  const inTurn = [
    ...places.filter(([, header]) => isWorthy(header)),
    ...places.filter(([, header]) => !isWorthy(header)),
  ];
  let left = most;
  const kept = inTurn.slice(0, limits.headers).flatMap(([at, header]) => {
    const changed = change(header);
    const bytes = writtenBytes(changed) + 1;
    if (bytes > left) return [];
    left -= bytes;
    return [[at, changed] as const];
  });
  const list = kept.sort(([a], [b]) => a - b).map(([, header]) => header);
  const more = leftOut + headers.length - kept.length;
  return more === 0 ? list : [...list, moreHeaders(more)];
}

/**
 * The masked places that fit; the others are noted once for each part and name, without a place, and counted.
 * @param most bytes as written
 * @param change what is kept of a place; asked only for those that may fit
 */
export function fittingMasked(
  masked: readonly Masked[],
  most: number,
  change: (place: Masked) => Masked = (place) => place,
): readonly Masked[] {
  let left = most;
  const kept: Masked[] = [];
  for (const place of masked) {
    const changed = change(place);
    left -= writtenBytes(changed) + 1;
    if (left < 0) break;
    kept.push(changed);
  }
  const rest = masked.slice(kept.length);
  const [first] = rest;
  if (first === undefined) return kept;
  const kinds = new Map(rest.map(({ part, what }) => [`${part} ${what}`, { part, at: '', what }]));
  const what = `${rest.length} more ${rest.length === 1 ? 'place' : 'places'}`;
  return [...kept, ...kinds.values(), { part: first.part, at: '', what }];
}
