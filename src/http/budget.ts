import type { Exchange, Header, Masked } from '../../schemas/types.ts';
import { limits } from '../model/limits.ts';
import { writtenBytes } from './written.ts';

/**
 * One budget counts a response as it is written to the recording, and its JSON values, which cost memory however
 * short they are. A body that does not fit is a failure, since a part of it cannot be judged; headers and masked
 * places are cut and counted.
 */

/** Bytes that the responses of a run may take together. */
export function createBudget() {
  let left: number = limits.runBytes;
  return {
    /** For the next response, never less than the least that the limits name. */
    left: () => Math.max(limits.leastExchangeBytes, Math.min(limits.exchangeBytes, left)),
    /** @param received bytes of the body as it came: a body that is not kept took time as well */
    spend: (exchange: Exchange, received: number) => {
      left -= Math.max(responseBytes(exchange), received);
    },
  };
}

/** What the JSON values of a body are counted with; one of too many is not read, and its values take nothing more. */
export function valueBytes(text: string): number {
  const most = 1 + text.length - text.replaceAll(/[,[{]/g, '').length;
  return limits.valueBytes * Math.min(limits.values, most);
}

/** What came back and what is noted of it; the request is the operator's own, and of a size that was chosen. */
export function responseBytes({ request: _, ...answer }: Exchange): number {
  return Math.max(writtenBytes(answer), valueBytes(answer.response?.body.text ?? ''));
}

/** `1 more header`, `2 more headers` */
function more(count: number, what: string): string {
  return `${count} more ${what}${count === 1 ? '' : 's'}`;
}

/** Takes the place of headers that are left out. No service can send a header of this name: its bytes are Latin-1. */
const ellipsis = '…';

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
  const [name, count = ''] = given.at(-1) ?? [];
  const leftOut = name === ellipsis ? Number.parseInt(count, 10) || 0 : 0;
  const headers = [...(leftOut > 0 ? given.slice(0, -1) : given).entries()];
  const inTurn = [true, false].flatMap((first) => headers.filter(([, header]) => isWorthy(header) === first));
  let left = most;
  const kept = inTurn.slice(0, limits.headers).flatMap(([at, header]) => {
    const changed = change(header);
    const bytes = writtenBytes(changed) + 1;
    if (bytes > left) return [];
    left -= bytes;
    return [[at, changed] as const];
  });
  const list = kept.sort(([a], [b]) => a - b).map(([, header]) => header);
  const missing = leftOut + headers.length - kept.length;
  return missing === 0 ? list : [...list, [ellipsis, more(missing, 'header')]];
}

/**
 * The masked places that fit; of the others the last in each part is noted, without its place, and they are counted.
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
  const rest = masked.slice(kept.length).map(({ part, what }) => ({ part, at: '', what }));
  const [first] = rest;
  if (first === undefined) return kept;
  const noted = new Map(rest.map((place) => [place.part, place]));
  return [...kept, ...noted.values(), { ...first, what: more(rest.length, 'place') }];
}
