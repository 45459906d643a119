import { member } from '../json/json.ts';
import { type Exchange, type Header, valuesOf } from '../model/exchange.ts';
import type { Question, SeenText, Sighting } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';

export function headersOf({ response, failure }: Exchange): readonly Header[] {
  return response?.headers ?? failure?.head?.headers ?? [];
}

function headerText(exchange: Exchange, name: string): string {
  return valuesOf(headersOf(exchange), name).join(', ');
}

export function statusOf({ response, failure }: Exchange): number | null {
  return response?.status ?? failure?.head?.status ?? null;
}

function classOf(exchange: Exchange): number {
  return Math.floor((statusOf(exchange) ?? 0) / 100);
}

const joined =
  (separator: string): Question['say'] =>
  ({ of }) =>
    of().length === 0
      ? null
      : of()
          .map(({ text }) => text)
          .join(separator);

/** Distinct texts with how often each was seen: `200 (3 ×), 201`. */
export function tallied(texts: readonly SeenText[], separator = ', '): string {
  return texts.map(({ text, count: times }) => (times === 1 ? text : `${text} (${times} ×)`)).join(separator);
}

const counted: Question['say'] = ({ of }) => (of().length === 0 ? null : tallied(of()));

/** Which HTTP status codes an operation answers with: of each exchange of a run, counted in traffic. */
export function statusCodes(operation: string, method: string, section: string): Question {
  return {
    id: `${operation}-status-code`,
    section,
    question: `Which HTTP status codes does the ${method} return?`,
    operation,
    ofHead: noHeader,
    see: ({ exchange: { id, response, recorded } }) => {
      if (response === undefined) return null;
      return [{ text: recorded === undefined ? `${id}: ${response.status}` : String(response.status) }];
    },
    say: counted,
  };
}

function maskedSecrets({ exchange }: ReadExchange): readonly Sighting[] {
  return exchange.masked
    .filter(({ part }) => !part.startsWith('request'))
    .map(({ part, at, what }) => ({
      pointer: part === 'body' ? at : '',
      text: `${what} in the ${part}${at === '' ? '' : ` at ${at}`} of ${exchange.id}`,
    }));
}

/** A non-2xx status around an envelope that says success is a trap for every client. */
function contradictoryStatus({ exchange, meaning }: ReadExchange): readonly Sighting[] {
  if (meaning !== 'success' || classOf(exchange) === 2) return [];
  return [{ text: `${exchange.id} returned ${statusOf(exchange)}` }];
}

function redirects({ exchange }: ReadExchange): readonly Sighting[] {
  if (classOf(exchange) !== 3) return [];
  const place = headerText(exchange, 'location') || 'nowhere named';
  const followed = exchange.recorded === undefined ? ' (never followed)' : '';
  return [{ text: `${exchange.id}: ${statusOf(exchange)} to ${place}${followed}` }];
}

function errorShape(read: ReadExchange): readonly Sighting[] {
  const status = statusOf(read.exchange);
  if (read.meaning !== 'refusal' || status === null) return [];
  const { content } = read;
  if (content?.kind === 'not-recorded') return [];
  if (content?.kind !== 'json') return [{ text: `${status} without a JSON body` }];
  const { root } = content.json.tree;
  if (root.type !== 'object') return [{ text: `${status} with a JSON ${root.type}` }];
  const kept = member(root, 'status')?.type === 'string' && member(root, 'requestId')?.type === 'string';
  const keys = [...root.members.keys()].join(', ') || 'no members';
  const envelope = kept ? 'status and requestId are kept' : 'not the envelope';
  return [{ text: `${status} with an object of ${keys} (${envelope})` }];
}

function contentType({ exchange }: ReadExchange): readonly Sighting[] {
  const values = headerText(exchange, 'content-type');
  const isKnown = values !== '' || exchange.recorded?.response.headers !== 'partial';
  return exchange.response === undefined || !isKnown ? [] : [{ text: values || 'none' }];
}

function headerNames({ exchange }: ReadExchange): readonly Sighting[] {
  if (statusOf(exchange) === null) return [];
  return headersOf(exchange).map(([name]) => ({ text: name.toLowerCase() }));
}

/** What an answer names in Content-Encoding, and whether it was undone; recorders undo it silently. */
function contentCoding({ exchange }: ReadExchange): readonly Sighting[] {
  const named = headerText(exchange, 'content-encoding');
  if (named === '' || statusOf(exchange) === null) return [];
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

const always = () => true;

/** Of questions that look at no header's value. */
const noHeader = /^(?!)/;

/** Values are shown of headers on the allow-list alone, so no other header is looked at; of traffic they are counted. */
const limitHeader = /^(?:ratelimit|retry-after|(?:x-)?rate-?limit-[a-z-]+)$/i;

function rateLimits({ exchange }: ReadExchange): readonly Sighting[] {
  const status = statusOf(exchange);
  const headers = headersOf(exchange).filter(([name]) => limitHeader.test(name));
  if (status === null || (status !== 429 && status !== 503 && headers.length === 0)) return [];
  const said = [status, ...headers.map(([name, value]) => `${name}: ${value}`)].join(', ');
  return [{ text: exchange.recorded === undefined ? `${exchange.id}: ${said}` : said }];
}

const versionHeader = /^(?:x-)?api-version$|^deprecation$|^sunset$/i;

function versions({ exchange }: ReadExchange): readonly Sighting[] {
  return (exchange.response?.headers ?? [])
    .filter(([name]) => versionHeader.test(name))
    .map(([name, value]) => ({ text: `${name}: ${value}` }));
}

/** Neither served nor refused, by an operation that otherwise works: the requirement stays open, and the run complete. */
function unclearMadeUpToken(operations: readonly string[]): Question {
  const works = (operation: string) => `works:${operation}`;
  return {
    id: 'made-up-token-open',
    section: '5',
    question: 'Does a request with a made-up token get a response that neither serves nor refuses it?',
    parts: operations,
    ofHead: noHeader,
    see: (read) => {
      const { id, operation, credentials } = read.exchange;
      if (read.meaning === 'success') return [{ part: works(operation), text: operation }];
      if (credentials !== 'made-up' || read.meaning !== 'unclear') return null;
      return [{ part: operation, text: `${id}: ${read.reason}` }];
    },
    say: ({ of }) => {
      const open = operations
        .filter((operation) => of(works(operation)).length > 0)
        .flatMap((name) => of(name));
      return open.length === 0 ? null : open.map(({ text }) => text).join('; ');
    },
    onlyWhenSeen: true,
    isProminent: always,
  };
}

/** Questions that are worth a place at the top. @param operations their names */
export const prominentQuestions = (operations: readonly string[]): readonly Question[] => [
  {
    id: 'masked-secrets',
    section: '5',
    question: 'Does a response carry a secret, which had to be masked here?',
    ofHead: noHeader,
    see: maskedSecrets,
    say: joined('; '),
    onlyWhenSeen: true,
    isProminent: always,
  },
  {
    id: 'contradictory-status',
    section: '4',
    question: 'Does an envelope that says success come with an HTTP status that is not 2xx?',
    ofHead: noHeader,
    see: contradictoryStatus,
    say: (seen) => {
      const answers = joined(', ')(seen);
      return answers === null ? null : `yes: ${answers}`;
    },
    onlyWhenSeen: true,
    isProminent: always,
  },
  unclearMadeUpToken(operations),
  {
    id: 'redirects',
    section: '4',
    question: 'Does the service redirect?',
    ofHead: /^location$/i,
    see: redirects,
    say: joined('; '),
    onlyWhenSeen: true,
    isProminent: always,
  },
];

/** The other questions about the outside of answers. */
export const answerQuestions: readonly Question[] = [
  {
    id: 'error-shape',
    section: '7',
    question: 'What is the shape of an error, and does it keep the envelope?',
    ofHead: noHeader,
    see: errorShape,
    say: counted,
  },
  {
    id: 'content-type',
    section: '1',
    question: 'Which content type do responses have?',
    ofHead: /^content-type$/i,
    see: contentType,
    say: counted,
  },
  {
    id: 'content-coding',
    section: '1',
    question: 'Which content codings do responses name, though the requests ask for none?',
    ofHead: /^content-encoding$/i,
    see: contentCoding,
    say: counted,
    isProminent: isMisnamed,
  },
  {
    id: 'response-headers',
    section: '4',
    question: 'Which headers do responses have?',
    ofHead: noHeader,
    see: headerNames,
    say: ({ of }) =>
      of().length === 0
        ? null
        : of()
            .map(({ text }) => text)
            .sort()
            .join(', '),
  },
  {
    id: 'rate-limits',
    section: '8',
    question: 'Are requests limited in rate, and how does the service say so?',
    ofHead: limitHeader,
    see: rateLimits,
    say: ({ of }) => (of().length === 0 ? null : tallied(of(), '; ')),
    isProminent: ({ exchange }) => (statusOf(exchange) ?? 0) >= 400,
  },
  {
    id: 'versioning',
    section: '9',
    question: 'How is the interface versioned?',
    ofHead: versionHeader,
    see: versions,
    say: counted,
  },
];
