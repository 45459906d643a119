import { requirements } from '../contract/requirements.ts';
import { schemasDigest } from '../contract/schemas.ts';
import { decide, unansweredOf } from '../gate.ts';
import type { Finding } from '../model/finding.ts';
import type { Recording } from '../model/recording.ts';
import type { Report, RequirementResult, Tally } from '../model/report.ts';
import type { Strength } from '../model/requirement.ts';
import { documentNotes } from './document-notes.ts';
import { effectsOf } from './effects.ts';
import { excerpts } from './excerpt.ts';
import { observe } from './observations/observe.ts';
import { resultOf } from './results.ts';
import { applyWaivers } from './waivers.ts';

const documentTitle = 'Entity-scoped valuation and automation configuration interface';

/** The one place where verdicts are counted. */
function tally(results: readonly RequirementResult[], strength: Strength): Tally {
  const count = (verdict: RequirementResult['verdict']) =>
    results.filter((row) => row.strength === strength && row.verdict === verdict).length;
  return {
    conforms: count('conforms'),
    deviates: count('deviates'),
    waived: count('waived'),
    notExercised: count('not-exercised'),
  };
}

/** One result per requirement, in document order. */
function resultsOf(findings: readonly Finding[], recording: Recording): readonly RequirementResult[] {
  const byRequirement = new Map<string, Finding[]>(requirements.map(({ id }) => [id, []]));
  for (const finding of findings) byRequirement.get(finding.requirement)?.push(finding);
  return requirements.map((requirement) =>
    resultOf(requirement, byRequirement.get(requirement.id) ?? [], recording),
  );
}

/** What a run found, as one document. Pure: the same recording and findings give the same report. */
export function buildReport(recording: Recording, findings: readonly Finding[]): Report {
  const { header, exchanges, durationMs, cut } = recording;
  const { results, waivers } = applyWaivers(resultsOf(findings, recording), findings, header.waivers);
  const { observations, notAsked } = observe(recording);
  const { runId: id, startedAt, options, scope, tool, target, plan } = header;
  return {
    formatVersion: 1,
    tool,
    document: { title: documentTitle, sha256: schemasDigest() },
    target,
    run: { id, startedAt, durationMs, options, scope, cut },
    plan,
    summary: {
      ...decide(results, recording, waivers),
      stated: tally(results, 'stated'),
      shown: tally(results, 'shown'),
      observations: observations.length,
    },
    requirements: results,
    waivers,
    observations,
    notAsked,
    documentNotes,
    unanswered: unansweredOf(exchanges),
    effects: effectsOf(exchanges),
    exchanges: excerpts(exchanges),
  };
}
