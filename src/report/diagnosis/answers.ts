import type { Facet } from '../../model/requirement.ts';
import { type Deviation, parsed } from './deviation.ts';
import type { Rule } from './rule.ts';

/** A rule about a whole answer. @param says continues `PUT and DELETE:` */
function answerRule(
  cause: string,
  facet: Facet,
  applies: (body: string, deviation: Deviation) => boolean,
  says: string,
  cure: string,
): Rule {
  return {
    cause,
    look: (deviation) => {
      const { requirement, response } = deviation;
      const body = response?.body.text ?? '';
      return requirement.facet === facet && applies(body, deviation) ? { cure } : null;
    },
    title: ({ methods }) => `${methods}: ${says}`,
  };
}

const always = () => true;

function isUtf8({ response }: Deviation): boolean {
  return response?.body.encoding !== 'base64';
}

function isUtf16({ response }: Deviation): boolean {
  if (response?.body.encoding !== 'base64') return (response?.body.text ?? '').includes('\u0000"');
  const bytes = Buffer.from(response.body.text.slice(0, 64), 'base64');
  const even = bytes.filter((byte, at) => at % 2 === 0 && byte === 0).length;
  const odd = bytes.filter((byte, at) => at % 2 === 1 && byte === 0).length;
  return bytes.length >= 4 && Math.max(even, odd) >= Math.floor(bytes.length / 4);
}

/** Where the first JSON value of a text ends, when brackets alone are counted; -1 where it does not end. */
function endOfObject(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function beginsWithObject(body: string): boolean {
  const end = body.trimStart().startsWith('{') ? endOfObject(body) : -1;
  return end !== -1 && end < body.trimEnd().length && parsed(body.slice(0, end))?.type === 'object';
}

function endsTooEarly(body: string, deviation: Deviation): boolean {
  return isUtf8(deviation) && body.trimStart().startsWith('{') && endOfObject(body) === -1;
}

/** An object behind something that keeps browsers from reading it as a script, or that makes it one. */
function isScript(body: string): boolean {
  return /^\)\]\}'|^[\w.$]+\(\s*\{[\s\S]*\}\s*\);?\s*$|^(?:while|for)\(/.test(body.trim());
}

const html = /^\s*<(?:!doctype html|html|head|body)\b/i;

function hasRefusingStatus(_: string, { response }: Deviation): boolean {
  return (response?.status ?? 0) >= 400;
}

/** Whole answers, and requests that should have been refused. */
export const answerRules: readonly Rule[] = [
  answerRule(
    'refused-with-a-record',
    'authorization',
    hasRefusingStatus,
    'requests without credentials get the record, in spite of a status that refuses',
    'leave the record out of refusals',
  ),
  answerRule(
    'any-token-gets-a-record',
    'made-up-token',
    hasRefusingStatus,
    'any token gets the record, in spite of a status that refuses',
    'leave the record out of refusals',
  ),
  answerRule(
    'no-credentials-needed',
    'authorization',
    always,
    'requests without credentials are served',
    'refuse requests without the Authorization header, with 401',
  ),
  answerRule(
    'any-token',
    'made-up-token',
    always,
    'any token is accepted',
    'check the token, and refuse one that was never issued, with 401',
  ),
  answerRule(
    'no-content',
    'json',
    (_, { response }) => response?.status === 204 || response?.status === 205,
    'the answer has no body (204)',
    'answer 200 with the JSON envelope: status, requestId and data',
  ),
  answerRule(
    'empty-body',
    'json',
    (body, deviation) => isUtf8(deviation) && body.trim() === '',
    'the body is empty',
    'answer with the JSON envelope: status, requestId and data',
  ),
  answerRule(
    'html',
    'json',
    (body) => html.test(body),
    'the answer is a page in HTML',
    'answer with the JSON envelope; a page often comes from a gateway, a login or an error handler',
  ),
  answerRule(
    'xml',
    'json',
    (body) => /^\s*<(?:\?xml|[a-z][\w:.-]*[\s>])/i.test(body),
    'the answer is XML',
    'answer with the JSON envelope',
  ),
  answerRule(
    'utf-16',
    'json',
    (_, deviation) => isUtf16(deviation),
    'the answer is in UTF-16',
    'write the body in UTF-8',
  ),
  answerRule(
    'no-utf-8',
    'json',
    (_, deviation) => !isUtf8(deviation),
    'the answer is not in UTF-8',
    'write the body in UTF-8',
  ),
  answerRule(
    'encoded-twice',
    'json',
    (body) => {
      const text = parsed(body);
      return text?.type === 'string' && parsed(text.value)?.type === 'object';
    },
    'the JSON was encoded twice',
    'encode the answer once: send the object, not a text that holds it',
  ),
  answerRule(
    'envelope-in-array',
    'json',
    (body) => {
      const list = parsed(body);
      return list?.type === 'array' && list.items.length === 1 && list.items[0]?.type === 'object';
    },
    'the envelope stands in an array',
    'send the object itself, not an array that holds it',
  ),
  answerRule(
    'no-object',
    'json',
    (body) => parsed(body) !== null,
    'the answer is JSON, but no object',
    'answer with the JSON envelope: status, requestId and data',
  ),
  answerRule(
    'script-around',
    'json',
    isScript,
    'there is a script around the JSON',
    'send the JSON object alone, without a prefix or a callback around it',
  ),
  answerRule(
    'text-behind',
    'json',
    (body) => beginsWithObject(body),
    'there is something behind the JSON object',
    'end the body with the closing brace of the object',
  ),
  answerRule(
    'ends-early',
    'json',
    endsTooEarly,
    'the JSON ends too early',
    'send the object whole; its last bytes are missing',
  ),
  answerRule(
    'byte-order-mark',
    'byte-order-mark',
    always,
    'there is a byte order mark before the JSON',
    'send the body without the bytes EF BB BF at its beginning',
  ),
  answerRule('key-twice', 'unique-keys', always, 'a key stands twice in one object', 'give each key once'),
  answerRule(
    'same-request-id',
    'uniqueness',
    always,
    'several answers have the same requestId',
    'make a new requestId for every answer',
  ),
];
