import { cut } from '../../judge/evidence.ts';
import type { Recording } from '../../model/recording.ts';
import type { Observation, OpenQuestion } from '../../model/report.ts';
import { httpQuestions } from './http.ts';
import { observedRun, type Question } from './observed-run.ts';
import { recordQuestions } from './records.ts';

/** Characters of an answer, and places of evidence, that a report keeps. */
const answerLimit = 2_000;
const evidenceLimit = 20;

/** Nothing in the exchanges of an ordinary run can answer these. */
const unasked: readonly OpenQuestion[] = [
  { id: 'required-fields', section: '4.1', question: 'Which fields of the PUT request are required?' },
  { id: 'second-delete', section: '4.2', question: 'What does a second DELETE of the same rule answer?' },
  {
    id: 'field-limits',
    section: '8',
    question: 'How long may texts be, and how many conditions may be sent?',
  },
  { id: 'trailing-slash', section: '4.1', question: "Is the PUT's path served without its trailing slash?" },
  { id: 'scheme-case', section: '5', question: 'Is the scheme Bearer accepted in another case?' },
  {
    id: 'transitions',
    section: '3',
    question: 'Which status values follow one another, and what moves them?',
  },
];

const questions: readonly Question[] = [
  ...httpQuestions,
  ...recordQuestions,
  ...unasked.map((question) => ({ ...question, observe: () => null })),
];

export interface Observed {
  readonly observations: readonly Observation[];
  readonly notAsked: readonly OpenQuestion[];
}

/** Questions that are worth a row only when there is something to report. */
const onlyWhenSeen = new Set(['masked-secrets', 'contradictory-status', 'made-up-token-open', 'redirects']);

/** Answers every open question that the exchanges speak to; the rest is listed as not asked. */
export function observe(recording: Recording): Observed {
  const run = observedRun(recording);
  const observations: Observation[] = [];
  const notAsked: OpenQuestion[] = [];
  for (const { id, question, section, observe: ask } of questions) {
    const found = ask(run);
    if (found !== null) {
      const { answer, evidence, prominent = false } = found;
      observations.push({
        id,
        question,
        section,
        answer: cut(answer, answerLimit),
        prominent,
        evidence: evidence.slice(0, evidenceLimit),
      });
    } else if (!onlyWhenSeen.has(id)) {
      notAsked.push({ id, question, section });
    }
  }
  return { observations, notAsked };
}
