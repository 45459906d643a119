import { statusOf } from '../../model/exchange.ts';
import type { AddedExchange } from '../../model/reading.ts';
import type { RequestField } from '../fields.ts';
import { leaksIn } from '../leaks.ts';
import {
  type Base,
  fieldsSent,
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

function lastName({ name }: Pick<RequestField, 'name'>): string {
  return name.split('.').at(-1) ?? '';
}

/** Fields that are sent, one of each level. */
function tellingFields(base: Base): readonly RequestField[] {
  const sent = fieldsSent(base, (field) => lastName(field).length >= shortestTelling);
  return [...new Map(sent.map((field) => [field.path.length, field])).values()];
}

/** Requests that are refused, each for a reason of its own. */
async function provoked(
  context: ProbeContext,
): Promise<readonly (readonly [cause: string, AddedExchange])[]> {
  const { base, bases, ask, runId } = context;
  const [field] = tellingFields(base);
  const removing = bases.find(({ operation }) => operation.effect?.removes !== undefined);
  return [
    ['malformed JSON', await ask(malformed(base))] as const,
    ...(field === undefined ? [] : [['another type', await ask(ofOtherType(field, context))] as const]),
    ...(removing === undefined ? [] : [['unknown id', await ask(ofNothing(removing, runId))] as const]),
  ];
}

/** Whether a text names a field, in whatever case, with or without `_` and `-`. */
function names(text: string, field: RequestField): boolean {
  const plain = (given: string) => given.toLowerCase().replaceAll(/[_-]/g, '');
  return plain(text).includes(plain(lastName(field)));
}

function namesField(base: Base): ProbeParts {
  const fields = tellingFields(base);
  return {
    most: fields.length,
    sends: `with the wrong type in one field, for each of ${fields.length}`,
    inquire: async (context) => {
      const shown: AddedExchange[] = [];
      let named = 0;
      for (const field of fields) {
        const read = await context.ask(ofOtherType(field, context));
        const outcome = outcomeOf(read);
        if (outcome === null) return untold(read, `for ${field.name}`);
        if (outcome !== 'refused') continue;
        shown.push(read);
        if (names(textOf(read), field)) named += 1;
      }
      if (shown.length === 0) return { why: 'no field with the wrong type was refused' };
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
        all.filter(([, read]) => outcomeOf(read) === 'refused'),
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
