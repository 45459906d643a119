import { expect, test } from 'vitest';
import { readSent } from '../../../src/judge/sent.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { limits } from '../../../src/model/limits.ts';

const large = `[${'0,'.repeat(limits.values)}0]`;
const ofRun = { request: { body: large, addressed: {} }, masked: [] } as unknown as Exchange;
const ofTraffic = {
  ...ofRun,
  recorded: { request: { body: 'whole' }, response: { body: 'whole' } },
} as unknown as Exchange;

test('a body with more values than are read of an answer is compared where it is our own', () => {
  for (const _ of ['read', 'read again']) {
    expect(readSent(ofRun).body?.root.type).toBe('array');
    expect(readSent(ofTraffic)).toMatchObject({
      body: null,
      unknown: expect.stringContaining('no JSON that is read'),
    });
  }
});
