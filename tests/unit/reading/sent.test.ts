import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/model/exchange.ts';
import { limits } from '../../../src/model/limits.ts';
import { ReadRequest, trafficBodies } from '../../../src/reading/bodies.ts';

const large = `[${'0,'.repeat(limits.values)}0]`;
const ofRun = { request: { body: large, addressed: {} }, masked: [] } as unknown as Exchange;
const ofTraffic = {
  ...ofRun,
  recorded: { request: { body: 'whole' }, response: { body: 'whole' } },
} as unknown as Exchange;

test('a body with more values than are read of a response is compared where it is our own', () => {
  const bodies = trafficBodies();
  for (const _ of ['read', 'read again']) {
    expect(new ReadRequest(ofRun, bodies).body?.value).toBeInstanceOf(Array);
    const { body, unknown } = new ReadRequest(ofTraffic, bodies);
    expect([body, unknown?.reason]).toEqual([null, expect.stringContaining('what was sent is not JSON')]);
  }
});
