import { requirementId } from '../contract/requirement-id.ts';
import { type ContractRequirement, requirements } from '../contract/requirements.ts';
import type { Credentials, Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/finding.ts';
import type { ReadExchange } from '../target/meaning.ts';
import { refusalVerdict } from './authorization.ts';
import { fieldVerdicts } from './field.ts';
import { entriesOf, type JudgedAnswer, type JudgedRun, readRun } from './judged-run.ts';
import { notExercised, type SpotVerdict, toFinding } from './verdicts.ts';
import {
  byteOrderMarkVerdict,
  jsonVerdict,
  uniqueKeysVerdicts,
  uniquenessVerdict,
  unreadableVerdict,
} from './whole-answer.ts';

function answerVerdicts(
  requirement: ContractRequirement,
  answer: JudgedAnswer,
  run: JudgedRun,
): Iterable<SpotVerdict> {
  const { facet, operation, place } = requirement;
  const json = jsonVerdict(answer);
  if (facet === 'json') return [json];
  if (facet === 'byte-order-mark') return [byteOrderMarkVerdict(answer)];
  if (facet === 'unique-keys') return uniqueKeysVerdicts(answer);
  if (json.verdict === 'deviates')
    return [notExercised('the answer is no JSON object', requirementId(operation, null, 'json'))];
  if (facet === 'uniqueness') return [uniquenessVerdict(requirement, answer, run.answers)];
  return fieldVerdicts({ ...requirement, place: place ?? '' }, answer);
}

function unansweredVerdict({ operation, facet }: ContractRequirement, read: ReadExchange): SpotVerdict {
  if (read.meaning !== 'no-object') return notExercised(read.reason);
  if (facet === 'json') return unreadableVerdict(read);
  return notExercised('the answer is no JSON object', requirementId(operation, null, 'json'));
}

function bodyFindings(requirement: ContractRequirement, run: JudgedRun): Finding[] {
  return entriesOf(run, requirement.operation).flatMap(({ read, judged }) => {
    const { id, credentials } = read.exchange;
    if (judged !== null) return [toFinding(requirement, id, answerVerdicts(requirement, judged, run))];
    if (credentials !== 'authorised') return [];
    return [toFinding(requirement, id, [unansweredVerdict(requirement, read)])];
  });
}

function refusalFindings(
  requirement: ContractRequirement,
  credentials: Credentials,
  run: JudgedRun,
): Finding[] {
  const reads = entriesOf(run, requirement.operation).map(({ read }) => read);
  return reads
    .filter(({ exchange }) => exchange.credentials === credentials)
    .map((read) => toFinding(requirement, read.exchange.id, [refusalVerdict(read, reads)]));
}

/** The findings of one requirement, one for each exchange that has something to say about it. */
export function findingsOf(requirement: ContractRequirement, run: JudgedRun): readonly Finding[] {
  if (requirement.facet === 'authorization') return refusalFindings(requirement, 'none', run);
  if (requirement.facet === 'made-up-token') return refusalFindings(requirement, 'made-up', run);
  return bodyFindings(requirement, run);
}

/** Judges exchanges by every requirement, or by those given. Pure; all findings are kept. */
export function judge(
  exchanges: readonly Exchange[],
  chosen: readonly ContractRequirement[] = requirements,
): readonly Finding[] {
  const run = readRun(exchanges);
  return chosen.flatMap((requirement) => findingsOf(requirement, run));
}
