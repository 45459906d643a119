import type { Change as Since } from '../model/change.ts';
import type { Conclusion, Problem } from '../model/conclusion.ts';
import type { Exchange, Failure, Response, ResponseHead } from '../model/exchange.ts';
import type { Evidence } from '../model/finding.ts';
import type { Effect, Observation, Report, RequirementResult } from '../model/report.ts';
import type { Client, TrafficInfo } from '../model/traffic.ts';

type Change = (text: string) => string;

function changedHead<Head extends ResponseHead>(head: Head, change: Change): Head {
  const headers = head.headers.map(([name, value]) => [change(name), change(value)] as const);
  return { ...head, reason: change(head.reason), headers };
}

function changedResponse(response: Response, change: Change): Response {
  const { body, decoded } = response;
  return {
    ...changedHead(response, change),
    body: { ...body, text: change(body.text) },
    decoded: decoded.map(change),
  };
}

function changedFailure({ head, ...failure }: Failure, change: Change): Failure {
  const kept = head === undefined ? {} : { head: changedHead(head, change) };
  return { ...failure, message: change(failure.message), ...kept };
}

/** The exchange with every text changed that came from the service. */
export function withExchangeText(exchange: Exchange, change: Change): Exchange {
  const { response, failure, masked } = exchange;
  return {
    ...exchange,
    ...(response === undefined ? {} : { response: changedResponse(response, change) }),
    ...(failure === undefined ? {} : { failure: changedFailure(failure, change) }),
    masked: masked.map((place) => ({ ...place, at: change(place.at) })),
  };
}

function changedEvidence(evidence: Evidence, change: Change): Evidence {
  return { ...evidence, pointer: change(evidence.pointer), actual: change(evidence.actual) };
}

function changedClients(clients: readonly Client[], change: Change): readonly Client[] {
  return clients.map((client) => ({ ...client, userAgent: change(client.userAgent) }));
}

function changedRow(row: RequirementResult, change: Change): RequirementResult {
  const { evidence, spread, traffic, reason } = row;
  const changed = (all: readonly Evidence[]) => all.map((one) => changedEvidence(one, change));
  return {
    ...row,
    ...(reason === undefined ? {} : { reason: change(reason) }),
    evidence: changed(evidence),
    ...(spread === undefined ? {} : { spread: changed(spread) }),
    ...(traffic === undefined
      ? {}
      : { traffic: { ...traffic, clients: changedClients(traffic.clients, change) } }),
  };
}

/** What clients and whoever recorded them wrote. */
function changedTraffic(traffic: TrafficInfo, change: Change): TrafficInfo {
  return {
    ...traffic,
    badEntries: traffic.badEntries.map((entry) => ({ ...entry, problem: change(entry.problem) })),
    baseUrls: traffic.baseUrls.map((one) => ({ ...one, value: change(one.value) })),
    clients: changedClients(traffic.clients, change),
  };
}

function changedObservation(observation: Observation, change: Change): Observation {
  const evidence = observation.evidence.map((one) => ({ ...one, pointer: change(one.pointer) }));
  return { ...observation, answer: change(observation.answer), evidence };
}

/** The id of what is removed is the operator's own: it stands in the path. */
function changedEffect(effect: Effect, { operations }: Report, change: Change): Effect {
  const removes = operations.find(({ name }) => name === effect.operation)?.effect?.removes;
  return removes !== undefined || effect.id === null ? effect : { ...effect, id: change(effect.id) };
}

function changedConclusion(conclusion: Conclusion, change: Change): Conclusion {
  const { verdict, why, act, next, changed, notChecked } = conclusion;
  return {
    ...conclusion,
    verdict: change(verdict),
    why: why.map(change),
    act: change(act),
    next: change(next),
    changed: changed === null ? null : change(changed),
    notChecked: notChecked === null ? null : change(notChecked),
  };
}

function changedProblem(problem: Problem, change: Change): Problem {
  const { title, cure } = problem;
  return { ...problem, title: change(title), cure: cure === null ? null : change(cure) };
}

/** What was seen in an earlier report was masked with the secrets of its own run. */
function changedChange(since: Since, change: Change): Since {
  const still = since.still.map(({ value, ...one }) => ({
    ...one,
    value: value === null ? null : { before: change(value.before), after: change(value.after) },
  }));
  return { ...since, sentence: change(since.sentence), notes: since.notes.map(change), still };
}

/** The report with every text changed that a service may have had a hand in; what is ours and the operator's stays. */
export function withServiceText(report: Report, change: Change): Report {
  const { summary, conclusion, problems, change: since, requirements, observations } = report;
  const { unanswered, effects, exchanges, traffic } = report;
  return {
    ...report,
    summary: { ...summary, reasons: summary.reasons.map(change) },
    conclusion: changedConclusion(conclusion, change),
    problems: problems.map((problem) => changedProblem(problem, change)),
    change: since === null ? null : changedChange(since, change),
    requirements: requirements.map((row) => changedRow(row, change)),
    observations: observations.map((observation) => changedObservation(observation, change)),
    unanswered: unanswered.map((one) => ({ ...one, reason: change(one.reason) })),
    effects: effects.map((effect) => changedEffect(effect, report, change)),
    exchanges: exchanges.map((exchange) => withExchangeText(exchange, change)),
    ...(traffic === undefined ? {} : { traffic: changedTraffic(traffic, change) }),
  };
}
