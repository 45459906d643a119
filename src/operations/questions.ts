import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import { errorQuestions, provokedErrors } from '../questions/errors.ts';
import { furtherFields } from '../questions/records.ts';
import { bodyQuestions, schemeQuestion } from '../questions/requests.ts';
import { answerQuestions, prominentQuestions, statusCodes } from '../questions/responses.ts';

/** Every open question, in the order of reports. */
export function questionsOf(operations: readonly OperationContract[]): readonly Question[] {
  const withBody = operations.filter(({ requestSchema }) => requestSchema !== null);
  return [
    ...prominentQuestions(operations.map(({ name }) => name)),
    ...operations.map(({ name, method, section }) => statusCodes(name, method, section)),
    ...errorQuestions,
    ...answerQuestions,
    ...operations.flatMap(({ questions }) => questions),
    ...operations.map(furtherFields),
    ...withBody.flatMap(bodyQuestions),
    ...withBody.flatMap((operation) => [...provokedErrors(operation.name), schemeQuestion(operation)]),
  ];
}
