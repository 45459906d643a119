import type { PlainAnswer, ReadExchange } from '../../model/answer.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { AddedExchange } from '../judgement.ts';

/** An ordinary exchange: nearly nobody asks for more than its meaning, so its answer is read as nodes only then. */
export class OrdinaryRead implements AddedExchange {
  readonly exchange: Exchange;
  readonly meaning = 'success';
  readonly deviates = [];
  readonly isShown = false;
  readonly plain: PlainAnswer;
  private readonly readFull: () => ReadExchange;
  private read: ReadExchange | null = null;

  /** @param readFull reads it as it may be shown */
  constructor(exchange: Exchange, plain: PlainAnswer, readFull: () => ReadExchange) {
    this.exchange = exchange;
    this.plain = plain;
    this.readFull = readFull;
  }

  private get full(): ReadExchange {
    this.read ??= this.readFull();
    return this.read;
  }

  get answer(): ReadExchange['answer'] {
    return this.full.answer;
  }

  get signs(): ReadExchange['signs'] {
    return this.full.signs;
  }

  get reason(): string {
    return this.full.reason;
  }
}
