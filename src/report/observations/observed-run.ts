import { placeName } from '../../contract/statements.ts';
import { locate, pointerAt } from '../../judge/locate.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Recording } from '../../model/recording.ts';
import type { Observation, OpenQuestion } from '../../model/report.ts';
import type { Operation } from '../../model/requirement.ts';
import type { JsonNode } from '../../target/json.ts';
import { type ReadExchange, readExchanges } from '../../target/meaning.ts';

export interface ObservedRun {
  readonly recording: Recording;
  readonly reads: readonly ReadExchange[];
}

/** What the exchanges say about a question, or null where they say nothing. */
export type Answered = Pick<Observation, 'answer' | 'evidence'> & { readonly prominent?: boolean };

/** Something that the document leaves open, and how an ordinary run may come to know it. */
export interface Question extends OpenQuestion {
  readonly observe: (run: ObservedRun) => Answered | null;
}

export function observedRun(recording: Recording): ObservedRun {
  return { recording, reads: readExchanges(recording.exchanges) };
}

/** The answers that mean success, with the JSON that they hold. */
export function successes(
  { reads }: ObservedRun,
  operation: Operation,
): readonly { exchange: Exchange; root: JsonNode; text: string }[] {
  return reads.flatMap(({ exchange, answer, meaning }) => {
    if (exchange.operation !== operation || meaning !== 'success' || answer?.kind !== 'json') return [];
    return [{ exchange, root: answer.document.root, text: answer.document.text }];
  });
}

export function headerValues({ response, failure }: Exchange, name: string): readonly string[] {
  const headers = response?.headers ?? failure?.head?.headers ?? [];
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}

export function statusOf({ response, failure }: Exchange): number | null {
  return response?.status ?? failure?.head?.status ?? null;
}

/** Distinct texts with how often each was seen: `200 (3 ×), 201`. */
export function tallied(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} ×)`)).join(', ');
}

export function wholeAnswers(exchanges: readonly Exchange[]): Observation['evidence'] {
  return exchanges.map(({ id }) => ({ exchange: id, pointer: '' }));
}

/** The values found at a place over all answers that mean success, as the service wrote them. */
export function valuesAt(run: ObservedRun, operation: Operation, place: string): Answered | null {
  const found = successes(run, operation).flatMap(({ exchange, root, text }) =>
    locate(root, place).spots.flatMap(({ node, positions }) =>
      node === undefined
        ? []
        : [
            {
              text: text.slice(node.start, node.end),
              evidence: { exchange: exchange.id, pointer: pointerAt(place, positions) },
            },
          ],
    ),
  );
  if (found.length === 0) return null;
  return {
    answer: `${placeName(place)}: ${tallied(found.map((value) => value.text))}`,
    evidence: found.map(({ evidence }) => evidence),
  };
}

/** Several answers as one; null where none was given. */
export function joined(parts: readonly (Answered | null)[]): Answered | null {
  const given = parts.filter((part) => part !== null);
  if (given.length === 0) return null;
  return {
    answer: given.map(({ answer }) => answer).join('; '),
    evidence: given.flatMap(({ evidence }) => evidence),
    prominent: given.some(({ prominent }) => prominent === true),
  };
}
