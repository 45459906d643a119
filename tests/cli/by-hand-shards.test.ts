import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { byHand } from './by-hand.ts';
import { temporaryFolder } from './cli.ts';
import { aimedAt, run } from './targets.ts';

/** A recording judged in shards: each is incomplete for itself, and all of them merged are whole. */

const shards = [1, 2];

describe('a recording judged in shards', () => {
  const blobs = temporaryFolder();
  const blob = (shard: number) => join(blobs, `${shard}.json`);
  let env: Record<string, string>;
  let codes: readonly (number | null)[];

  beforeAll(async () => {
    const service = await startService();
    const { out } = await run([], { env: aimedAt(service) });
    await service.close();
    env = { CONFORMANCE_EXCHANGES: join(out, 'exchanges.ndjson') };
    const ends = await Promise.all(
      shards.map((shard) =>
        byHand(
          ['run', `--shard=${shard}/${shards.length}`, '--reporter=blob', `--outputFile=${blob(shard)}`],
          env,
        ),
      ),
    );
    codes = ends.map(({ code }) => code);
  });

  test('each for itself: exit 3', () => {
    expect(codes).toEqual([3, 3]);
  });

  test('merged: exit 0', async () => {
    const { code, conclusion } = await byHand(['run', `--merge-reports=${blobs}`], env);
    expect(code).toBe(0);
    expect(conclusion).toMatch(/^conforms \(exit 0\)/);
  });

  test('merged without one of them: exit 3', async () => {
    rmSync(blob(2));
    const { code, conclusion } = await byHand(['run', `--merge-reports=${blobs}`], env);
    expect(code).toBe(3);
    expect(conclusion).toMatch(/^incomplete \(exit 3\): \d+ of \d+ requirements were filtered out/);
  });
});
