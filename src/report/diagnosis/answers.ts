import { type Deviation, parsed } from './deviation.ts';
import type { Mistake } from './mistake.ts';

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

interface AnswerMistake extends Pick<Mistake, 'cause' | 'facet'> {
  /** Whether it is this one, of those with the same facet; always without it. */
  readonly applies?: (body: string, deviation: Deviation) => boolean;
  readonly title: string;
  readonly cure: string;
}

const isRefusal: AnswerMistake['applies'] = (_, { response }) => (response?.status ?? 0) >= 400;
const envelope = 'the JSON envelope: status, requestId and data';

const served: readonly AnswerMistake[] = [
  {
    cause: 'refused-with-a-record',
    facet: 'authorization',
    applies: isRefusal,
    title: 'requests without credentials get the record, in spite of a status that refuses',
    cure: 'leave the record out of refusals',
  },
  {
    cause: 'any-token-gets-a-record',
    facet: 'made-up-token',
    applies: isRefusal,
    title: 'any token gets the record, in spite of a status that refuses',
    cure: 'leave the record out of refusals',
  },
  {
    cause: 'no-credentials-needed',
    facet: 'authorization',
    title: 'requests without credentials are served',
    cure: 'refuse requests without the Authorization header, with 401',
  },
  {
    cause: 'any-token',
    facet: 'made-up-token',
    title: 'any token is accepted',
    cure: 'check the token, and refuse one that was never issued, with 401',
  },
];

const notOneObject: readonly Omit<AnswerMistake, 'facet'>[] = [
  {
    cause: 'no-content',
    applies: (_, { response }) => response?.status === 204 || response?.status === 205,
    title: 'the answer has no body (204)',
    cure: `answer 200 with ${envelope}`,
  },
  {
    cause: 'empty-body',
    applies: (body, deviation) => isUtf8(deviation) && body.trim() === '',
    title: 'the body is empty',
    cure: `answer with ${envelope}`,
  },
  {
    cause: 'html',
    applies: (body) => /^\s*<(?:!doctype html|html|head|body)\b/i.test(body),
    title: 'the answer is a page in HTML',
    cure: 'answer with the JSON envelope; a page often comes from a gateway, a login or an error handler',
  },
  {
    cause: 'xml',
    applies: (body) => /^\s*<(?:\?xml|[a-z][\w:.-]*[\s>])/i.test(body),
    title: 'the answer is XML',
    cure: 'answer with the JSON envelope',
  },
  {
    cause: 'utf-16',
    applies: (_, deviation) => isUtf16(deviation),
    title: 'the answer is in UTF-16',
    cure: 'write the body in UTF-8',
  },
  {
    cause: 'no-utf-8',
    applies: (_, deviation) => !isUtf8(deviation),
    title: 'the answer is not in UTF-8',
    cure: 'write the body in UTF-8',
  },
  {
    cause: 'encoded-twice',
    applies: (_, { answer }) => answer?.type === 'string' && parsed(answer.value)?.type === 'object',
    title: 'the JSON was encoded twice',
    cure: 'encode the answer once: send the object, not a text that holds it',
  },
  {
    cause: 'envelope-in-array',
    applies: (_, { answer }) =>
      answer?.type === 'array' && answer.items.length === 1 && answer.items[0]?.type === 'object',
    title: 'the envelope stands in an array',
    cure: 'send the object itself, not an array that holds it',
  },
  {
    cause: 'no-object',
    applies: (_, { answer }) => answer !== null,
    title: 'the answer is JSON, but no object',
    cure: `answer with ${envelope}`,
  },
  {
    cause: 'script-around',
    applies: isScript,
    title: 'there is a script around the JSON',
    cure: 'send the JSON object alone, without a prefix or a callback around it',
  },
  {
    cause: 'text-behind',
    applies: beginsWithObject,
    title: 'there is something behind the JSON object',
    cure: 'end the body with the closing brace of the object',
  },
  {
    cause: 'ends-early',
    applies: endsTooEarly,
    title: 'the JSON ends too early',
    cure: 'send the object whole; its last bytes are missing',
  },
];

const others: readonly AnswerMistake[] = [
  {
    cause: 'byte-order-mark',
    facet: 'byte-order-mark',
    title: 'there is a byte order mark before the JSON',
    cure: 'send the body without the bytes EF BB BF at its beginning',
  },
  {
    cause: 'key-twice',
    facet: 'unique-keys',
    title: 'a key stands twice in one object',
    cure: 'give each key once',
  },
  {
    cause: 'same-request-id',
    facet: 'uniqueness',
    title: 'several answers have the same requestId',
    cure: 'make a new requestId for every answer',
  },
];

/** Whole answers, and requests that should have been refused. */
export const answerMistakes: readonly Mistake[] = [
  ...served,
  ...notOneObject.map((one) => ({ ...one, facet: 'json' as const })),
  ...others,
].map(({ applies, cure, ...mistake }: AnswerMistake) => ({
  ...mistake,
  look: (deviation) =>
    applies === undefined || applies(deviation.response?.body.text ?? '', deviation) ? { cure } : null,
}));
