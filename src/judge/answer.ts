import { JsonTooComplexError, parseJson } from '../json/json.ts';
import type { Answer } from '../model/answer.ts';
import type { Response } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';

const byteOrderMark = '\ufeff';

export function readAnswer({ body }: Response): Answer {
  if (body.bytes === 0) return { kind: 'not-json', problem: 'the body is empty' };
  if (body.encoding === 'base64') return { kind: 'not-json', problem: 'the body is not valid UTF-8' };
  const marked = body.text.startsWith(byteOrderMark);
  try {
    const document = parseJson(marked ? body.text.slice(1) : body.text, limits);
    return { kind: 'json', document, byteOrderMark: marked };
  } catch (error) {
    if (error instanceof JsonTooComplexError)
      return { kind: 'too-complex', excess: error.excess, problem: error.message };
    return { kind: 'not-json', problem: `the body is not JSON: ${(error as Error).message}` };
  }
}
