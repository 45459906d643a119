import type { SeenAnswer } from '../model/answer.ts';
import type { ReadExchange } from '../model/reading.ts';
import type { Observation, OpenQuestion } from '../model/report.ts';
import type { Operation } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';
import { cut } from '../text/cut.ts';
import { type QuestionState, QuestionTally } from './question-tally.ts';

/** Characters of the answer to an open question that a report keeps. */
const answerLimit = 2_000;

/** By id of the question; without those of which nothing is known. */
export type QuestionStates = Readonly<Record<string, QuestionState>>;

/** The open questions that could be answered, and those that could not. */
export interface AnsweredQuestions {
  readonly observations: readonly Observation[];
  readonly notAsked: readonly OpenQuestion[];
  /** Of those that exchanges of any kind may show, and of others that these show. */
  readonly answers: readonly SeenAnswer[];
}

/** What the exchanges show of all open questions. */
export class Observations {
  private readonly tallies: ReadonlyMap<string, QuestionTally>;
  /** Those that something is asked of, by operation. */
  private readonly asking: ReadonlyMap<Operation, readonly QuestionTally[]>;

  constructor() {
    this.tallies = new Map(contract.questions.map((asked) => [asked.id, new QuestionTally(asked)]));
    this.asking = new Map(contract.operations.map(({ name }) => [name, this.askingOf(name)]));
  }

  private askingOf(name: Operation): readonly QuestionTally[] {
    return [...this.tallies.values()].filter(({ question: { operation = name, see, places } }) => {
      return operation === name && (see ?? places) !== undefined;
    });
  }

  add(key: number, read: ReadExchange): void {
    for (const tally of this.asking.get(read.exchange.operation) ?? []) tally.add(key, read);
  }

  get state(): QuestionStates {
    const known = [...this.tallies].filter(([, tally]) => !tally.isEmpty);
    return Object.fromEntries(known.map(([id, tally]) => [id, tally.state]));
  }

  take(questions: QuestionStates): void {
    for (const [id, state] of Object.entries(questions)) this.tallies.get(id)?.take(state);
  }

  results(): AnsweredQuestions {
    const observations: Observation[] = [];
    const notAsked: OpenQuestion[] = [];
    const answers: SeenAnswer[] = [];
    for (const [id, tally] of this.tallies) {
      const { question, section, asks, onlyWhenSeen } = tally.question;
      const { words, typed } = tally.found();
      if (words !== null)
        observations.push({ id, question, section, ...words, answer: cut(words.answer, answerLimit) });
      else if (typed.answer === null && onlyWhenSeen !== true) notAsked.push({ id, question, section });
      if (asks === 'passive' || typed.answer !== null) answers.push(typed);
    }
    return { observations, notAsked, answers };
  }
}
