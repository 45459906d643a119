import type { ContractRequirement } from '../contract/requirements.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Tally } from './tally.ts';
import { onlyUnlisted, type SpotVerdict, saidBy } from './verdicts.ts';

/** A requirement, and what counts what is found of it. */
export interface Counted {
  readonly requirement: ContractRequirement;
  readonly tally: Tally;
}

/**
 * What an exchange shows of a requirement by itself; null where it shows nothing, or where other exchanges are needed too.
 * @param isShown whether evidence of what conforms is kept
 */
export type Verdicts = (requirement: ContractRequirement, isShown: boolean) => readonly SpotVerdict[] | null;

/** What an exchange was found to show by itself. */
export class Notes {
  /** Ids of requirements. */
  readonly deviates: string[] = [];
  /** Whether evidence of it is kept. */
  isShown = false;
  private readonly exchange: string;
  private readonly key: number;

  constructor({ id }: Exchange, key: number) {
    this.exchange = id;
    this.key = key;
  }

  /** Counts what it shows of a requirement. */
  count({ requirement, tally }: Counted, verdicts: Verdicts): void {
    const { exchange, key } = this;
    const isShown = tally.shows(key);
    const found = verdicts(requirement, isShown);
    if (found === onlyUnlisted) tally.addUnlisted('conforms', 1);
    else if (found !== null) {
      const said = saidBy(found, exchange, isShown);
      const { verdict } = said;
      if (verdict === 'deviates') this.deviates.push(requirement.id);
      if (verdict === 'conforms') this.isShown ||= isShown;
      if (verdict === 'deviates') this.isShown ||= tally.showsDeviation(key, exchange);
      tally.add(key, said);
    }
  }
}
