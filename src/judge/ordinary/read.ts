import type { PlainAnswer, ReadExchange } from '../../model/answer.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { AddedExchange } from '../judgement.ts';

const nothing = { deviates: [], isShown: false };

/** An ordinary exchange: nobody asks for more than its meaning, but for a deviation, so its answer is read as nodes only then. */
export class OrdinaryRead implements AddedExchange {
  readonly exchange: Exchange;
  readonly meaning = 'success';
  private notes: Pick<AddedExchange, 'deviates' | 'isShown'> = nothing;
  readonly plain: PlainAnswer;
  private readonly readFull: () => ReadExchange;
  private read: ReadExchange | null = null;

  /** @param readFull reads it as it may be shown */
  constructor(exchange: Exchange, plain: PlainAnswer, readFull: () => ReadExchange) {
    this.exchange = exchange;
    this.plain = plain;
    this.readFull = readFull;
  }

  get deviates(): readonly string[] {
    return this.notes.deviates;
  }

  get isShown(): boolean {
    return this.notes.isShown;
  }

  /** Takes over what it was found to deviate from. */
  note(notes: Pick<AddedExchange, 'deviates' | 'isShown'>): void {
    this.notes = notes;
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
