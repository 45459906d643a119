import { statusOf } from '../../model/exchange.ts';
import type { AddedExchange } from '../../model/reading.ts';
import { leaksIn } from '../leaks.ts';
import {
  fieldsSent,
  isNotServed,
  outcomeOf,
  type ProbeContext,
  type ProbeParts,
  type ProbeResult,
  textOf,
  untold,
  type Ways,
} from '../probe.ts';
import { ofOtherType } from './fields.ts';
import { ofNothing } from './removals.ts';
import { malformed } from './requests.ts';

/** What a service sends when it refuses. Requests that other questions have sent already are not sent again. */

/** A field whose name is no ordinary word, so that a text does not hold it by chance. */
const shortestTelling = 8;

/** Requests that are refused, each for a reason of its own. */
async function provoked(
  context: ProbeContext,
): Promise<readonly (readonly [cause: string, AddedExchange])[]> {
  const { base, bases, ask, runId } = context;
  const [field] = fieldsSent(base, ({ name }) => name !== base.operation.markedField);
  const removing = bases.find(({ operation }) => operation.effect?.removes !== undefined);
  return [
    ['malformed JSON', await ask(malformed(base))] as const,
    ...(field === undefined ? [] : [['another type', await ask(ofOtherType(base, field))] as const]),
    ...(removing === undefined ? [] : [['unknown id', await ask(ofNothing(removing, runId))] as const]),
  ];
}

/** Whether a text names a field, in whatever case, with or without `_` and `-`. */
function names(text: string, field: string): boolean {
  const plain = (given: string) => given.toLowerCase().replaceAll(/[_-]/g, '');
  return plain(text).includes(plain(field));
}

function namesField(): ProbeParts {
  return {
    most: 0,
    sends: 'as other questions send it, wrong in one field',
    inquire: async ({ aboutFields }) => {
      const refusals = aboutFields.filter(
        ({ about, read }) => about.length >= shortestTelling && isNotServed(read),
      );
      const shown = refusals.map(({ read }) => read);
      if (shown.length === 0) return { why: 'no request that is wrong in one field was refused' };
      const named = refusals.filter(({ about, read }) => names(textOf(read), about)).length;
      if (named === 0) return { answer: 'never', shown };
      return { answer: named === shown.length ? 'always' : 'sometimes', shown };
    },
  };
}

type Provoked = Awaited<ReturnType<typeof provoked>>;

function byCause(result: (all: Provoked, refused: Provoked) => ProbeResult): ProbeParts {
  return {
    most: 3,
    sends: 'with requests that are refused for different causes',
    inquire: async (context) => {
      const all = await provoked(context);
      return result(
        all,
        all.filter(([, read]) => isNotServed(read)),
      );
    },
  };
}

export const errorWays: Ways = {
  'status-by-cause': () =>
    byCause((all, refused) => {
      const unclear = all.find(([, read]) => outcomeOf(read) === null);
      if (unclear !== undefined) return untold(unclear[1]);
      const answer = refused.map(([cause, { exchange }]) => `${cause}: ${statusOf(exchange)}`).sort();
      return { answer, shown: refused.map(([, read]) => read) };
    }),
  'names-field': namesField,
  leaks: () =>
    byCause((_, refused) => {
      if (refused.length === 0) return { why: 'nothing was refused' };
      const shown = refused.map(([, read]) => read);
      return { answer: [...new Set(shown.flatMap((read) => leaksIn(textOf(read))))].sort(), shown };
    }),
};
