import { requirementId } from '../contract/requirement-id.ts';
import type { ReadExchange } from '../model/answer.ts';
import type { Requirement } from '../model/requirement.ts';
import { notExercised, type SpotVerdict } from './verdicts.ts';
import { unreadableVerdict } from './whole-answer.ts';

/** What an authorised request without an answer to judge says about each requirement of its operation. */
export function unansweredVerdicts(read: ReadExchange): (requirement: Requirement) => readonly SpotVerdict[] {
  const isBroken = read.meaning === 'no-object';
  const silent = isBroken
    ? notExercised('the answer is no JSON object', requirementId(read.exchange.operation, null, 'json'))
    : notExercised(read.reason);
  const silence = [silent];
  return ({ facet }) => (isBroken && facet === 'json' ? [unreadableVerdict(read)] : silence);
}
