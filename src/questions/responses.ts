import type { Exchange, Header, Masked } from '../../schemas/types.ts';
import { statusOf, valuesOf } from '../model/exchange.ts';
import type { Question, Sighting, Sightings } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import { chosen, setOf, setOfTexts, tallied, textsOf } from './typed.ts';

function headersOf({ response, failure }: Exchange): readonly Header[] {
  return response?.headers ?? failure?.head?.headers ?? [];
}

function headerText(exchange: Exchange, name: string): string {
  return valuesOf(headersOf(exchange), name).join(', ');
}

function classOf(exchange: Exchange): number {
  return Math.floor((statusOf(exchange) ?? 0) / 100);
}

/** What a status is said of: what its response means, and words for it. */
const statusParts = [
  ['success', ''],
  ['refusal', 'refused: '],
  ['other', 'neither served nor refused: '],
] as const;

/** Which HTTP status codes the responses of an operation have; the answer is about those that mean success. */
export function statusCodes(operation: string, method: string, section: string): Question {
  return {
    id: `question.${operation}.success-status`,
    section,
    question: `Which HTTP status codes does the ${method} return?`,
    asks: 'passive',
    ...setOfTexts,
    operation,
    parts: statusParts.map(([part]) => part),
    see: ({ exchange: { response }, meaning }) => {
      if (response === undefined) return null;
      const part = meaning === 'success' || meaning === 'refusal' ? meaning : 'other';
      return [{ part, text: String(response.status) }];
    },
    say: ({ of }) => {
      const seen = statusParts.filter(([part]) => of(part).length > 0);
      return seen.map(([part, words]) => words + tallied(of(part))).join('; ') || null;
    },
    shownBy: ['success'],
  };
}

/** What an answer names in Content-Encoding, and whether it was undone; recorders undo it silently. */
function contentCoding({ exchange }: ReadExchange): readonly Sighting[] {
  const named = headerText(exchange, 'content-encoding');
  if (named === '' || statusOf(exchange) === undefined) return [];
  const { response, recorded } = exchange;
  if (recorded !== undefined) return [{ text: named }];
  if (response === undefined) return [{ text: `${named}, with a body that could not be read` }];
  const became = response.decoded.length === 0 ? 'around a body that is not encoded' : 'which was undone';
  return [{ text: `${named}, ${became}` }];
}

function isMisnamed({ exchange }: ReadExchange): boolean {
  const named = headerText(exchange, 'content-encoding').toLowerCase();
  const isOurs = exchange.recorded === undefined;
  return isOurs && exchange.response?.decoded.length === 0 && named !== '' && named !== 'identity';
}

/** Values are shown of headers on the allow-list alone, so no other header is looked at; of traffic they are counted. */
const limitHeader = /^(?:ratelimit|retry-after|(?:x-)?rate-?limit-[a-z-]+)$/i;

/** By which status and headers a service says that it limits requests. */
const saidBy = 'by';

function rateLimits({ exchange }: ReadExchange): readonly Sighting[] {
  const status = statusOf(exchange);
  const headers = headersOf(exchange).filter(([name]) => limitHeader.test(name));
  const isLimit = status === 429 || status === 503;
  if (status === undefined || (!isLimit && headers.length === 0)) return [];
  const said = [status, ...headers.map(([name, value]) => `${name}: ${value}`)].join(', ');
  const how = [...(isLimit ? [`status ${status}`] : []), ...headers.map(([name]) => name.toLowerCase())];
  return [
    { text: exchange.recorded === undefined ? `${exchange.id}: ${said}` : said },
    ...how.map((text) => ({ part: saidBy, text })),
  ];
}

const versionHeader = /^(?:x-)?api-version$|^deprecation$|^sunset$/i;

/** Neither served nor refused, by an operation that otherwise works: the requirement stays open, and the run complete. */
function unclearMadeUpToken(operations: readonly string[]): Question {
  const works = (operation: string) => `works:${operation}`;
  const openIn = (seen: Sightings) =>
    operations.flatMap((name) => (seen.of(works(name)).length > 0 ? textsOf(seen, name) : []));
  return {
    id: 'question.authorization.made-up-token',
    section: '5',
    question: 'Is the response to a made-up token unclear, neither a success nor a refusal?',
    asks: 'passive',
    ...chosen('yes'),
    parts: operations,
    see: (read) => {
      const { id, operation, credentials } = read.exchange;
      if (read.meaning === 'success') return [{ part: works(operation), text: operation }];
      if (credentials !== 'made-up' || read.meaning !== 'unclear') return null;
      return [{ part: operation, text: `${id}: ${read.reason}` }];
    },
    say: (seen) => openIn(seen).join('; ') || null,
    answer: (seen) => (openIn(seen).length > 0 ? 'yes' : null),
    shownBy: operations,
    onlyWhenSeen: true,
    isProminent: () => true,
  };
}

/** Whether there is something that nobody expects, which is worth a place at the top. */
const surprise = {
  asks: 'passive',
  ...chosen('yes', 'no'),
  say: (seen) => textsOf(seen).join('; ') || null,
  answer: ({ of }) => (of().length > 0 ? 'yes' : 'no'),
  onlyWhenSeen: true,
  isProminent: () => true,
} as const satisfies Partial<Question>;

/** `the body at /data/name`, `the header x-debug`. */
function maskedPlace({ part, at }: Masked): string {
  if (at === '') return `the ${part}`;
  return part === 'header' ? `the header ${at}` : `the ${part} at ${at}`;
}

/** Questions that are worth a place at the top. @param operations their names */
export const prominentQuestions = (operations: readonly string[]): readonly Question[] => [
  {
    id: 'question.response.secrets',
    section: '5',
    question: 'Does a response contain a secret? It is masked in reports.',
    ...surprise,
    see: ({ exchange: { id, masked } }) => {
      const ofResponse = masked.filter(({ part }) => !part.startsWith('request'));
      return ofResponse.map((one) => ({
        pointer: one.part === 'body' ? one.at : '',
        text: `${one.what} in ${maskedPlace(one)} of ${id}`,
      }));
    },
  },
  {
    id: 'question.response.contradictory-status',
    section: '4',
    question: 'Does an envelope say success although the HTTP status is not 2xx?',
    ...surprise,
    see: ({ exchange, meaning }) => {
      if (meaning !== 'success' || classOf(exchange) === 2) return [];
      return [{ text: `${exchange.id} returned ${statusOf(exchange)}` }];
    },
    say: (seen) => (seen.of().length === 0 ? null : `yes: ${textsOf(seen).join(', ')}`),
  },
  unclearMadeUpToken(operations),
  {
    id: 'question.response.redirects',
    section: '4',
    question: 'Does the service redirect?',
    ...surprise,
    see: ({ exchange }) => {
      if (classOf(exchange) !== 3) return [];
      const place = headerText(exchange, 'location') || 'nowhere named';
      const followed = exchange.recorded === undefined ? ' (never followed)' : '';
      return [{ text: `${exchange.id}: ${statusOf(exchange)} to ${place}${followed}` }];
    },
  },
];

/** Each different text, and how often it was seen. */
const texts = { asks: 'passive', ...setOfTexts } as const;

/** Refusals have headers of their own, and which refusals a run meets differs. */
const headerParts = ['success', 'other'] as const;

/** The other questions about the outside of answers. */
export const answerQuestions: readonly Question[] = [
  {
    id: 'question.response.content-type',
    section: '1',
    question: 'Which content type do responses have?',
    ...texts,
    see: ({ exchange }) => {
      const values = headerText(exchange, 'content-type');
      const isKnown = values !== '' || exchange.recorded?.response.headers !== 'partial';
      return exchange.response === undefined || !isKnown ? [] : [{ text: values || 'none' }];
    },
  },
  {
    id: 'question.response.content-coding',
    section: '1',
    question: 'Which Content-Encoding do responses have, although the requests ask for none?',
    ...texts,
    see: contentCoding,
    isProminent: isMisnamed,
  },
  {
    id: 'question.response.headers',
    section: '4',
    question: 'Which headers do responses have?',
    ...texts,
    parts: headerParts,
    shownBy: ['success'],
    see: ({ exchange, meaning }) => {
      if (statusOf(exchange) === undefined) return [];
      const part = meaning === 'success' ? 'success' : 'other';
      return headersOf(exchange).map(([name]) => ({ part, text: name.toLowerCase() }));
    },
    say: (seen) => {
      const names = headerParts.flatMap((part) => textsOf(seen, part));
      return [...new Set(names)].sort().join(', ') || null;
    },
  },
  {
    id: 'question.service.rate-limits',
    section: '8',
    question: 'Does the service limit the rate of requests, and how does it say this?',
    ...texts,
    shownBy: [saidBy],
    see: rateLimits,
    say: ({ of }) => tallied(of(), '; ') || null,
    answer: (seen) => setOf(textsOf(seen, saidBy)),
    isProminent: ({ exchange }) => (statusOf(exchange) ?? 0) >= 400,
  },
  {
    id: 'question.service.versioning',
    section: '9',
    question: 'How is the interface versioned?',
    ...texts,
    see: ({ exchange: { response } }) => {
      const all = (response?.headers ?? []).filter(([name]) => versionHeader.test(name));
      return all.map(([name, value]) => ({ text: `${name}: ${value}` }));
    },
  },
];
