import { describe, expect, test } from 'vitest';
import { faults } from '../../reference/faults.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { deviatingIn, findingsOf, requirements } from '../support/engine.ts';
import { type Mutation, mutationsOf } from '../support/mutations.ts';
import { sampleOf } from '../support/properties.ts';
import { runReference } from '../support/reference-run.ts';
import type { Exchange } from '../support/subject.ts';
import {
  asEntry,
  asHar,
  asLine,
  deviatingOf,
  readOf,
  recordingText,
  verdictsOf,
} from '../support/traffic.ts';

/** Recorded traffic has the verdicts of a run, in whatever format it was recorded. */

test.each(['', ...sampleOf(faults.map(({ name }) => name))])(
  "a run's own recording has that run's verdicts fault %j",
  async (name) => {
    const { report, recording } = await runReference({ faults: name === '' ? [] : [name] });
    const verdicts = Object.fromEntries(report.requirements.map((row) => [row.id, row.verdict]));
    expect(verdictsOf(await readOf(recordingText(recording)))).toEqual(verdicts);
  },
);

function verdictsIn(exchanges: readonly Exchange[]): Readonly<Record<string, string>> {
  return Object.fromEntries([...findingsOf(exchanges)].map(([id, { verdict }]) => [id, verdict]));
}

const complete = { headersComplete: true };

/** Each id is tried in one of three formats; `npm test` tries a part of them, the gate five times as many. */
const ids = sampleOf(sampleOf(requirements.map(({ id }) => id)));

/** A body that may be the beginning of JSON may have been cut by its recorder. */
function isCut({ response }: Exchange): boolean {
  return response !== undefined && /^\s*$|^\{.*[^}\]]$/s.test(response.body.text);
}

function mutationsOfId(id: string): readonly Mutation[] {
  const all = requirements.filter((one) => one.id === id).flatMap(mutationsOf);
  return all.filter(({ exchanges }) => !exchanges.some(isCut)).slice(0, 3);
}

/** A byte order mark at the beginning of a text is lost in it, as in the browsers that write it. */
const har = (exchanges: readonly Exchange[]) => asHar(exchanges.map(asEntry));

describe.each([
  [0, 'a recording', (exchanges: readonly Exchange[]) => recordingText(recordingOf(exchanges))],
  [1, 'lines', (exchanges: readonly Exchange[]) => exchanges.map(asLine).join('\n')],
  [2, 'a HAR', har],
] as const)('%i, %s', (format, _, written) => {
  test('of conforming exchanges has the verdicts of the judge', async () => {
    const exchanges = conformingExchanges();
    expect(verdictsOf(await readOf(written(exchanges), complete))).toEqual(verdictsIn(exchanges));
  });

  test.each(
    ids.filter((id, at) => at % 3 === format && !(written === har && id.endsWith(':byte-order-mark'))),
  )('of exchanges that break %s has the deviations of the judge', async (id) => {
    for (const { name, exchanges } of mutationsOfId(id)) {
      const read = await readOf(written(exchanges), complete);
      expect(deviatingOf(read), name).toEqual(deviatingIn(exchanges));
    }
  });
});
