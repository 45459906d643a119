import type { Response } from '../../../schemas/types.ts';
import { JsonSyntaxError } from '../../json/json.ts';
import { readJson } from '../../json/text.ts';
import { valuesOf } from '../../model/exchange.ts';
import { known } from '../../model/known.ts';
import type { Deviation } from './deviation.ts';
import type { Diagnosis, MistakeName } from './mistakes.ts';

/** Whether a body is a page or a fragment of one. */
function isHtml(text: string, { headers }: Pick<Response, 'headers'>): boolean {
  if (!text.trimStart().startsWith('<')) return false;
  const [type = ''] = valuesOf(headers, 'content-type');
  return /^text\/html/i.test(type) || /<(?:!doctype html|html|head|body|h1|pre)\b/i.test(text.slice(0, 1000));
}

/** What to write in place of what is not JSON, by the words of `src/json/json.ts`. */
const notJsonCures: readonly (readonly [problem: RegExp, cure: string])[] = [
  [/^a comma before/, 'leave out the comma before the closing bracket'],
  [/^a comment/, 'leave comments out: JSON has none'],
  [/^a single quote/, 'write keys and texts in double quotes; JSON does not allow single quotes'],
  [/not closed|too early/, 'send the object whole; its last bytes are missing'],
  [/^text after/, 'end the body with the closing brace of the object'],
  [/^no comma/, 'write a comma in front of what follows'],
  [
    /NaN$|Infinity$/,
    'send a number: JSON has no {what}; some libraries still write it (for json.dumps in Python, set allow_nan=False)',
  ],
  [
    /^(?:None|True|False)$/,
    'write null, true and false, not {what}: the text of an object in Python is not JSON (json.dumps writes it)',
  ],
  [/^undefined$/, 'send null or a value, or leave the member out: JSON has no {what}'],
];

/** The first error of a text that is not JSON, and what to write in its place. */
function brokenJson(text: string): Diagnosis {
  try {
    readJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { problem: what } = error;
    const cure = notJsonCures.find(([pattern]) => pattern.test(what))?.[1].replace('{what}', what);
    return { cause: 'broken-json', key: what, what, ...known({ cure }) };
  }
  return { cause: 'broken-json', what: 'it cannot be read' };
}

/** What is in the place of one JSON object. */
export function inPlaceOfAnObject({ response, answer }: Deviation): Diagnosis | MistakeName {
  if (response === null) return 'empty-body';
  const { status, body } = response;
  if (status === 204 || status === 205) return { cause: 'no-content', key: `${status}`, what: `${status}` };
  if (body.encoding === 'base64') return 'no-utf-8';
  const text = body.text.replace(/^\ufeff/, '');
  if (text.trim() === '') return 'empty-body';
  if (isHtml(text, response)) return 'html';
  return answer === undefined ? brokenJson(text) : 'no-object';
}

/** Whether a request that was served got a status that refuses it. */
export function isRefusal({ response }: Deviation): boolean {
  return (response?.status ?? 0) >= 400;
}
