/** A hostile client, and the hostile service that it meets. */
export interface HostilePair {
  readonly client: string;
  readonly service: string;
  /** The longest time that it may take. */
  readonly ms: number;
  readonly random: () => number;
}

export function hostilePairs(seed: number, count?: number): Generator<HostilePair>;
export function attack(pair: HostilePair, port: number): Promise<void>;
export function hostileService(
  soundPort: number,
  seed: number,
): Promise<{ readonly port: number; readonly close: () => void }>;
