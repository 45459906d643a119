import type { AnswersFile, NoAnswer } from '../../schemas/types.ts';
import { digestOf } from '../contract/digest.ts';
import type { Schema } from '../contract/schemas.ts';
import type { Answer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import { contract, contractDigest } from '../operations/index.ts';
import { type JsonMessage, type OpenApiDocument, openApiDocument } from './document.ts';

type Keys = readonly string[];

/** As RFC 9535 writes it. */
function jsonPath(keys: Keys): string {
  const steps = keys.map((key) => `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`);
  return `$${steps.join('')}`;
}

/** The keys of the schema of a field of a message; null where there is no such field. */
function fieldKeys({ components }: OpenApiDocument, message: Schema, names: Keys): Keys | null {
  let schema: Schema | undefined = message;
  let keys: Keys = [];
  const left = [...names];
  while (schema !== undefined) {
    const named: string | undefined = schema.$ref?.split('/').at(-1);
    if (named !== undefined) {
      keys = ['components', 'schemas', named];
      schema = components.schemas[named];
    } else if (left.length === 0) return keys;
    else if (schema.items !== undefined) {
      if (left[0] === '*') left.shift();
      keys = [...keys, 'items'];
      schema = schema.items;
    } else {
      const name = left.shift() ?? '';
      keys = [...keys, 'properties', name];
      schema = schema.properties?.[name];
    }
  }
  return null;
}

/** Where a question belongs: its field of the request or the response, its operation, or the whole service. */
function keysOf({ id, operation: name, places = [], form }: Question, document: OpenApiDocument): Keys {
  const operation = contract.operations.find((one) => one.name === name);
  if (operation === undefined) return [];
  const [path, method] = [operation.path, operation.method.toLowerCase()];
  const { responses, requestBody } = document.paths[path]?.[method] ?? {};
  const inMessage = (message: JsonMessage | undefined, names: Keys) =>
    message === undefined || names.length === 0
      ? null
      : fieldKeys(document, message.content['application/json'].schema, names);
  const [place] = form.kind === 'set' && places.length === 1 ? places : [];
  // `question.put.required.action.amount` is about a field of the request of `put`.
  const [, of, , ...field] = id.split('.');
  return (
    inMessage(responses?.default, place?.split('/').slice(1) ?? []) ??
    inMessage(requestBody, of === name ? field : []) ?? ['paths', path, method]
  );
}

/** Whether something was seen. */
function isKnown(entry: Answer | NoAnswer | undefined): entry is Answer | NoAnswer {
  return entry !== undefined && (entry.answer !== null || entry.answers !== undefined);
}

/**
 * An OpenAPI Overlay 1.1: what was observed and declared of open questions, to be laid over the contract. It adds `x-observed`
 * and `x-declared` and nothing else: what services do is never `required`, an enum or a status.
 * @param version of the suite that writes it
 */
export function overlayOf({ found, declared }: Pick<AnswersFile, 'found' | 'declared'>, version: string) {
  const document = openApiDocument(version);
  const blocks = Object.entries({ 'x-observed': found, 'x-declared': declared });
  const updates = new Map<string, Record<string, Record<string, unknown>>>();
  for (const question of contract.questions)
    for (const [member, { [question.id]: entry }] of blocks) {
      if (!isKnown(entry)) continue;
      const target = jsonPath(keysOf(question, document));
      const update = updates.get(target) ?? {};
      updates.set(target, { ...update, [member]: { ...update[member], [question.id]: entry } });
    }
  const answers = digestOf({ found, declared });
  const about = { 'x-contract-sha256': contractDigest(), 'x-answers-sha256': answers };
  return {
    overlay: '1.1.0',
    info: { title: `What was observed of: ${contract.title}`, version },
    actions: [
      { target: "$['info']", update: about },
      ...[...updates].map(([target, update]) => ({ target, update })),
    ],
  };
}
