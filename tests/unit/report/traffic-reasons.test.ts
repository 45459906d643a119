import { describe, expect, test } from 'vitest';
import { trafficGaps } from '../../../src/report/traffic-reasons.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { asLine, readSources, sourceOf } from '../../support/traffic.ts';

const lines = conformingExchanges().map(asLine).join('\n');

describe('traffic in which nothing was checked', () => {
  test('holds no exchange of the document, where it was read to its end', async () => {
    const { info, isCut } = await readSources([sourceOf('{"level":"info"}\n')]);
    expect(trafficGaps(info, [], isCut)).toEqual([
      "the only entry is not an exchange of the document's operations",
    ]);
  });

  test('may hold some, where reading was ended before the first', async () => {
    const { info, isCut } = await readSources([sourceOf(lines)], { signal: AbortSignal.abort() });
    expect(trafficGaps(info, [], isCut)).toEqual(['the traffic was not read to the end']);
  });
});
