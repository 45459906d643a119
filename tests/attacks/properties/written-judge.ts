import { Judge, type JudgeState } from '../../../src/judge/judge.ts';
import { contract, type Exchange, type Judgement } from '../../support/subject.ts';
import type { Gathering } from './divisions.ts';

/** A judge that takes what another one wrote as JSON. */
export class Written implements Gathering<Exchange> {
  readonly judge = new Judge(contract, { side: 'both' });

  add(exchange: Exchange, key: number): void {
    this.judge.add(exchange, key);
  }

  get written(): string {
    return JSON.stringify(this.judge.state);
  }

  take(other: this): void {
    this.judge.take(JSON.parse(other.written) as JudgeState);
    this.judge.requestIds.take(other.judge.requestIds.state);
  }
}

/** What is known of recorded traffic, in which effects are not looked for. */
export function comparable({ effects: _, ...rest }: Judgement) {
  return rest;
}
