import { putAnswer } from './conforming.ts';
import { gateTakesAFifth, sampleOf } from './properties.ts';

/** Answers in which no single text holds a secret, and texts that stand beside each other do. */

export interface SplitAnswer {
  readonly name: string;
  /** The bytes of an HTTP answer; what is beyond ASCII as UTF-8. */
  readonly answer: string;
}

interface Said {
  readonly status?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

function http({ status = '200 OK', headers = [], body = JSON.stringify(putAnswer) }: Said): string {
  const lines = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, ...headers];
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** A conforming answer to the PUT with more in its record. */
function withMembers(members: string): string {
  return http({ body: JSON.stringify(putAnswer).replace('"data":{', () => `"data":{${members},`) });
}

const json = (value: unknown): string => JSON.stringify(value);

/** An object whose innermost member stands twice, so that a pointer to it is told. */
function nestedTwice(keys: readonly string[]): string {
  const last = json(keys.at(-1));
  return keys.slice(0, -1).reduceRight((inner, key) => `{${json(key)}:${inner}}`, `{${last}:1,${last}:2}`);
}

/** A pointer's own escapes, undone: the key that is told as this text. */
function keyOf(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

const noHeader = /[^\x20-\x7e]/;
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function headerAnswers(left: string, right: string): readonly SplitAnswer[] {
  if (noHeader.test(left + right)) return [];
  const named = fieldName.test(left) ? [http({ headers: [`${left}: ${right}`] })] : [];
  const allowed = [
    http({ headers: [`server: ${left}`, `via: ${right}`] }),
    http({ headers: [`x-api-version: ${left}`, `x-api-version: ${right}`] }),
    http({ headers: [`retry-after: ${left}`, `ratelimit-limit: ${right}`] }),
    http({ status: `500 ${left}`, headers: [`server: ${right}`], body: json({ error: right }) }),
    http({ status: '302 Found', headers: [`location: ${left}`, `location: ${right}`], body: '' }),
    http({ status: '302 Found', headers: [`location: http://${left}/?${right}`], body: '' }),
    http({ headers: [`content-encoding: ${left}, ${right}`] }),
    http({ headers: [`content-type: ${left}`, `content-type: ${right}`] }),
  ];
  return [...named, ...allowed].map((answer) => ({ name: 'header, phrase or target', answer }));
}

function bodyAnswers(left: string, right: string): readonly SplitAnswer[] {
  const [l, r] = [json(left), json(right)];
  const members = {
    'key and value': `${l}:${r}`,
    'key and object': `${l}:{${r}:1,${r}:2}`,
    'adjacent values': `"a":${l},"b":${r}`,
    'elements of an array': `"a":[${l},${r}]`,
    'a key behind its place': `${r}:1,${r}:2`,
    'adjacent keys': `${l}:1,${r}:2`,
    'documented values': `"conditions":[{"columnType":${l},"type":${r},"operator":${l},"column":${r}},{"columnType":${r},"type":${l}}]`,
    'documented timestamps': `"createdAt":${l},"updatedAt":${r},"deletedAt":${r}`,
    'a key inside an array': `"a":[{${l}:[{${r}:1,${r}:1}]}]`,
  };
  return [
    ...Object.entries(members).map(([name, text]) => ({ name, answer: withMembers(text) })),
    { name: 'no JSON', answer: http({ body: `${left}\n${right}` }) },
    { name: 'keys of the root', answer: http({ body: `{${l}:{${r}:1,${r}:2},"status":"success"}` }) },
    { name: 'status and the rest', answer: http({ body: `{"status":${l},"requestId":${r},"data":{}}` }) },
  ];
}

/** What joins texts in a pointer, in a list, in JSON, in a sentence of ours. */
const joints = [
  '/',
  '~1',
  '~0',
  '/0/',
  '/*/',
  ', ',
  '; ',
  ': ',
  '","',
  '":"',
  '": "',
  '" (2 ×), "',
  ' to ',
  ' at /',
];

/** All the ways to take a secret apart at one of its joints. */
export function splitsOf(secret: string): readonly SplitAnswer[] {
  const tokens = secret.split('/');
  const pointers = [tokens, ...tokens.map((_, at) => [...tokens.slice(0, at), tokens.slice(at).join('/')])];
  const nested = pointers
    .filter((keys) => keys.length > 1)
    .map((keys) => ({ name: 'nested keys', answer: withMembers(nestedTwice(keys.map(keyOf)).slice(1, -1)) }));
  const whole = keyOf(secret);
  const escaped = whole === secret ? [] : bodyAnswers('x', whole);
  const parts = joints.flatMap((joint) => {
    const found: number[] = [];
    for (let at = secret.indexOf(joint); at !== -1; at = secret.indexOf(joint, at + 1)) found.push(at);
    return found.map((at) => [secret.slice(0, at), secret.slice(at + joint.length)] as const);
  });
  const places = [1, Math.floor(secret.length / 2), secret.length - 1];
  const cuts = sampleOf(places, gateTakesAFifth).map(
    (at) => [secret.slice(0, at), secret.slice(at)] as const,
  );
  const told = [...parts, ...cuts].flatMap(([left, right]) => [
    ...bodyAnswers(left, right),
    ...headerAnswers(left, right),
  ]);
  return [...nested, ...escaped, ...told];
}
