import type { AnswerFinding, AnswerValue } from '../../schemas/types.ts';
import { firstOf } from '../text/more.ts';
import { plural } from '../text/plural.ts';

/** Texts of a set that are named before the rest is counted. */
const mostNamed = 10;

/** An answer as people read it: `200, 201`, `replace`, `64 is accepted; 65 is refused`. */
export function answerWords(answer: AnswerValue): string {
  if (typeof answer === 'string') return answer;
  if (isSet(answer)) return answer.length === 0 ? 'none' : firstOf(answer, mostNamed);
  const { largestAccepted, smallestRefused } = answer;
  return [
    ...(largestAccepted === null ? [] : [`${largestAccepted} is accepted`]),
    ...(smallestRefused === null ? [] : [`${smallestRefused} is refused`]),
  ].join('; ');
}

function isSet(answer: AnswerValue): answer is readonly string[] {
  return Array.isArray(answer);
}

/** `question.put.success-status is declared as 200, but seen: 201`. */
export function findingSentence({ id, declared, seen }: AnswerFinding): string {
  if (declared === null) return `${id} is not declared; seen: ${seen === null ? '' : answerWords(seen)}`;
  const own = `${id} is declared as ${answerWords(declared)}`;
  if (seen === null) return `${own}, and was not seen`;
  // Of a set, what is not declared comes first, so that it is never among those that are counted.
  const isKnown = (text: string) => isSet(declared) && declared.includes(text);
  const contrary =
    isSet(seen) && isSet(declared)
      ? [...seen.filter((text) => !isKnown(text)), ...seen.filter(isKnown)]
      : seen;
  return `${own}, but seen: ${answerWords(contrary)}`;
}

/** A sentence about findings; without an id for what is not declared, as nothing is wrong. */
interface FindingSentence extends Pick<AnswerFinding, 'kind'> {
  readonly id?: string;
  readonly text: string;
}

/** What is declared beside what was seen, a sentence for each; what is not declared is one sentence. */
export function findingSentences(findings: readonly AnswerFinding[] = []): readonly FindingSentence[] {
  const of = (wanted: AnswerFinding['kind']) => findings.filter(({ kind }) => kind === wanted);
  const each = [...of('contradicted'), ...of('declared-not-seen')];
  const sentences = each.map((one) => ({ kind: one.kind, id: one.id, text: findingSentence(one) }));
  const ids = of('seen-not-declared').map(({ id }) => id);
  if (ids.length === 0) return sentences;
  const text = `${plural(ids.length, 'answer')} seen and not declared: ${firstOf(ids, mostNamed)}`;
  return [...sentences, { kind: 'seen-not-declared', text }];
}
