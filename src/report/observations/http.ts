import type { Exchange } from '../../model/exchange.ts';
import type { Operation } from '../../model/requirement.ts';
import { member } from '../../target/json.ts';
import {
  type Answered,
  headerValues,
  type ObservedRun,
  type Question,
  statusOf,
  tallied,
  wholeAnswers,
} from './observed-run.ts';

function answered(run: ObservedRun, operation: Operation): readonly Exchange[] {
  return run.reads
    .map(({ exchange }) => exchange)
    .filter((exchange) => exchange.operation === operation && exchange.response !== undefined);
}

function everyAnswer({ reads }: ObservedRun): readonly Exchange[] {
  return reads.map(({ exchange }) => exchange).filter((exchange) => statusOf(exchange) !== null);
}

function statusCodes(operation: Operation): Question['observe'] {
  return (run) => {
    const exchanges = answered(run, operation);
    if (exchanges.length === 0) return null;
    const codes = exchanges.map((exchange) => `${exchange.id}: ${exchange.response?.status}`);
    return { answer: codes.join(', '), evidence: wholeAnswers(exchanges) };
  };
}

/** A non-2xx status around an envelope that says success is a trap for every client. */
function contradictoryStatus({ reads }: ObservedRun): Answered | null {
  const odd = reads
    .filter(
      ({ exchange, meaning }) => meaning === 'success' && Math.floor((statusOf(exchange) ?? 0) / 100) !== 2,
    )
    .map(({ exchange }) => exchange);
  if (odd.length === 0) return null;
  const answer = `yes: ${odd.map((exchange) => `${exchange.id} answered ${statusOf(exchange)}`).join(', ')}`;
  return { answer, evidence: wholeAnswers(odd), prominent: true };
}

function contentTypes(run: ObservedRun): Answered | null {
  const exchanges = [...answered(run, 'put'), ...answered(run, 'delete')];
  if (exchanges.length === 0) return null;
  const types = exchanges.map((exchange) => headerValues(exchange, 'content-type').join(', ') || 'none');
  return { answer: tallied(types), evidence: wholeAnswers(exchanges) };
}

/** What each answer names in Content-Encoding, and what became of it. */
function contentCodingsOf(run: ObservedRun): Answered | null {
  const coded = everyAnswer(run).flatMap((exchange) => {
    const named = headerValues(exchange, 'content-encoding').join(', ');
    return named === '' ? [] : [{ exchange, named, isPlain: exchange.response?.decoded.length === 0 }];
  });
  if (coded.length === 0) return null;
  const texts = coded.map(({ exchange, named, isPlain }) => {
    if (exchange.response === undefined) return `${named}, with a body that could not be read`;
    return isPlain ? `${named}, around a body that is not encoded` : `${named}, which was undone`;
  });
  return {
    answer: tallied(texts),
    evidence: wholeAnswers(coded.map(({ exchange }) => exchange)),
    prominent: coded.some(({ named, isPlain }) => isPlain && named.toLowerCase() !== 'identity'),
  };
}

function headerNames(run: ObservedRun): Answered | null {
  const exchanges = everyAnswer(run);
  const names = exchanges.flatMap(({ response, failure }) =>
    (response?.headers ?? failure?.head?.headers ?? []).map(([name]) => name.toLowerCase()),
  );
  if (names.length === 0) return null;
  return { answer: [...new Set(names)].sort().join(', '), evidence: wholeAnswers(exchanges) };
}

function errorShape({ reads }: ObservedRun): Answered | null {
  const refusals = reads.filter(
    ({ exchange, meaning }) => meaning === 'refusal' && statusOf(exchange) !== null,
  );
  if (refusals.length === 0) return null;
  const shapes = refusals.map(({ exchange, answer }) => {
    const status = statusOf(exchange);
    if (answer?.kind !== 'json') return `${status} without a JSON body`;
    const { root } = answer.document;
    if (root.type !== 'object') return `${status} with a JSON ${root.type}`;
    const kept = member(root, 'status')?.type === 'string' && member(root, 'requestId')?.type === 'string';
    const keys = [...root.members.keys()].join(', ') || 'no members';
    return `${status} with an object of ${keys} (${kept ? 'status and requestId are kept' : 'not the envelope'})`;
  });
  return { answer: tallied(shapes), evidence: wholeAnswers(refusals.map(({ exchange }) => exchange)) };
}

/** Neither served nor refused, by an operation that otherwise works: the requirement stays open, and the run complete. */
function unclearMadeUpToken({ reads }: ObservedRun): Answered | null {
  const works = (operation: Operation) =>
    reads.some(({ exchange, meaning }) => exchange.operation === operation && meaning === 'success');
  const unclear = reads.filter(
    ({ exchange: { credentials, operation }, meaning }) =>
      credentials === 'made-up' && meaning === 'unclear' && works(operation),
  );
  if (unclear.length === 0) return null;
  return {
    answer: unclear.map(({ exchange, reason }) => `${exchange.id}: ${reason}`).join('; '),
    evidence: wholeAnswers(unclear.map(({ exchange }) => exchange)),
    prominent: true,
  };
}

const limitHeader = /^(?:x-)?ratelimit|^x-rate-limit|^retry-after$/i;

function rateLimits(run: ObservedRun): Answered | null {
  const exchanges = everyAnswer(run).filter((exchange) => {
    const headers = exchange.response?.headers ?? exchange.failure?.head?.headers ?? [];
    return (
      statusOf(exchange) === 429 ||
      statusOf(exchange) === 503 ||
      headers.some(([name]) => limitHeader.test(name))
    );
  });
  if (exchanges.length === 0) return null;
  const said = exchanges.map((exchange) => {
    const headers = (exchange.response?.headers ?? exchange.failure?.head?.headers ?? []).filter(([name]) =>
      limitHeader.test(name),
    );
    return `${exchange.id}: ${[statusOf(exchange), ...headers.map(([name, value]) => `${name}: ${value}`)].join(', ')}`;
  });
  return {
    answer: said.join('; '),
    evidence: wholeAnswers(exchanges),
    prominent: exchanges.some((exchange) => (statusOf(exchange) ?? 0) >= 400),
  };
}

const versionHeader = /^(?:x-)?api-version$|^deprecation$|^sunset$/i;

function versioning(run: ObservedRun): Answered | null {
  const found = everyAnswer(run).flatMap((exchange) =>
    (exchange.response?.headers ?? [])
      .filter(([name]) => versionHeader.test(name))
      .map(([name, value]) => ({ exchange, text: `${name}: ${value}` })),
  );
  if (found.length === 0) return null;
  return {
    answer: tallied(found.map(({ text }) => text)),
    evidence: wholeAnswers(found.map(({ exchange }) => exchange)),
  };
}

function redirects(run: ObservedRun): Answered | null {
  const exchanges = everyAnswer(run).filter((exchange) => Math.floor((statusOf(exchange) ?? 0) / 100) === 3);
  if (exchanges.length === 0) return null;
  const said = exchanges.map(
    (exchange) =>
      `${exchange.id}: ${statusOf(exchange)} to ${headerValues(exchange, 'location').join(', ') || 'nowhere named'}`,
  );
  return {
    answer: `${said.join('; ')} (never followed)`,
    evidence: wholeAnswers(exchanges),
    prominent: true,
  };
}

function maskedSecrets({ reads }: ObservedRun): Answered | null {
  const found = reads.flatMap(({ exchange }) =>
    exchange.masked
      .filter(({ part }) => !part.startsWith('request'))
      .map(({ part, at, what }) => ({
        exchange: exchange.id,
        pointer: part === 'body' ? at : '',
        text: `${what} in the ${part}${at === '' ? '' : ` at ${at}`} of ${exchange.id}`,
      })),
  );
  if (found.length === 0) return null;
  return {
    answer: found.map(({ text }) => text).join('; '),
    evidence: found.map(({ exchange, pointer }) => ({ exchange, pointer })),
    prominent: true,
  };
}

/** Questions that the outside of the answers speaks to: status, headers, refusals. */
export const httpQuestions: readonly Question[] = [
  {
    id: 'masked-secrets',
    section: '5',
    question: 'Does an answer carry a secret, which had to be masked here?',
    observe: maskedSecrets,
  },
  {
    id: 'contradictory-status',
    section: '4',
    question: 'Does an envelope that says success come with an HTTP status that is not 2xx?',
    observe: contradictoryStatus,
  },
  {
    id: 'made-up-token-open',
    section: '5',
    question: 'Does a request with a made-up token get an answer that neither serves nor refuses it?',
    observe: unclearMadeUpToken,
  },
  { id: 'redirects', section: '4', question: 'Does the service redirect?', observe: redirects },
  {
    id: 'put-status-code',
    section: '4.1',
    question: 'Which HTTP status codes does the PUT answer with?',
    observe: statusCodes('put'),
  },
  {
    id: 'delete-status-code',
    section: '4.2',
    question: 'Which HTTP status codes does the DELETE answer with?',
    observe: statusCodes('delete'),
  },
  {
    id: 'error-shape',
    section: '7',
    question: 'What is the shape of an error, and does it keep the envelope?',
    observe: errorShape,
  },
  {
    id: 'content-type',
    section: '1',
    question: 'Which content type do answers carry?',
    observe: contentTypes,
  },
  {
    id: 'content-coding',
    section: '1',
    question: 'Which content codings do answers name, though the requests ask for none?',
    observe: contentCodingsOf,
  },
  { id: 'response-headers', section: '4', question: 'Which headers do answers carry?', observe: headerNames },
  {
    id: 'rate-limits',
    section: '8',
    question: 'Are requests limited in rate, and how does the service say so?',
    observe: rateLimits,
  },
  { id: 'versioning', section: '9', question: 'How is the interface versioned?', observe: versioning },
];
