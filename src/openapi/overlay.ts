import { digestOf } from '../contract/digest.ts';
import type { Schema } from '../contract/schemas.ts';
import type { Answer, NoAnswer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { contract, contractDigest } from '../operations/index.ts';
import { type JsonMessage, type OpenApiDocument, openApiDocument, operationAt } from './document.ts';

interface Action {
  /** RFC 9535 JSONPath. */
  readonly target: string;
  readonly update: Readonly<Record<string, unknown>>;
}

/** An OpenAPI Overlay 1.1. */
export interface Overlay {
  readonly overlay: '1.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly actions: readonly Action[];
}

type Keys = readonly string[];

function jsonPath(keys: Keys): string {
  const steps = keys.map((key) => `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`);
  return `$${steps.join('')}`;
}

/** A schema, and the keys that lead to it. */
interface Placed {
  readonly schema: Schema | undefined;
  readonly keys: Keys;
}

/** The keys of the schema of a field, from that of its message; null where there is no such field. */
function fieldKeys({ schema, keys }: Placed, names: Keys, document: OpenApiDocument): Keys | null {
  if (schema === undefined) return null;
  const within = (inner: Schema | undefined, steps: Keys, left: Keys) =>
    fieldKeys({ schema: inner, keys: steps }, left, document);
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined)
    return within(document.components.schemas[name], ['components', 'schemas', name], names);
  const [first, ...rest] = names;
  if (first === undefined) return keys;
  if (schema.items !== undefined)
    return within(schema.items, [...keys, 'items'], first === '*' ? rest : names);
  return within(schema.properties?.[first], [...keys, 'properties', first], rest);
}

/** The names of a field behind the kind of a question: `question.put.required.action.amount` → action, amount. */
function fieldOf({ id, operation }: Question): Keys {
  const rest = id.split('.').slice(1);
  return rest[0] === operation ? rest.slice(2) : [];
}

/** Where a question belongs: its field of the request or the response, its operation, or the whole service. */
function keysOf(question: Question, document: OpenApiDocument): Keys {
  const operation = contract.operations.find(({ name }) => name === question.operation);
  if (operation === undefined) return [];
  const { requestBody, responses } = operationAt(document, operation);
  const { places = [], form } = question;
  const [place] = form.kind === 'set' && places.length === 1 ? places : [];
  const inMessage = (message: JsonMessage | undefined, names: Keys) =>
    names.length === 0
      ? null
      : fieldKeys({ schema: message?.content['application/json'].schema, keys: [] }, names, document);
  return (
    inMessage(responses.default, place?.split('/').slice(1) ?? []) ??
    inMessage(requestBody, fieldOf(question)) ?? ['paths', operation.path, operation.method.toLowerCase()]
  );
}

/** Whether something was seen. */
/** By the ids of questions. */
type AnswersById = Readonly<Record<string, Answer | NoAnswer>>;

function isKnown(entry: Answer | NoAnswer | undefined): entry is Answer | NoAnswer {
  return entry !== undefined && (entry.answer !== null || entry.answers !== undefined);
}

/**
 * What was observed and declared of open questions, to be laid over the contract in OpenAPI. It adds `x-observed` and
 * `x-declared` and nothing else: what services do is never `required`, an enum or a status.
 * @param version of the suite that writes it
 */
export function overlayOf(
  answers: Readonly<Record<'found' | 'declared', AnswersById>>,
  version: string,
): Overlay {
  const document = openApiDocument(version);
  const blocks: Readonly<Record<string, AnswersById>> = {
    'x-observed': answers.found,
    'x-declared': answers.declared,
  };
  const updates = new Map<string, Record<string, Record<string, unknown>>>();
  for (const question of contract.questions)
    for (const [member, block] of Object.entries(blocks)) {
      const entry = Object.hasOwn(block, question.id) ? block[question.id] : undefined;
      if (!isKnown(entry)) continue;
      const target = jsonPath(keysOf(question, document));
      const update = updates.get(target) ?? {};
      updates.set(target, { ...update, [member]: { ...update[member], [question.id]: entry } });
    }
  const about = { 'x-contract-sha256': contractDigest(), 'x-answers-sha256': digestOf(answers) };
  return {
    overlay: '1.1.0',
    info: { title: `What was observed of: ${contract.title}`, version },
    actions: [
      { target: "$['info']", update: about },
      ...[...updates].map(([target, update]) => ({ target, update })),
    ],
  };
}
