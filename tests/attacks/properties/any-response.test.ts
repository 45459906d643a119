import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureKinds } from '../../support/failure-kinds.ts';
import { holds } from '../../support/properties.ts';
import type { Operation } from '../../support/subject.ts';
import { bytesBody, damagedAnswer, editedAnswer, jsonBody } from './bodies.ts';
import { conduct, type Reply } from './conduct.ts';
import { anyCoding, anyHead, encoded, plainHead } from './heads.ts';
import { outputProblems } from './outputs.ts';
import { anyText } from './texts.ts';

/** Whatever a service answers, the judge ends, and every output is well-formed and does nothing. */

/** Each request has an answer of its own; now and then everybody gets the first, and the terminal has colour. */
interface Answered<Answer> {
  readonly put: readonly Answer[];
  readonly delete: readonly Answer[];
  readonly everyone: boolean;
  readonly colour: boolean;
}

/** Answers of each operation in a run: most of its time goes into the formats, however many there are. */
const atOnce = 3;
/** Each is in a run and in all of its outputs. */
const share = 1 / 2;

/** Looks at the outputs of runs against services that answer so. */
function runsEnd<Answer>(
  answerTo: (operation: Operation) => fc.Arbitrary<Answer>,
  toReply: (answer: Answer) => Reply,
): Promise<void> {
  const several = (operation: Operation) =>
    fc.array(answerTo(operation), { minLength: atOnce, maxLength: atOnce });
  const answered: fc.Arbitrary<Answered<Answer>> = fc.record({
    put: several('put'),
    delete: several('delete'),
    everyone: fc.boolean(),
    colour: fc.boolean(),
  });
  const property = fc.asyncProperty(answered, async ({ put, delete: remove, ...how }) => {
    const answers = { put: put.map(toReply), delete: remove.map(toReply) };
    const { report, outputs } = await conduct({ answers, ...how });
    expect(outputProblems(outputs)).toEqual([]);
    expect([1, 3]).toContain(report.summary.exitCode);
  });
  return holds(property, share / atOnce);
}

const ownSuccess = '{"status":"success","requestId":"x","data":{"name":1}}';

describe('any response', () => {
  test('any JSON value', async () => {
    await runsEnd(
      () => jsonBody,
      (text) => ({ head: plainHead, body: Buffer.from(text) }),
    );
  });

  test('any bytes, under any coding', async () => {
    await runsEnd(
      () => fc.tuple(bytesBody, anyCoding),
      ([bytes, coding]) => encoded(plainHead, bytes, coding),
    );
  });

  test('any status, reason phrase and headers, with a body or a failure', async () => {
    const body = fc.oneof(fc.constantFrom(ownSuccess, ''), jsonBody);
    const cause = fc.record({ kind: fc.constantFrom(...failureKinds), message: anyText });
    await runsEnd(
      () => fc.tuple(anyHead, body, fc.option(cause, { freq: 3 })),
      ([head, text, failure]) => ({
        head,
        body: Buffer.from(text),
        ...(failure === null ? {} : { cause: failure }),
      }),
    );
  });

  // Nearly right, it reaches further into the judge than noise does.
  test('a conforming response, changed in a few places', async () => {
    const nearlyRight = (operation: Operation) =>
      fc.oneof<fc.MaybeWeightedArbitrary<string | Buffer>[]>(
        { weight: 3, arbitrary: editedAnswer(operation) },
        { weight: 1, arbitrary: damagedAnswer(operation) },
      );
    await runsEnd(nearlyRight, (body) => ({ head: plainHead, body: Buffer.from(body) }));
  });
});
