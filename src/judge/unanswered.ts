import { requirementId } from '../contract/requirement-id.ts';
import type { ReadExchange } from '../model/answer.ts';
import type { Requirement } from '../model/requirement.ts';
import { notExercised, type SpotVerdict } from './verdicts.ts';
import { unreadableVerdict } from './whole-answer.ts';

/** What an authorised request without an answer to judge says about a requirement. */
export function unansweredVerdict({ operation, facet }: Requirement, read: ReadExchange): SpotVerdict {
  if (read.meaning !== 'no-object') return notExercised(read.reason);
  if (facet === 'json') return unreadableVerdict(read);
  return notExercised('the answer is no JSON object', requirementId(operation, null, 'json'));
}
