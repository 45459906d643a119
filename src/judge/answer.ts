import { type JsonDocument, JsonSyntaxError, JsonTooComplexError, parseJson } from '../json/json.ts';
import type { Answer } from '../model/answer.ts';
import type { Body, BodyRecorded } from '../model/exchange.ts';
import { rememberingLatest } from '../model/latest.ts';
import { limits } from '../model/limits.ts';

const byteOrderMark = '\ufeff';

/** The rest of a JSON text from its first error; empty where the text was only cut. */
const cutToken = /^(?:|-|t|tr|tru|f|fa|fal|fals|n|nu|nul|\\(?:u[0-9a-fA-F]{0,3})?)$/;
const cutNumber = /^(?:\.|[eE][+-]?)$/;

/** Whether a text that is not JSON may be the beginning of one. */
function endsInTheMiddle(text: string, { offset }: JsonSyntaxError): boolean {
  const rest = text.slice(offset);
  return cutToken.test(rest) || (cutNumber.test(rest) && /\d/.test(text.charAt(offset - 1)));
}

/** Whether bytes that are not UTF-8 may be the beginning of such. */
function endsInACharacter(base64: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'), { stream: true });
    return true;
  } catch {
    return false;
  }
}

const notRecorded = { cut: 'only a part of the body was recorded', absent: 'the body was not recorded' };
const endsEarly: Answer = { kind: 'not-recorded', problem: 'the body that was recorded ends in the middle' };

const withinLimits = (text: string): JsonDocument => parseJson(text, limits);

/** Texts that are remembered, and characters of one: many refusals are the same, and short. */
const mostTexts = 4;
const rememberedLength = 500;

const shortText = rememberingLatest(withinLimits, mostTexts);

function answerText(text: string): JsonDocument {
  return text.length > rememberedLength ? withinLimits(text) : shortText(text);
}

/**
 * @param recorded how somebody else recorded it; absent where everything is known: then what is cut is no JSON
 * @param parsed reads JSON within the limits; `parseJson` without it
 */
export function readBody(
  { encoding, text, bytes }: Body,
  recorded?: BodyRecorded,
  parsed: (text: string) => JsonDocument = answerText,
): Answer {
  if (recorded === 'cut' || recorded === 'absent')
    return { kind: 'not-recorded', problem: notRecorded[recorded] };
  const isOurs = recorded === undefined;
  if (bytes === 0) return { kind: 'not-json', problem: 'the body is empty' };
  if (encoding === 'base64')
    return !isOurs && endsInACharacter(text)
      ? endsEarly
      : { kind: 'not-json', problem: 'the body is not valid UTF-8' };
  const marked = text.startsWith(byteOrderMark);
  try {
    const document = parsed(marked ? text.slice(1) : text);
    return { kind: 'json', document, byteOrderMark: marked };
  } catch (error) {
    if (error instanceof JsonTooComplexError)
      return { kind: 'too-complex', excess: error.excess, problem: error.message };
    if (!isOurs && error instanceof JsonSyntaxError && endsInTheMiddle(marked ? text.slice(1) : text, error))
      return endsEarly;
    return { kind: 'not-json', problem: `the body is not JSON: ${(error as Error).message}` };
  }
}
