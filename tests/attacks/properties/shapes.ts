import fc from 'fast-check';
import {
  automationRuleId,
  deleteAnswer,
  entityId,
  putAnswer,
  sentTransformer,
} from '../../support/conforming.ts';
import type { Operation } from '../../support/subject.ts';

/** An answer built of parts, and what is known of it because of them. */
export interface Shape {
  readonly text: string;
  readonly word: boolean;
  readonly record: boolean;
  readonly denial: boolean;
}

type Members = Readonly<Record<string, unknown>>;

const words = (name: string): readonly string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Ways in which services spell the names of one record. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => words(name).join('_'),
  (name) => words(name).join('-'),
  (name) => words(name).map(capital).join(''),
  (name) => words(name).join('_').toUpperCase(),
  (name) => name.toLowerCase(),
];

function spelt(members: Members, spelling: (name: string) => string): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [spelling(name), value]));
}

/** By hand from the document: the fields that the request of an operation does not have, identifiers first. */
const unsent = {
  put: {
    ids: ['derivativeFactTransformerId'],
    others: ['enabled', 'status', 'createdAt', 'updatedAt', 'deletedAt'],
  },
  delete: {
    ids: ['integrationId', 'businessDataTypeId', 'journalTypeId'],
    others: 'type name priority enableAutomationJournalApproved createdAt updatedAt deletedAt'.split(' '),
  },
};

const sent: Readonly<Record<Operation, Members>> = {
  put: { entityId, ...sentTransformer },
  delete: { entityId, automationRuleId },
};

function recordOf(operation: Operation): Members {
  return operation === 'put' ? putAnswer.data : deleteAnswer.data;
}

function picked(operation: Operation, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, recordOf(operation)[name]]));
}

const emptyValues = fc.constantFrom<unknown>(null, '', 0, -0, false, [], {});

/** The fields of a record: at least three that were not sent, an identifier among them. */
function recordMembers(operation: Operation): fc.Arbitrary<Members> {
  const { ids, others } = operation === 'put' ? unsent.put : unsent.delete;
  return fc
    .tuple(
      fc.subarray([...ids], { minLength: 1 }),
      fc.subarray([...others], { minLength: 2 }),
      fc.boolean(),
      fc.constantFrom(...spellings),
    )
    .map(([some, more, echoed, spelling]) =>
      spelt({ ...(echoed ? sent[operation] : {}), ...picked(operation, [...some, ...more]) }, spelling),
    );
}

/** What looks like a record and is none, and whether a `status` beside it would leave it so. */
function almostMembers(
  operation: Operation,
): fc.Arbitrary<{ readonly members: Members; readonly atRoot: boolean }> {
  const { ids, others } = operation === 'put' ? unsent.put : unsent.delete;
  const zerosOf = (names: readonly string[], empty: unknown): Members =>
    Object.fromEntries(names.map((name) => [name, empty]));
  const lacking = fc.oneof(
    fc.constant({ ...sent[operation], ...picked(operation, others) }),
    emptyValues.map((empty) => zerosOf(Object.keys(recordOf(operation)), empty)),
    emptyValues.map((empty) => ({ ...picked(operation, others), ...zerosOf(ids, empty) })),
    fc.constant({ type: 'about:blank', name: 'AuthError', traceId: 'x-1', timestamp: 1, path: '/' }),
  );
  const few = fc.oneof(
    fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...others))
      .map((names): Members => ({ ...sent[operation], ...picked(operation, names) })),
    fc.constant<Members>({ created_at: '2025', createdAt: '2025', [ids[0] ?? '']: 'x' }),
  );
  return fc
    .tuple(
      fc.oneof(
        lacking.map((members) => ({ members, atRoot: true })),
        few.map((members) => ({ members, atRoot: operation === 'delete' })),
      ),
      fc.constantFrom(...spellings.slice(0, 2)),
    )
    .map(([{ members, atRoot }, spelling]) => ({ members: spelt(members, spelling), atRoot }));
}

/** Places of an object in an answer, none of them the root. */
const wrappers: readonly ((inner: Members) => Members)[] = [
  (data) => ({ data }),
  (result) => ({ result }),
  (inner) => ({ response: { payload: { item: inner } } }),
  (inner) => ({ items: [1, null, inner] }),
  (inner) => ({ rows: [[inner]] }),
];

const denials: readonly Members[] = [
  { error: 'unauthorised' },
  { error: { code: 7, message: 'please log in' } },
  { error: true },
  { errors: [{ message: 'no' }] },
  { errorMessage: 'no' },
  { error_description: 'expired' },
  { fault: { faultstring: 'no' } },
  { exception: 'java.lang.SecurityException' },
  { success: false },
  { ok: false },
  { code: 401 },
  { code: -1 },
  { code: 1e4 },
  { code: 199 },
  { code: 300 },
  { statusCode: 403 },
  { errcode: 40001 },
];

/** Members that deny nothing, however much they look like it. */
const innocent: readonly Members[] = [
  {},
  { error: null },
  { error: '' },
  { errors: [] },
  { error: 0 },
  { fault: {} },
  { success: true },
  { ok: 'false' },
  { code: 0 },
  { code: 200 },
  { code: 204 },
  { code: 20_000 },
  { code: '401' },
  { statusCode: null },
  { Error: 'x' },
  { meta: { error: 'x', code: 500 } },
  { msg: 'please log in' },
];

/** Values of `status`; those that deny do so where there is no record. */
const statuses: readonly { readonly status?: unknown; readonly denies: boolean }[] = [
  { denies: false },
  { status: 'SUCCESS', denies: false },
  { status: 'ok', denies: false },
  { status: 'DOING', denies: false },
  { status: ' success', denies: false },
  { status: null, denies: false },
  { status: 200, denies: false },
  { status: 0, denies: false },
  { status: 'error', denies: true },
  { status: 'Failed', denies: true },
  { status: 'DENIED', denies: true },
  { status: 'unauthorized', denies: true },
  { status: 'forbidden', denies: true },
  { status: 'invalid_token', denies: true },
  { status: 401, denies: true },
  { status: 1, denies: true },
];

const either = <Value>(a: readonly Value[], b: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof(fc.constantFrom(...a), fc.constantFrom(...b));

/** Responds with and without each sign, in every combination. */
export function shapeFor(operation: Operation): fc.Arbitrary<Shape> {
  const body = fc.oneof(
    recordMembers(operation).map((members) => ({ members, atRoot: true, record: true })),
    almostMembers(operation).map((almost) => ({ ...almost, record: false })),
    fc.constant({ members: {} as Members, atRoot: true, record: false }),
  );
  return fc
    .record({
      body,
      wrap: fc.constantFrom(...wrappers),
      bare: fc.boolean(),
      said: either(denials, innocent),
      status: fc.oneof(fc.constant({ status: 'success', denies: false }), fc.constantFrom(...statuses)),
      requestId: fc.boolean(),
    })
    .map(
      ({ body: { members, atRoot, record }, wrap, bare, said, status: { denies, ...status }, requestId }) => {
        const inRoot = bare && atRoot && members['status'] === undefined;
        const root = {
          ...(inRoot ? members : wrap(members)),
          ...status,
          ...said,
          ...(requestId ? { requestId: putAnswer.requestId } : {}),
        };
        const says = denials.includes(said);
        return {
          text: JSON.stringify(root),
          word: root['status' as keyof typeof root] === 'success',
          record,
          denial: says || (denies && !record),
        };
      },
    );
}
