import type { StateOptions } from '../bounded/state.ts';
import type { Contract } from '../contract/contract.ts';
import type { ReadExchange } from '../model/answer.ts';
import type { Observation, OpenQuestion } from '../model/report.ts';
import type { Operation } from '../model/requirement.ts';
import { cut } from '../text/cut.ts';
import { Heads, isToldByHead } from './metadata.ts';
import { type QuestionState, QuestionTally } from './tally.ts';

/** Characters of the answer to an open question that a report keeps. */
const answerLimit = 2_000;

/** By id of the question; without those of which nothing is known. */
export type QuestionStates = Readonly<Record<string, QuestionState>>;

/** The open questions that could be answered, and those that could not. */
export interface AnsweredQuestions {
  readonly observations: readonly Observation[];
  readonly notAsked: readonly OpenQuestion[];
}

/** Who asks something of the exchanges of one operation. */
interface Asking {
  readonly all: readonly QuestionTally[];
  /** Those that heads of answers do not tell everything. */
  readonly others: readonly QuestionTally[];
  /** Of ordinary answers, and of refusals. */
  readonly ordinary: Heads;
  readonly refusals: Heads;
}

/** What the exchanges show of all open questions. */
export class Observations {
  private readonly contract: Contract;
  private readonly known: ReadonlyMap<string, QuestionTally>;
  private readonly asking: ReadonlyMap<Operation, Asking>;

  constructor(contract: Contract) {
    const { operations, questions } = contract;
    this.contract = contract;
    this.known = new Map(questions.map((asked) => [asked.id, new QuestionTally(asked, questions)]));
    this.asking = new Map(operations.map(({ name }) => [name, this.askingOf(name)]));
  }

  private askingOf(operation: Operation): Asking {
    const all = [...this.known.values()].filter((tally) => tally.asks(operation));
    const ofHead = all.filter(({ isOfHead }) => isOfHead);
    return {
      all,
      others: all.filter(({ isOfHead }) => !isOfHead),
      ordinary: new Heads(ofHead),
      refusals: new Heads(ofHead),
    };
  }

  /** @param isAsShown whether nothing was masked in it */
  add(key: number, read: ReadExchange, isAsShown: boolean): void {
    const asking = this.asking.get(read.exchange.operation);
    if (asking === undefined) return;
    const isTold = isAsShown && isToldByHead(read);
    for (const tally of isTold ? asking.others : asking.all) tally.add(key, read);
    if (isTold) (read.meaning === 'success' ? asking.ordinary : asking.refusals).add(key, read);
  }

  /** By the id of the question, with everything that was added. */
  private get counted(): ReadonlyMap<string, QuestionTally> {
    for (const { ordinary, refusals } of this.asking.values()) {
      ordinary.tally();
      refusals.tally();
    }
    return this.known;
  }

  state(options: StateOptions): QuestionStates {
    const entries = [...this.counted].flatMap(([id, tally]) =>
      tally.isEmpty ? [] : [[id, tally.state(options)] as const],
    );
    return Object.fromEntries(entries);
  }

  take(questions: QuestionStates): void {
    for (const [id, state] of Object.entries(questions)) this.known.get(id)?.take(state);
  }

  results(): AnsweredQuestions {
    const observations: Observation[] = [];
    const notAsked: OpenQuestion[] = [];
    const { counted } = this;
    for (const asked of this.contract.questions) {
      const { id, question, section, onlyWhenSeen } = asked;
      const found = counted.get(id)?.answer() ?? null;
      if (found !== null) {
        const { answer, prominent, evidence } = found;
        observations.push({ id, question, section, answer: cut(answer, answerLimit), prominent, evidence });
      } else if (onlyWhenSeen !== true) notAsked.push({ id, question, section });
    }
    return { observations, notAsked };
  }
}
