import type { Body, BodyRecorded, Exchange } from '../../schemas/types.ts';
import { JsonSyntaxError, JsonTooComplexError } from '../json/json.ts';
import { readRecorded, readSent } from '../json/text.ts';
import { attempt } from '../model/attempt.ts';
import { knowsRequestBody } from '../model/exchange.ts';
import type { ReadJson } from '../model/json.ts';
import type { ReadBody } from '../model/reading.ts';
import { maskedIn, nothingMasked, type SentData } from './sent.ts';
import { skipped } from './skipped.ts';

const byteOrderMark = '\ufeff';

/** The rest of a JSON text from its first error; empty where the text was only cut. */
const cutToken = /^(?:|-|t|tr|tru|f|fa|fal|fals|n|nu|nul|\\(?:u[0-9a-fA-F]{0,3})?)$/;
const cutNumber = /^(?:\.|[eE][+-]?)$/;

/** How recorders end what they cut: `… [truncated]`, `...(truncated, 5 KB more)`, `<300 bytes omitted>`. */
const cutMark =
  /^(?:…|\.{3}).*$|\s*(?:…|\.{3}|\W?\s*truncated\b|[[(<][^"{}]{0,40}(?:truncated|omitted|more|bytes|characters)\b)[^"{}]{0,80}$/is;

/** Whether a text that is not JSON may be the beginning of one. */
function endsInTheMiddle(text: string, { offset }: JsonSyntaxError): boolean {
  const rest = /^\s*[[{"]/.test(text) ? text.slice(offset).replace(cutMark, '') : text.slice(offset);
  return cutToken.test(rest) || (cutNumber.test(rest) && /\d/.test(text.charAt(offset - 1)));
}

/** What recorders write in place of a body. `[masked: …]` is the suite's own. */
const placeholder =
  /^\s*(?:[*•]+|-|redacted|\[object \w+\]|<Buffer[\da-f ]*(?:\.{3}.*)?>|[[(<{][^[\](){}<>"]{0,80}\b(?:redacted|masked(?!:)|omitted|removed|hidden|filtered|sanitized|stripped|truncated|binary|not (?:recorded|logged|captured|available))\b[^[\](){}<>"]{0,80}[\])>}])\s*$/i;

/** Whether bytes that are not UTF-8 may be the beginning of such. */
function endsInACharacter(base64: string): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return attempt(() => decoder.decode(Buffer.from(base64, 'base64'), { stream: true }), null) !== null;
}

const notRecorded: Readonly<Partial<Record<BodyRecorded, string>>> = {
  cut: 'only a part of the body was recorded',
  absent: 'the body was not recorded',
  altered: 'the body that was recorded is not the one that was sent: the recorder changed it',
  attached: 'the body is in another file, which is not read: recordHar of Playwright needs content: "embed"',
};
const endsEarly = { kind: 'not-recorded', problem: 'the body that was recorded ends in the middle' } as const;

/** There may have been no body at all. */
export const replaced = {
  kind: 'not-recorded',
  problem: 'the recorder put another text in place of the body',
} as const;

/**
 * @param read reads JSON within the limits
 * @param recorded how somebody else recorded it; absent where everything is known: then what is cut is no JSON
 */
export function readBody(
  { encoding, text, bytes }: Body,
  read: (text: string) => ReadJson,
  recorded?: BodyRecorded,
): ReadBody {
  const unknown = recorded && notRecorded[recorded];
  if (unknown !== undefined) return { kind: 'not-recorded', problem: unknown };
  const isOurs = recorded === undefined;
  if (bytes === 0) return { kind: 'not-json', problem: 'the body is empty' };
  if (encoding === 'base64')
    return !isOurs && endsInACharacter(text)
      ? endsEarly
      : { kind: 'not-json', problem: 'the body is not valid UTF-8' };
  const marked = text.startsWith(byteOrderMark);
  const content = marked ? text.slice(1) : text;
  try {
    const json = read(content);
    if (!isOurs && text.startsWith('"') && placeholder.test(String(json.value))) return replaced;
    return { kind: 'json', json, byteOrderMark: marked };
  } catch (error) {
    if (error instanceof JsonTooComplexError)
      return { kind: 'too-complex', excess: error.excess, problem: error.message };
    if (!isOurs && placeholder.test(text)) return replaced;
    if (!isOurs && error instanceof JsonSyntaxError && endsInTheMiddle(content, error)) return endsEarly;
    return { kind: 'not-json', problem: `the body is not JSON: ${(error as Error).message}` };
  }
}

/** A request with its body. */
export interface ReadRequest extends SentData {
  readonly exchange: Exchange;
  /** Null where there was no body. */
  readonly content: ReadBody | null;
}

function requestBody(exchange: Exchange): ReadBody | null {
  const { body = '' } = exchange.request;
  const how = exchange.recorded?.request.body;
  if (body === '' && knowsRequestBody(exchange)) return null;
  const read = how === undefined ? readSent : readRecorded;
  const content = readBody({ encoding: 'utf8', text: body, bytes: body.length }, read, how);
  if (how !== 'absent' || content.kind !== 'not-recorded') return content;
  return { ...content, problem: 'the body of the request was not recorded' };
}

const notWhole = skipped('only a part of what was sent was recorded, so nothing can be compared');
const notRead = skipped('what was sent is not JSON, so nothing can be compared');

export function readRequest(exchange: Exchange): ReadRequest {
  const { request, recorded, masked } = exchange;
  const content = requestBody(exchange);
  const body = content?.kind === 'json' ? content.json : null;
  const isWhole = knowsRequestBody(exchange) && content?.kind !== 'not-recorded';
  const isRead = request.body === undefined || body !== null;
  return {
    exchange,
    content,
    body,
    addressed: request.addressed,
    unknown: isWhole ? (isRead ? null : notRead) : notWhole,
    masked: recorded === undefined ? nothingMasked : maskedIn(masked, 'request-body'),
  };
}

/** What is known of the body of a request, even where more may have been sent. */
export function knownBody({ body, exchange }: ReadRequest): ReadJson | null {
  const { body: text = '' } = exchange.request;
  return body !== null || text === '' ? body : attempt(() => readSent(text), null);
}
