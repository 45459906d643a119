import { answerWords } from '../../answers/words.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Explored } from '../../explore/explore.ts';
import type { SeenAnswer } from '../../model/answer.ts';
import { padded, widthOf } from '../../text/layout.ts';
import { joined, plural } from '../../text/plural.ts';

function line({ id, answer, why = '' }: SeenAnswer, width: number, note: string | undefined): string {
  const text = answer === null ? `(${why})` : answerWords(answer);
  return `  ${padded(id, width)}  ${text}${note === undefined ? '' : `; ${note}`}`;
}

/** What was asked, and what it came to. */
export function resultText(explored: Explored, contract: Contract): string {
  const { answers, notes, leaks, requests, runId, effects, cut } = explored;
  const width = Math.max(...answers.map(({ id }) => widthOf(id)), 0);
  const told = answers.filter(({ answer }) => answer !== null);
  const lines = [...answers].sort((one, other) => (one.id < other.id ? -1 : 1));
  return [
    `${plural(told.length, 'answer')} from ${plural(requests, 'request')}, run ${runId}${cut ? ', which was interrupted' : ''}:`,
    ...lines.map((one) => line(one, width, notes.get(one.id))),
    ...leaks.map(({ what, exchange }) => `Security: the response to ${exchange} shows ${what}.`),
    ...(effects.length === 0 ? [] : [`Done at the service: ${effectsText(effects, contract)}.`]),
    '',
  ].join('\n');
}

/** `26 × transformer written`. */
function effectsText(effects: Explored['effects'], { operations }: Contract): string {
  const kinds = operations.flatMap(({ name, effect }) => {
    const of = effects.filter(({ operation }) => operation === name);
    return (['confirmed', 'unknown'] as const).flatMap((state) => {
      const count = of.filter((one) => one.state === state).length;
      return count === 0 || effect === null ? [] : [`${count} × ${effect.noun} ${effect[state]}`];
    });
  });
  return joined(kinds);
}
