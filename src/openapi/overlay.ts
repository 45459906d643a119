import { digestOf } from '../contract/digest.ts';
import type { Schema } from '../contract/schemas.ts';
import type { Answer, NoAnswer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { contract, contractDigest } from '../operations/index.ts';
import { type JsonMessage, type OpenApiDocument, openApiDocument } from './document.ts';

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

/** The keys of the schema of a field, from a schema with its keys; null where there is no such field. */
function fieldKeys(
  schema: Schema | undefined,
  keys: Keys,
  names: Keys,
  document: OpenApiDocument,
): Keys | null {
  if (schema === undefined) return null;
  const within = (inner: Schema | undefined, steps: Keys, left: Keys) =>
    fieldKeys(inner, steps, left, document);
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined)
    return within(document.components.schemas[name], ['components', 'schemas', name], names);
  const [first, ...rest] = names;
  if (first === undefined) return keys;
  if (schema.items !== undefined)
    return within(schema.items, [...keys, 'items'], first === '*' ? rest : names);
  return within(schema.properties?.[first], [...keys, 'properties', first], rest);
}

/** Where a question belongs: its field of the request or the response, its operation, or the whole service. */
function keysOf({ id, operation: name, places = [], form }: Question, document: OpenApiDocument): Keys {
  const operation = contract.operations.find((one) => one.name === name);
  if (operation === undefined) return [];
  const [path, method] = [operation.path, operation.method.toLowerCase()];
  const { responses, requestBody } = document.paths[path]?.[method] ?? {};
  const inMessage = (message: JsonMessage | undefined, names: Keys) =>
    names.length === 0 ? null : fieldKeys(message?.content['application/json'].schema, [], names, document);
  const [place] = form.kind === 'set' && places.length === 1 ? places : [];
  // `question.put.required.action.amount` is about a field of the request of `put`.
  const [, of, , ...field] = id.split('.');
  return (
    inMessage(responses?.default, place?.split('/').slice(1) ?? []) ??
    inMessage(requestBody, of === name ? field : []) ?? ['paths', path, method]
  );
}

/** By the ids of questions. */
type AnswersById = Readonly<Record<string, Answer | NoAnswer>>;

/** Whether something was seen. */
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
  const blocks = Object.entries({ 'x-observed': answers.found, 'x-declared': answers.declared });
  const updates = new Map<string, Record<string, Record<string, unknown>>>();
  for (const question of contract.questions)
    for (const [member, { [question.id]: entry }] of blocks) {
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
