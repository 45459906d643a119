import { requirements } from '../../support/engine.ts';
import type { RequirementResult } from '../../support/subject.ts';

type Found = Partial<RequirementResult> & {
  readonly of?: readonly [conforms: number, deviates: number, not: number];
};

/** A requirement of the document with what was found of it: it conformed once, unless more is said. */
function row(id: string, found: Found = {}): RequirementResult {
  const requirement = requirements.find((one) => one.id === id);
  if (requirement === undefined) throw new Error(`the document has no ${id}`);
  const { schema: _schema, check: _check, origin: _origin, ...rest } = requirement;
  const { of: [conforms, deviates, notExercised] = [1, 0, 0], ...members } = found;
  const counts = { conforms, deviates, notExercised };
  return { ...rest, verdict: 'conforms', counts, evidence: [], evidenceOmitted: 0, ...members };
}

const seen = (exchange: string, pointer: string, expected: string, actual: string) => ({
  ...{ exchange, pointer, expected, actual },
});

const deviates = { verdict: 'deviates' } as const;
const notExercised = { verdict: 'not-exercised' } as const;

export const put: readonly RequirementResult[] = [
  row('put:json', { of: [2, 0, 0] }),
  row('put:authorization', {
    ...deviates,
    of: [0, 1, 0],
    evidence: [seen('e3', '', 'a refusal', 'accepted: status 200 with a record')],
  }),
  row('put:made-up-token', {
    ...notExercised,
    of: [0, 0, 0],
    reason: 'not sent, because the request without a header was served',
    because: 'put:authorization',
  }),
  row('put.requestId:format', { of: [2, 0, 0] }),
  row('put.requestId:uniqueness', { of: [2, 0, 0] }),
  row('put.data.name:echo', {
    verdict: 'waived',
    waiver: 'names are cut to 20 characters until release 7 (ticket 4711)',
    of: [0, 2, 0],
    evidence: [
      {
        ...seen('e1', '/data/name', '"Conformance run 5d0c"', '"Conformance run"'),
        wanted: '"Conformance run 5d0c"',
      },
    ],
    evidenceOmitted: 1,
  }),
  row('put.data.conditions.each.column:type', {
    ...deviates,
    check: { type: 'integer' },
    of: [1, 1, 0],
    evidence: [
      seen('e2', '/data/conditions/0/column', 'an integer', '"3"'),
      seen('e2', '/data/conditions/1/column', 'an integer', '1.5'),
    ],
    evidenceOmitted: 4,
  }),
  row('put.data.conditions.each.jsonPath:absence', { of: [2, 0, 0] }),
  row('put.data.action.timezone:format', {
    ...deviates,
    of: [0, 2, 0],
    evidence: [
      seen('e1', '/data/action/timezone', 'a time zone name such as "Europe/Zurich"', '"Mars/Olympus"'),
    ],
  }),
  row('put.data.deletedAt:format', {
    ...notExercised,
    of: [0, 0, 2],
    reason: 'the string is empty, as it may be while a transformer lives',
  }),
];

/** Why nothing is known of a member that is absent. */
const absent = {
  ...notExercised,
  of: [0, 0, 1],
  reason: 'data.createdAt is not there',
  because: 'delete.data.createdAt:presence',
} as const;

export const remove: readonly RequirementResult[] = [
  row('delete:json'),
  row('delete:authorization', {
    ...notExercised,
    of: [0, 0, 1],
    reason: 'no answer: the connection timed out after 1000 ms',
  }),
  row('delete.data.createdAt:presence', {
    ...deviates,
    of: [0, 1, 0],
    evidence: [seen('e4', '/data/createdAt', 'the member createdAt', 'no such member')],
  }),
  row('delete.data.createdAt:type', absent),
  row('delete.data.createdAt:format', absent),
  row('delete.data.priority:type'),
];
