import { memberLayers, rootLayers, type SchemaFiles } from '../contract/schemas.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import { errorQuestions, provokedErrors } from '../questions/errors.ts';
import { furtherFields } from '../questions/records.ts';
import { bodyQuestions, schemeQuestion } from '../questions/requests.ts';
import { answerQuestions, prominentQuestions, statusCodes } from '../questions/responses.ts';

/** Section of the table that documents an operation's record: that of the member which identifies it. */
function recordSection(files: SchemaFiles, { responseSchema, recordId }: OperationContract): string {
  const record = memberLayers(rootLayers(files, responseSchema), 'data');
  return memberLayers(record, recordId)[0]?.section ?? '';
}

/** Every open question, in the order of reports. */
export function questionsOf(
  operations: readonly OperationContract[],
  files: SchemaFiles,
): readonly Question[] {
  return [
    ...prominentQuestions(operations.map(({ name }) => name)),
    ...operations.map(({ name, method, section }) => statusCodes(name, method, section)),
    ...errorQuestions,
    ...answerQuestions,
    ...operations.flatMap(({ questions }) => questions),
    ...operations.map((operation) =>
      furtherFields(
        { ...operation, section: recordSection(files, operation) },
        rootLayers(files, operation.responseSchema),
      ),
    ),
    ...operations.flatMap((operation) =>
      operation.requestSchema === null
        ? []
        : bodyQuestions(operation, rootLayers(files, operation.requestSchema)),
    ),
    ...operations
      .filter(({ requestSchema }) => requestSchema !== null)
      .slice(0, 1)
      .flatMap((operation) => [...provokedErrors(operation.name), schemeQuestion(operation)]),
  ];
}
