import { type AnswerFinding, type AnswerValue, longestText } from '../model/answer.ts';
import { clipped } from '../text/escape.ts';
import { firstOf } from '../text/more.ts';
import { plural } from '../text/plural.ts';

/** Texts of a set that are named before the rest is counted. */
const mostNamed = 10;

/** An answer as people read it: `200, 201`, `replace`, `64 is accepted; 65 is refused`. */
export function answerWords(answer: AnswerValue): string {
  if (typeof answer === 'string') return answer;
  if (isSet(answer)) return answer.length === 0 ? 'none' : firstOf(answer, mostNamed);
  if (!('largestAccepted' in answer)) return clipped(JSON.stringify(answer), longestText);
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
export function findingSentence({ id, kind, declared, seen }: AnswerFinding): string {
  const words = (answer: AnswerValue | null) => (answer === null ? '' : answerWords(answer));
  if (kind === 'declared-not-seen') return `${id} is declared as ${words(declared)}, and was not seen`;
  if (kind === 'seen-not-declared') return `${id} is not declared; seen: ${words(seen)}`;
  return `${id} is declared as ${words(declared)}, but seen: ${seen === null ? '' : contraryWords(declared, seen)}`;
}

/** Of a set, what is not declared comes first, so that it is never among those that are counted. */
function contraryWords(declared: AnswerValue | null, seen: AnswerValue): string {
  if (declared === null || !isSet(declared) || !isSet(seen)) return answerWords(seen);
  const isNew = (text: string) => !declared.includes(text);
  return answerWords([...seen.filter(isNew), ...seen.filter((text) => !isNew(text))]);
}

/**
 * What is declared beside what was seen, a sentence for each; what is not declared is one sentence without an id, as
 * nothing is wrong.
 */
export function findingSentences(
  findings: readonly AnswerFinding[] = [],
): readonly (Pick<AnswerFinding, 'kind'> & { readonly id?: string; readonly text: string })[] {
  const of = (wanted: AnswerFinding['kind']) => findings.filter(({ kind }) => kind === wanted);
  const undeclared = of('seen-not-declared').map(({ id }) => id);
  return [
    ...[...of('contradicted'), ...of('declared-not-seen')].map((one) => ({
      kind: one.kind,
      id: one.id,
      text: findingSentence(one),
    })),
    ...(undeclared.length === 0
      ? []
      : [
          {
            kind: 'seen-not-declared' as const,
            text: `${plural(undeclared.length, 'answer')} seen and not declared: ${firstOf(undeclared, mostNamed)}`,
          },
        ]),
  ];
}
