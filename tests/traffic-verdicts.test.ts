import { describe, expect, test } from 'vitest';
import { faults } from '../reference/faults/index.ts';
import { faultsAskedFor } from '../src/cli/faults.ts';
import type { Exchange } from '../src/model/exchange.ts';
import { conformingExchanges, recordingOf } from './support/conforming.ts';
import { deviatingIn, findingsOf, requirements } from './support/engine.ts';
import { type Mutation, mutationsOf } from './support/mutations.ts';
import { sampleOf } from './support/properties.ts';
import { runReference } from './support/reference-run.ts';
import { asEntry, asHar, asLine, deviatingOf, readOf, recordingText, verdictsOf } from './support/traffic.ts';

/** Whoever writes traffic down, in whatever form, the judge says of it what it says of a run. */

describe("a run's own recording has that run's verdicts", () => {
  test.each(['', ...faults.map(({ name }) => name)])('fault %j', async (name) => {
    const { report, recording } = await runReference(faultsAskedFor(name === '' ? [] : [name]));
    const verdicts = Object.fromEntries(report.requirements.map((row) => [row.id, row.verdict]));
    expect(verdictsOf(await readOf(recordingText(recording)))).toEqual(verdicts);
  });
});

function verdictsIn(exchanges: readonly Exchange[]): Readonly<Record<string, string>> {
  return Object.fromEntries([...findingsOf(exchanges)].map(([id, { verdict }]) => [id, verdict]));
}

const complete = { headersComplete: true };

/** Each costs a judge; in the gate there are five times as many. */
const ids = sampleOf(sampleOf(requirements.map(({ id }) => id)));

/** What ends in the middle of JSON may have been cut by whoever recorded it. */
function isCut({ response }: Exchange): boolean {
  return response !== undefined && /[^}\]]$/.test(response.body.text) && response.body.text.startsWith('{');
}

function mutationsOfId(id: string): readonly Mutation[] {
  const all = requirements.filter((one) => one.id === id).flatMap(mutationsOf);
  return all.filter(({ exchanges }) => !exchanges.some(isCut)).slice(0, 3);
}

describe.each([
  ['a recording', (exchanges: readonly Exchange[]) => recordingText(recordingOf(exchanges))],
  ['lines', (exchanges: readonly Exchange[]) => exchanges.map(asLine).join('\n')],
  ['a HAR', (exchanges: readonly Exchange[]) => asHar(exchanges.map(asEntry))],
])('%s', (_, written) => {
  test('of conforming exchanges has the verdicts of the judge', async () => {
    const exchanges = conformingExchanges();
    expect(verdictsOf(await readOf(written(exchanges), complete))).toEqual(verdictsIn(exchanges));
  });

  test.each(ids)('of exchanges that break %s has the deviations of the judge', async (id) => {
    for (const { name, exchanges } of mutationsOfId(id)) {
      const read = await readOf(written(exchanges), complete);
      expect(deviatingOf(read), name).toEqual(deviatingIn(exchanges));
    }
  });
});
