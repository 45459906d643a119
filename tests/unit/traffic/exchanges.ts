import fc from 'fast-check';
import {
  deleteAnswer,
  exchangeOf,
  putAnswer,
  refusalBody,
  sentTransformer,
  utf8Response,
} from '../../support/conforming.ts';
import type {
  Credentials,
  Exchange,
  Failure,
  FailureKind,
  Operation,
  Response,
} from '../../support/subject.ts';

/** Exchanges of every kind that a judge tells apart, small pools of what is compared between them. */

type Ending = Pick<Exchange, 'response'> | Pick<Exchange, 'failure'>;

const requestIds = fc.constantFrom(
  putAnswer.requestId,
  deleteAnswer.requestId,
  '00000000-0000-4000-8000-000000000000',
  'not of the form',
);
const uniqueIds = fc.uuid({ version: 4 });
const oddValues = fc.constantFrom<unknown>(
  null,
  '',
  'x',
  7,
  7.5,
  -1,
  true,
  [],
  {},
  [1],
  ' 2025-01-05',
  'x'.repeat(500),
);

function answerTo(operation: Operation): { data: Record<string, unknown> } & Record<string, unknown> {
  return structuredClone(operation === 'put' ? putAnswer : deleteAnswer);
}

/** Everything in a value, itself included, with how to replace or to remove it. */
function placesOf(
  value: unknown,
): readonly { readonly parent: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesOf(parent[key])]);
}

function edited(operation: Operation): fc.Arbitrary<Response> {
  const edits = fc.array(fc.tuple(fc.nat(), fc.option(oddValues, { nil: undefined })), {
    minLength: 1,
    maxLength: 4,
  });
  return fc.tuple(edits, fc.oneof(requestIds, uniqueIds)).map(([changes, requestId]) => {
    const answer = { ...answerTo(operation), requestId };
    for (const [pick, value] of changes) {
      const places = placesOf(answer);
      const place = places[pick % places.length];
      if (place === undefined) continue;
      if (value !== undefined) place.parent[place.key] = structuredClone(value);
      else if (!Array.isArray(place.parent)) delete place.parent[place.key];
    }
    return utf8Response(JSON.stringify(answer));
  });
}

function conforming(operation: Operation): fc.Arbitrary<Response> {
  return fc
    .oneof(requestIds, uniqueIds)
    .map((requestId) => utf8Response(JSON.stringify({ ...answerTo(operation), requestId })));
}

/** More places, and more different values of them, than one exchange is remembered by. */
const long = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.nat({ max: 1_000 }))
  .map(([length, different, from]) => {
    const conditions = Array.from({ length }, (_, at) => ({
      column: `${from + (at % different)}`,
      columnType: 'CURRENCY_TYPE',
      type: at,
      operator: '',
      jsonPath: '$.a',
    }));
    return utf8Response(JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, conditions } }));
  });

const bodies = fc.constantFrom(
  '',
  'no JSON',
  '<html>log in</html>',
  '[]',
  'null',
  '{}',
  '{"error":"no"}',
  '{"status":"success"}',
  `\ufeff${JSON.stringify(putAnswer)}`,
  JSON.stringify(putAnswer).replace('"status"', '"status":"error","status"'),
  JSON.stringify({ ...deleteAnswer, error: 'beside a record' }),
);
const statuses = fc.constantFrom(200, 201, 204, 302, 400, 401, 404, 429, 500, 503);

const other: fc.Arbitrary<Response> = fc.tuple(bodies, statuses).map(([text, status]) => ({
  ...utf8Response(text, status, [
    ['content-type', status === 200 ? 'application/json' : 'text/html'],
    ['x-ratelimit-remaining', String(status)],
  ]),
}));

const notUtf8: fc.Arbitrary<Response> = fc.constant({
  ...utf8Response(''),
  body: { encoding: 'base64', text: '/////w==', bytes: 4 },
});

const failure: fc.Arbitrary<Failure> = fc
  .tuple(
    fc.constantFrom<FailureKind>('timeout', 'closed', 'reset', 'truncated', 'proxy'),
    fc.boolean(),
    statuses,
  )
  .map(([kind, sent, status]) => ({
    kind,
    message: `the response ended with ${kind}`,
    sent,
    ...(status < 400 ? {} : { head: { status, reason: '', headers: [] } }),
  }));

function endingOf(operation: Operation): fc.Arbitrary<Ending> {
  const response = fc.oneof(
    { weight: 3, arbitrary: conforming(operation) },
    { weight: 4, arbitrary: edited(operation) },
    { weight: operation === 'put' ? 2 : 0, arbitrary: long },
    { weight: 3, arbitrary: fc.constant(utf8Response(refusalBody, 401)) },
    { weight: 3, arbitrary: other },
    { weight: 1, arbitrary: notUtf8 },
  );
  return fc.oneof(
    { weight: 9, arbitrary: response.map((one) => ({ response: one })) },
    { weight: 1, arbitrary: failure.map((one) => ({ failure: one })) },
  );
}

const maskedPlaces = fc.constantFrom(
  ...['', '/requestId', '/data/name', '/data/conditions/0/column'].map(
    (at) => ({ part: 'body', at, what: 'x' }) as const,
  ),
);

const sentBodies = fc.constantFrom<unknown>(
  sentTransformer,
  { ...sentTransformer, conditions: [] },
  { name: 'little' },
);

/** One exchange; `query` makes requests that are alike and requests that are not. */
function exchange(operation: Operation, credentials: Credentials): fc.Arbitrary<Exchange> {
  return fc
    .record({
      ending: endingOf(operation),
      masked: fc.array(maskedPlaces, { maxLength: 1 }),
      sent: sentBodies,
      query: fc.constantFrom('', '', '?2', '?3'),
    })
    .map(({ ending, masked, sent, query }) => {
      const { response: _, ...made } = exchangeOf(operation, credentials, utf8Response(''), sent);
      return { ...made, ...ending, masked, request: { ...made.request, url: made.request.url + query } };
    });
}

const operations = fc.constantFrom<Operation>('put', 'delete');
const credentials = fc.constantFrom<Credentials>('authorised', 'authorised', 'none', 'made-up');

function numbered(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.map((one, at) => ({ ...one, id: `${one.id}-${at}` }));
}

const mixed = fc.array(
  fc.tuple(operations, credentials).chain(([operation, carried]) => exchange(operation, carried)),
  { maxLength: 24 },
);

/** Whoever answers gives everybody the same bytes. */
const alike = fc
  .tuple(bodies, fc.array(fc.tuple(operations, credentials), { minLength: 1, maxLength: 8 }))
  .map(([text, requests]) =>
    requests.map(([operation, carried]) => exchangeOf(operation, carried, utf8Response(text))),
  );

/** One kind of exchange, more often than evidence is kept of. */
const repeated = fc
  .tuple(operations, credentials)
  .chain(([operation, carried]) => fc.tuple(exchange(operation, carried), exchange(operation, 'authorised')))
  .chain(([one, twin]) =>
    fc.integer({ min: 20, max: 45 }).map((times) => [...Array.from({ length: times }, () => one), twin]),
  );

/** Exchanges that are judged together, every id once. */
export const exchangesOfAllKinds: fc.Arbitrary<readonly Exchange[]> = fc
  .oneof({ weight: 6, arbitrary: mixed }, { weight: 1, arbitrary: alike }, { weight: 1, arbitrary: repeated })
  .map(numbered);
