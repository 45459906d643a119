import { expect, test, vi } from 'vitest';
import { Judge } from '../../../src/judge/judge.ts';
import { Precedent } from '../../../src/judge/precedents.ts';
import { RequirementTally } from '../../../src/judge/tally.ts';
import { Walk } from '../../../src/judge/walk.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { contract } from '../../../src/operations/index.ts';
import { skipped } from '../../../src/reading/skipped.ts';
import { conformingExchanges, utf8Response } from '../../support/conforming.ts';

const whole = { headers: 'complete', body: 'whole' } as const;
const headers = [
  ['authorization', 'Bearer [masked: access token]'],
  ['content-type', 'application/json'],
] as const;

/** As traffic is recorded, all of it. */
const sound = conformingExchanges()
  .filter(({ credentials }) => credentials === 'authorised')
  .map(
    (exchange): Exchange => ({
      ...exchange,
      request: { ...exchange.request, headers },
      recorded: { request: whole, response: whole },
    }),
  );

/** More exchanges than evidence is kept of. */
const many = Array.from({ length: 25 }, () => sound).flat();

const others: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', 'x', 'CURRENCY_FIAT', 'success', '2025-01-05 10:20:30', '2025-02-30'],
  number: [0, 7, -1, 1.5, 0.25],
  boolean: [true, false],
};

/** A JSON text with each of its scalars replaced by each other one of its type. */
function variationsOf(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (holder: Record<string, unknown>, root: unknown) => {
    for (const [name, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>, root);
      for (const other of others[typeof value] ?? []) {
        holder[name] = other;
        found.push(JSON.stringify(root));
      }
      holder[name] = value;
    }
  };
  const root = JSON.parse(text) as Record<string, unknown>;
  visit(root, root);
  return found;
}

function withSent(exchange: Exchange, body: string): Exchange {
  return { ...exchange, request: { ...exchange.request, body } };
}

function variedOf(exchange: Exchange): readonly Exchange[] {
  const { request, response } = exchange;
  const answers = variationsOf(response?.body.text ?? '{}').map((text) => ({
    ...exchange,
    response: { ...utf8Response(text), headers: response?.headers ?? [] },
  }));
  const requests = variationsOf(request.body ?? '{}').map((text) => withSent(exchange, text));
  const addressed = { entityId: 'x', automationRuleId: 'x' };
  const { response: _, ...unanswered } = exchange;
  const failure = { kind: 'timeout', message: 'no response', sent: true } as const;
  return [
    { ...unanswered, failure },
    ...answers,
    ...requests,
    { ...exchange, request: { ...request, addressed } },
    { ...exchange, request: { ...request, url: `${request.url}x` } },
    { ...exchange, request: { ...request, method: 'POST' } },
    { ...exchange, request: { ...request, headers: [] } },
    { ...exchange, recorded: { request: whole, response: { ...whole, body: 'parsed' } } },
    { ...exchange, recorded: { request: { ...whole, body: 'cut' }, response: whole } },
  ];
}

/** Each with an id of its own. */
function numbered(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.map((exchange, at) => ({ ...exchange, id: `e${at}` }));
}

/** With `shown`, bodies are read as those of traffic, whose shapes are known. */
const ofTraffic = () => new Judge(contract, { side: 'both', shown: (exchange) => exchange });
const ofRun = () => new Judge(contract, { side: 'both' });

function judgedBy(judge: Judge, exchanges: readonly Exchange[]) {
  const deviates = exchanges.map((exchange, key) => judge.add(exchange, key).deviates);
  return { deviates, results: judge.results((key) => exchanges[key]), state: judge.state.tallies };
}

test('a message that comes to the same as an earlier one is not walked', () => {
  const walked = vi.spyOn(Walk.prototype, 'put');
  judgedBy(ofTraffic(), numbered([...many, ...many]));
  // Without precedents, the body of each response and of each PUT is: three of two exchanges.
  expect(walked.mock.calls.length).toBeLessThan(1.5 * many.length);
});

test.each(sound.map((exchange) => [exchange.operation, exchange] as const))(
  'every variation of a %s comes to what it comes to without a precedent',
  (_, exchange) => {
    const varied = variedOf(exchange).flatMap((one) => [one, exchange, one]);
    const all = numbered([...many, ...varied]);
    const found = judgedBy(ofTraffic(), all);
    expect(found.deviates.flat().length).toBeGreaterThan(100);
    expect(found).toEqual(judgedBy(ofRun(), all));
  },
);

test('what follows a precedent is skipped from the earliest exchange on, in whatever order they come', () => {
  const precedent = new Precedent(
    [],
    { conforms: [], skips: [[0, skipped('as before')]], shownUpTo: 0 },
    null,
  );
  for (const key of [30, 10, 20]) precedent.count(key, null);
  const tally = new RequirementTally();
  tally.skip(15, skipped('for another reason'));
  precedent.settle([tally]);
  expect(tally.findings()).toMatchObject({ counts: { notExercised: 4 }, why: { reason: 'as before' } });
});
