import type { Effect, Report } from '../../src/model/report.ts';
import { operationWords } from './words.ts';

/** What happened to one object of the target, and how often. */
export interface EffectLine {
  readonly state: Effect['state'];
  /** What it is in words; the identifier behind it may be text of the service. */
  readonly noun: string;
  readonly id: string | null;
  readonly what: string;
  readonly times: number;
}

/** Equal effects once, in the order in which they first happened. */
export function effectLines(report: Report): readonly EffectLine[] {
  const lines = new Map<string, EffectLine>();
  for (const { operation, id, state } of report.effects) {
    const { effect } = operationWords(report, operation);
    if (effect === null) continue;
    const key = JSON.stringify([operation, id, state]);
    const times = (lines.get(key)?.times ?? 0) + 1;
    lines.set(key, { state, noun: effect.noun, id, what: effect[state], times });
  }
  return [...lines.values()];
}
