import type { Contract } from '../contract/contract.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Report, Summary } from '../model/report.ts';
import { actorOf, retryMayHelp } from './acting.ts';
import { conclusionOf } from './conclusion.ts';
import { problemsOf } from './problems.ts';

/** What is concluded; here, so that it has its place among the members of a report before it is known. */
export const unconcluded = { conclusion: null, problems: null, change: null };

/** A report without its conclusion. */
export type Unconcluded = Omit<Report, 'summary' | keyof typeof unconcluded> & {
  readonly [Name in keyof typeof unconcluded]?: unknown;
} & {
  readonly summary: Omit<Summary, 'actor' | 'retryMayHelp'>;
};

type SeenPage = Pick<Report, 'exchanges'> & Pick<Judgement, 'isSamePage'>;

/**
 * What follows from the parts of a report, each a pure function of them. Nothing is compared with it yet.
 * @param seen the exchanges as they were recorded, where those of the report are excerpts, and what was judged of all
 */
export function concluded(
  parts: Unconcluded,
  contract: Pick<Contract, 'requirement'>,
  { exchanges, isSamePage }: SeenPage = { exchanges: parts.exchanges, isSamePage: false },
): Report {
  const problems = problemsOf({ ...parts, exchanges }, contract);
  const basis = { ...parts, problems, isSamePage };
  return {
    ...parts,
    summary: { ...parts.summary, actor: actorOf(basis), retryMayHelp: retryMayHelp(basis) },
    conclusion: conclusionOf(basis),
    problems,
    change: null,
  };
}
