import { createHash } from 'node:crypto';
import { statusOf } from '../../model/exchange.ts';
import type { AddedExchange } from '../../model/reading.ts';
import {
  type Base,
  outcomeOf,
  type ProbeContext,
  type ProbeParts,
  type ProbeResult,
  untold,
  type Ways,
} from '../probe.ts';
import type { Variant } from '../send.ts';

/** Requests that remove what is not there, not there any more, or not there for an entity. */

type PathIdentifiers = Readonly<Record<string, string>>;

/** An identifier of 32 hexadecimal digits that nobody has. */
function madeUpId(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
}

function removal({ operation }: Base, addressed: PathIdentifiers, purpose: string, again = false): Variant {
  return { operation, addressed, purpose, ...(again ? { again: true } : {}) };
}

/** A request that removes what does not exist. */
export function ofNothing(base: Base, runId: string): Variant {
  const { removes = '' } = base.operation.effect ?? {};
  const addressed = { ...base.addressed, [removes]: madeUpId(`${runId} ${removes}`) };
  return removal(base, addressed, 'of an id that does not exist');
}

/** The answer that one response gives. */
function answered(read: AddedExchange, ...before: readonly AddedExchange[]): ProbeResult {
  const outcome = outcomeOf(read, true);
  if (outcome === null || outcome === 'redirected' || statusOf(read.exchange) === 401) return untold(read);
  const byStatus: Readonly<Record<number, string>> = { 404: 'not-found', 410: 'gone' };
  const answer = outcome === 'served' ? outcome : (byStatus[statusOf(read.exchange) ?? 0] ?? outcome);
  return { answer, shown: [...before, read] };
}

/** Removes what is still there, unless it was removed before. @returns why it could not be */
async function removed(
  { base, ask, removed: known }: ProbeContext,
  addressed: PathIdentifiers,
): Promise<AddedExchange | { readonly why: string }> {
  const name = JSON.stringify(addressed);
  const before = known.get(name);
  if (before !== undefined) return before;
  const read = await ask(removal(base, addressed, 'as a run sends it'));
  if (read.meaning !== 'success')
    return { why: `the ${base.operation.object} was not removed: ${read.reason}` };
  known.set(name, read);
  return read;
}

/** A second request of the same kind for what the first one has removed. */
function secondTime(base: Base): ProbeParts {
  return {
    most: 2,
    sends: 'as a run sends it, and once more',
    isLast: true,
    inquire: async (context) => {
      const { ask, removed: known } = context;
      const before = base.resources.find((one) => known.has(JSON.stringify(one)));
      const addressed = before ?? (await context.take());
      if ('why' in addressed) return { why: addressed.why };
      const first = await removed(context, addressed);
      if ('why' in first) return first;
      return answered(await ask(removal(base, addressed, 'once more', true)), first);
    },
  };
}

/** A request for an entity that is made up, as one alone is known; then one for its own, which shows that it was there. */
function otherEntity(base: Base): ProbeParts {
  return {
    most: 2,
    sends: 'under a made-up id of another entity, and then under its own',
    inquire: async (context) => {
      const { ask, runId } = context;
      const addressed = await context.take();
      if ('why' in addressed) return { why: addressed.why };
      const others = Object.keys(addressed).filter((name) => name !== base.operation.effect?.removes);
      const elsewhere = Object.fromEntries(others.map((name) => [name, madeUpId(`${runId} ${name}`)]));
      const read = await ask(
        removal(base, { ...addressed, ...elsewhere }, 'under a made-up id of another entity'),
      );
      const told = answered(read);
      if ('why' in told || told.answer === 'served') return told;
      const own = await removed(context, addressed);
      return 'why' in own ? own : { ...told, shown: [read, own] };
    },
  };
}

export const removalWays: Ways = {
  'unknown-id': (base) => ({
    most: 1,
    sends: 'of an id that does not exist',
    inquire: async ({ ask, runId }) => answered(await ask(ofNothing(base, runId))),
  }),
  'second-time': secondTime,
  'other-entity': otherEntity,
};
