import type { Report, Summary } from '../model/report.ts';
import { actorOf, conclusionOf, retryMayHelp } from './conclusion.ts';
import { problemsOf } from './problems.ts';

/** A report before it is said what it comes to: as it was built, or as an earlier version wrote it. */
export type Unconcluded = Omit<Report, 'summary' | 'conclusion' | 'problems' | 'change'> & {
  readonly summary: Omit<Summary, 'actor' | 'retryMayHelp'>;
};

/** What follows from the parts of a report, each a pure function of them. Nothing is compared with it yet. */
export function concluded(parts: Unconcluded): Report {
  const problems = problemsOf(parts);
  const basis = { ...parts, problems, change: null };
  const { summary, requirements, ...rest } = basis;
  const { formatVersion, tool, document, target, run, plan, operations, ...others } = rest;
  return {
    formatVersion,
    tool,
    document,
    target,
    run,
    plan,
    operations,
    summary: { ...summary, actor: actorOf(basis), retryMayHelp: retryMayHelp(basis) },
    conclusion: conclusionOf(basis),
    problems,
    change: null,
    requirements,
    waivers: others.waivers,
    observations: others.observations,
    notAsked: others.notAsked,
    documentNotes: others.documentNotes,
    unanswered: others.unanswered,
    effects: others.effects,
    exchanges: others.exchanges,
    ...(others.traffic === undefined ? {} : { traffic: others.traffic }),
  };
}
