// By the people of vitest, without dependencies: queue, threads, ending them by a signal. piscina needs a native module.
import { Tinypool } from 'tinypool';
import {
  judgeShare,
  type ShareFindings,
  type Sharing,
  type TrafficOptions,
} from '../../traffic/read-traffic.ts';
import { bytesOfShare, type Share } from '../../traffic/shares.ts';
import type { TrafficSource } from '../../traffic/sources.ts';
import type { Told, ToldPiece } from './check-worker.ts';

/** Pieces as another thread may open them; null where one is no file. */
function told(share: Share): readonly ToldPiece[] | null {
  const pieces = share.flatMap(({ source: { name, file }, ...piece }) =>
    file === null ? [] : [{ ...piece, name, file }],
  );
  return pieces.length === share.length ? pieces : null;
}

/**
 * Starts threads as shares come, so many at most. What is no file, such as standard input, is read here.
 * @param module that the threads load; without it all shares are judged here
 */
export function workersFor(
  jobs: number,
  module: URL | undefined,
  sources: readonly TrafficSource[],
  options: TrafficOptions,
): Sharing & { readonly end: () => Promise<void> } {
  const bytes = bytesOfShare(sources, jobs);
  const { operations, baseUrl, headersComplete, side, format, signal } = options;
  const here = (share: Share) => judgeShare(share, options);
  if (module === undefined) return { judge: here, bytes, end: async () => undefined };
  const name = 'judgeTold' satisfies keyof typeof import('./check-worker.ts');
  const pool = new Tinypool({ filename: module.href, name, minThreads: 0, maxThreads: jobs, env: {} });
  // Once for all: Node.js warns of many listeners of one signal.
  signal?.addEventListener('abort', () => void pool.destroy(), { once: true });
  const ofAll: Told = { operations, baseUrl, headersComplete, side, format };
  return {
    bytes,
    judge: async (share) => {
      const pieces = told(share);
      if (pieces === null) return here(share);
      return (await pool.run({ options: ofAll, pieces })) as ShareFindings;
    },
    end: () => pool.destroy(),
  };
}
