import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conformingExchanges, recordingOf, utf8Response } from '../../support/conforming.ts';
import { reportOf } from '../../support/engine.ts';
import { failureKinds } from '../../support/failure-kinds.ts';
import { holds } from '../../support/properties.ts';
import type { Exchange, Failure, Operation, Report, Response } from '../../support/subject.ts';
import { type Shape, shapeFor } from './shapes.ts';

/** Whatever an answer looks like, it lands in the cell of the two tables of docs/document.md that it belongs in. */

const statusCode = fc.oneof(
  fc.integer({ min: 100, max: 599 }),
  fc.constantFrom(200, 200, 200, 299),
  fc.constantFrom(201, 202, 203, 204, 205, 206),
  fc.constantFrom(300, 302, 400, 401, 403, 404, 422, 428, 429, 430, 499),
  fc.constantFrom(500, 503, 599, 600),
);
const operations = fc.constantFrom<Operation>('put', 'delete');
const unauthorised = fc.constantFrom('none' as const, 'made-up' as const);

const within = (status: number, from: number, to: number): boolean => status >= from && status <= to;

/** The first table, cell by cell. */
function authorisedCell(status: number, { word, record, denial }: Shape): 'success' | 'refusal' | 'unclear' {
  if (word) return 'success';
  if (!within(status, 200, 299)) return 'refusal';
  if (denial && record) return 'unclear';
  if (denial) return 'refusal';
  return 'success';
}

/** The second table, cell by cell. @param isRead whether the body can be searched for a denial */
function unauthorisedCell(
  status: number,
  { word, record, denial }: Shape,
  isRead = true,
): 'served' | 'refused' | 'unclear' {
  const good = within(status, 200, 299);
  const isCarriedOut = [201, 204, 205].includes(status) && isRead && !denial;
  const isServed = (good && word) || (good && record && !denial) || isCarriedOut || (word && record);
  if (isServed) return 'served';
  if (within(status, 300, 499) && status !== 429) return 'refused';
  if (good && denial && !record) return 'refused';
  return 'unclear';
}

function reportWith(id: string, outcome: { response: Response } | { failure: Failure }): Report {
  const exchanges = conformingExchanges().map((exchange): Exchange => {
    if (exchange.id !== id) return exchange;
    const { response: _, ...rest } = exchange;
    return { ...rest, ...outcome };
  });
  return reportOf(recordingOf(exchanges));
}

function rowOf({ requirements }: Report, id: string) {
  const found = requirements.find((row) => row.id === id);
  if (found === undefined) throw new Error(`no requirement ${id}`);
  return found;
}

/** The cell that a report shows an authorised answer to be in. */
function shownAuthorised(report: Report, operation: Operation, status: number): string {
  const id = `${operation}-authorised`;
  const unanswered = report.unanswered.find(({ exchange }) => exchange === id);
  const json = rowOf(report, `${operation}:json`).verdict;
  const changed = report.effects.find(({ exchange }) => exchange === id)?.state;
  if (unanswered === undefined)
    return json === 'conforms' && changed === 'confirmed' ? 'success' : 'contradiction';
  if (json !== 'not-exercised' || report.summary.outcome !== 'incomplete') return 'contradiction';
  if (report.summary.reasons[0] !== `${id}: ${unanswered.reason}`) return 'contradiction';
  if (/ beside a denial: |^the response is too (?:deep|large) to judge/.test(unanswered.reason))
    return changed === 'unknown' ? 'unclear' : 'contradiction';
  return unanswered.reason.includes(`the service returned ${status}`) ? 'refusal' : 'contradiction';
}

/** The cell that a report shows an unauthorised answer to be in. */
function shownUnauthorised(report: Report, operation: Operation, credentials: 'none' | 'made-up'): string {
  const madeUp = credentials === 'made-up';
  const { verdict } = rowOf(report, `${operation}:${madeUp ? 'made-up-token' : 'authorization'}`);
  const { outcome, reasons } = report.summary;
  if (verdict === 'deviates')
    return outcome === 'deviates' && /made-up token|without credentials/.test(reasons[0] ?? '')
      ? 'served'
      : 'contradiction';
  if (verdict === 'conforms') return outcome === 'conforms' ? 'refused' : 'contradiction';
  const observed = report.observations.some(({ id }) => id === 'question.authorization.made-up-token');
  const told = madeUp ? outcome === 'conforms' && observed : outcome === 'incomplete' && !observed;
  return told ? 'unclear' : 'contradiction';
}

const shaped = operations.chain((operation) =>
  fc.record({ operation: fc.constant(operation), shape: shapeFor(operation), status: statusCode }),
);

/** Each case is a whole report. */
const share = 1 / 2;

describe('the cell of a response', () => {
  test('that is an object, to an authorised request', async () => {
    const property = fc.asyncProperty(shaped, async ({ operation, shape, status }) => {
      const report = reportWith(`${operation}-authorised`, { response: utf8Response(shape.text, status) });
      expect(shownAuthorised(report, operation, status)).toBe(authorisedCell(status, shape));
    });
    await holds(property, share);
  });

  test('that is an object, to an unauthorised request', async () => {
    const property = fc.asyncProperty(
      shaped,
      unauthorised,
      async ({ operation, shape, status }, credentials) => {
        const id = `${operation}-${credentials === 'none' ? 'no-header' : 'made-up-token'}`;
        const report = reportWith(id, { response: utf8Response(shape.text, status) });
        expect(shownUnauthorised(report, operation, credentials)).toBe(unauthorisedCell(status, shape));
      },
    );
    await holds(property, share);
  });

  const noSigns = { text: '', word: false, record: false, denial: false };
  const noObject = fc.constantFrom(
    '',
    ' ',
    '<html>Sign in</html>',
    'no',
    '[]',
    '[{"code":401}]',
    '"success"',
    '7',
    'null',
  );
  const tooMuch = fc.constantFrom('['.repeat(300), `[${'0,'.repeat(20_001)}0]`);

  test('that is not an object, or too much of one', async () => {
    const text = fc.oneof({ weight: 9, arbitrary: noObject }, tooMuch);
    const property = fc.asyncProperty(
      operations,
      text,
      statusCode,
      unauthorised,
      async (operation, body, status, credentials) => {
        const response = utf8Response(body, status);
        const id = `${operation}-${credentials === 'none' ? 'no-header' : 'made-up-token'}`;
        const refused = shownUnauthorised(reportWith(id, { response }), operation, credentials);
        expect(refused).toBe(unauthorisedCell(status, noSigns, body.length < 100));

        const report = reportWith(`${operation}-authorised`, { response });
        const isGood = within(status, 200, 299);
        if (isGood && body.length < 100) expect(rowOf(report, `${operation}:json`).verdict).toBe('deviates');
        else expect(shownAuthorised(report, operation, status)).toBe(isGood ? 'unclear' : 'refusal');
      },
    );
    await holds(property, share);
  });

  test('that did not arrive whole', async () => {
    const failure = fc.record({
      kind: fc.constantFrom(...failureKinds),
      message: fc.constant('it broke off'),
      sent: fc.boolean(),
      status: fc.option(statusCode),
    });
    const property = fc.asyncProperty(
      operations,
      unauthorised,
      failure,
      async (operation, credentials, { status, ...rest }) => {
        const head = status === null ? {} : { head: { status, reason: '', headers: [] } };
        const given: Failure = { ...rest, ...head };
        const id = `${operation}-${credentials === 'none' ? 'no-header' : 'made-up-token'}`;
        const closed = rest.sent && (rest.kind === 'closed' || (rest.kind === 'reset' && status === null));
        const said = status !== null && rest.kind !== 'proxy' && within(status, 300, 499);
        expect(shownUnauthorised(reportWith(id, { failure: given }), operation, credentials)).toBe(
          closed || (said && status !== 429) ? 'refused' : 'unclear',
        );
        const report = reportWith(`${operation}-authorised`, { failure: given });
        const [reason] = report.summary.reasons;
        expect(report.summary.outcome).toBe('incomplete');
        expect(reason).toContain('it broke off');
        if (said) expect(reason).toContain(`the service returned ${status}; `);
      },
    );
    await holds(property, share);
  });
});
