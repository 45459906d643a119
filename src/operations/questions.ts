import { memberLayers, rootLayers, type SchemaFiles } from '../contract/schemas.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question } from '../model/question.ts';
import { furtherFields } from '../questions/records.ts';
import { answerQuestions, prominentQuestions, statusCodes } from '../questions/responses.ts';

/** Nothing in the exchanges of an ordinary run can response these. */
const unasked: readonly Pick<Question, 'id' | 'section' | 'question'>[] = [
  { id: 'required-fields', section: '4.1', question: 'Which fields of the PUT request are required?' },
  { id: 'second-delete', section: '4.2', question: 'What does a second DELETE of the same rule return?' },
  {
    id: 'field-limits',
    section: '8',
    question: 'How long may texts be, and how many conditions may be sent?',
  },
  { id: 'trailing-slash', section: '4.1', question: "Is the PUT's path served without its trailing slash?" },
  { id: 'scheme-case', section: '5', question: 'Is the scheme Bearer accepted in another case?' },
  {
    id: 'transitions',
    section: '3',
    question: 'Which status values follow one another, and what moves them?',
  },
];

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
    ...answerQuestions,
    ...operations.flatMap(({ questions }) => questions),
    ...operations.map((operation) =>
      furtherFields(
        { ...operation, section: recordSection(files, operation) },
        rootLayers(files, operation.responseSchema),
      ),
    ),
    ...unasked.map((question) => ({ ...question, say: () => null })),
  ];
}
