import type { Report, ReportAnswer, RequirementResult } from '../../schemas/types.ts';
import { answerFindings } from '../answers/declared.ts';
import { type Judgement, judge } from '../judge/judge.ts';
import { known } from '../model/known.ts';
import type { Recording } from '../model/recording.ts';
import { contract, operationSummaries } from '../operations/index.ts';
import { basisOf } from './basis.ts';
import { concluded } from './conclusion.ts';
import { excerpts } from './excerpt.ts';
import { refusalsOf } from './refused/refused.ts';
import { removalsOf, withRemoval, withRemover } from './removals.ts';
import { ofMadeUpToken, resultOf, tallyOf } from './results.ts';
import { applyWaivers } from './waivers.ts';

/** Counted for each side separately, so that those of responses do not depend on whether requests were judged too. */
function tallies(
  results: readonly RequirementResult[],
): Pick<Report['summary'], 'stated' | 'shown' | 'requests'> {
  const of = (rows: readonly RequirementResult[]) => ({
    stated: tallyOf(rows.filter(({ strength }) => strength === 'stated')),
    shown: tallyOf(rows.filter(({ strength }) => strength === 'shown')),
  });
  const requests = results.filter(({ side }) => side === 'request');
  const answers = of(results.filter(({ side }) => side === undefined));
  return requests.length === 0 ? answers : { ...answers, requests: of(requests) };
}

/** One result per requirement that was judged, in document order. */
function resultsOf({ findings }: Judgement, recording: Recording): readonly RequirementResult[] {
  return contract.requirementsOn('both').flatMap((requirement) => {
    const found = findings.get(requirement.id);
    return found === undefined ? [] : [resultOf(requirement, found, recording)];
  });
}

/** Of traffic, single exchanges are listed only where reports show them, and no effects: others caused those. */
function told(
  judgement: Judgement,
  { traffic, exchanges }: Recording,
): Omit<Judgement, 'copies' | 'requestIds' | 'findings' | 'isSamePage'> {
  if (traffic === undefined) return judgement;
  const { unanswered, observations, notAsked, answers } = judgement;
  const shown = new Set(exchanges.map(({ id }) => id));
  const isShown = ({ exchange }: { readonly exchange: string }) => shown.has(exchange);
  return {
    unanswered: unanswered.filter(isShown),
    effects: [],
    observations: observations.map((one) => ({ ...one, evidence: one.evidence.filter(isShown) })),
    notAsked,
    answers: answers.map((one) => ({ ...one, requests: one.requests.filter((id) => shown.has(id)) })),
  };
}

/** Where nothing was seen, what is declared. */
function answersOf({ answers }: Pick<Judgement, 'answers'>, { header }: Recording) {
  const byId = new Map(contract.questions.map((question) => [question.id, question]));
  return answers.map(({ id, answer, why, seen, requests }): ReportAnswer => {
    const { question = '', section = '' } = byId.get(id) ?? {};
    const declared = header.answers?.[id]?.answer ?? null;
    if (answer !== null) return { id, section, question, answer, basis: 'observed', seen, requests };
    if (declared !== null)
      return { id, section, question, answer: declared, basis: 'declared', seen, requests };
    return { id, section, question, answer, ...known({ why }), seen, requests };
  });
}

/**
 * What a run found, as one document. Pure: the same recording gives the same report.
 * @param judgement what the judge says about the exchanges; without it, they are judged here
 */
export function buildReport(recording: Recording, judgement: Judgement = judge(recording.exchanges)): Report {
  const { header, exchanges, durationMs, cut } = recording;
  const { unanswered, effects, observations, notAsked, answers } = told(judgement, recording);
  const findings = answerFindings(header.answers ?? {}, answers, contract.questions);
  const { runId: id, startedAt, options, scope, tool, target, plan, label } = header;
  // What is said of a refusal names settings of a run.
  const refusals = refusalsOf(exchanges, recording.traffic === undefined ? unanswered : []);
  const removals = removalsOf(exchanges, effects);
  const before = resultsOf(judgement, recording).map((row, _, all) =>
    withRemoval(ofMadeUpToken(row, all), removals),
  );
  const { results, waivers } = applyWaivers(before, judgement.findings, header.waivers ?? [], startedAt);
  const head = {
    formatVersion: 1 as const,
    tool,
    document: { title: contract.title, sha256: contract.sha256, ...known({ url: header.documentUrl }) },
    target,
    run: { id, startedAt, durationMs, options, scope, cut, ...known({ label }) },
    plan,
    operations: operationSummaries(),
  };
  const rest = {
    requirements: results,
    waivers,
    observations,
    notAsked,
    answers: answersOf({ answers }, recording),
    answerFindings: findings,
    documentNotes: contract.notes,
    unanswered: unanswered.map(({ exchange, reason }) =>
      withRemover(
        { exchange, reason, ...known({ hint: refusals.get(exchange)?.hint || undefined }) },
        removals,
      ),
    ),
    effects,
    exchanges,
    ...known({ traffic: recording.traffic?.info }),
  };
  const basis = basisOf({ ...head, ...rest, recording, judgement, refusals });
  const { summary, conclusion } = concluded(basis);
  return {
    ...head,
    summary: { ...summary, ...tallies(results), observations: observations.length },
    conclusion,
    problems: basis.problems,
    change: null,
    ...rest,
    exchanges: excerpts(exchanges),
  };
}
