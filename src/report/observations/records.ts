import { contractOf } from '../../contract/operations.ts';
import { itemLayers, type Layer, memberLayers, memberNames, rootLayers } from '../../contract/schemas.ts';
import type { Operation } from '../../model/requirement.ts';
import { type JsonNode, pointerToken } from '../../target/json.ts';
import {
  type Answered,
  joined,
  type ObservedRun,
  type Question,
  successes,
  valuesAt,
  wholeAnswers,
} from './observed-run.ts';

/** Further fields named in one answer before the rest is counted. */
const fieldLimit = 40;

/** Adds the places of members that the layers do not document, array positions as `*`; their insides are not entered. */
function addFurtherFields(node: JsonNode, layers: readonly Layer[], place: string, found: Set<string>): void {
  if (node.type === 'array') {
    const inner = itemLayers(layers);
    if (inner.length > 0) for (const item of node.items) addFurtherFields(item, inner, `${place}/*`, found);
  }
  if (node.type !== 'object') return;
  const names = memberNames(layers);
  if (names.length === 0) return;
  for (const [key, value] of node.members) {
    const at = `${place}/${pointerToken(key)}`;
    if (names.includes(key)) addFurtherFields(value, memberLayers(layers, key), at, found);
    else found.add(at);
  }
}

function furtherFields(root: JsonNode, layers: readonly Layer[]): readonly string[] {
  const found = new Set<string>();
  addFurtherFields(root, layers, '', found);
  return [...found];
}

function furtherFieldsOf(operation: Operation): Question['observe'] {
  return (run) => {
    const answers = successes(run, operation);
    if (answers.length === 0) return null;
    const layers = rootLayers(contractOf(operation).responseSchema);
    const found = answers.map(({ exchange, root }) => ({
      exchange,
      places: furtherFields(root, layers),
    }));
    const places = [...new Set(found.flatMap((one) => one.places))];
    const rest = places.length - fieldLimit;
    const listed = `${places.slice(0, fieldLimit).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    const carriers = found.filter((one) => one.places.length > 0).map(({ exchange }) => exchange);
    return { answer: places.length === 0 ? 'none' : listed, evidence: wholeAnswers(carriers) };
  };
}

function valuesOf(operation: Operation, places: readonly string[]): Question['observe'] {
  return (run) => joined(places.map((place) => valuesAt(run, operation, place)));
}

/** A second identical PUT is sent under `--repeat` only. */
function createsOrReplaces(run: ObservedRun): Answered | null {
  const answers = successes(run, 'put');
  const found = valuesAt(run, 'put', '/data/derivativeFactTransformerId');
  if (answers.length < 2 || found === null || found.evidence.length < 2) return null;
  const ids = new Set(answers.map(({ root, text }) => idText(root, text)));
  const answer =
    ids.size === 1
      ? `${answers.length} identical PUTs answered with one derivativeFactTransformerId: the existing transformer is replaced`
      : `${answers.length} identical PUTs answered with ${ids.size} different derivativeFactTransformerIds: new transformers are created`;
  return { answer, evidence: found.evidence };
}

function idText(root: JsonNode, text: string): string {
  const data = root.type === 'object' ? root.members.get('data') : undefined;
  const id = data?.type === 'object' ? data.members.get('derivativeFactTransformerId') : undefined;
  return id === undefined ? '' : text.slice(id.start, id.end);
}

/** Questions that the records themselves speak to. */
export const recordQuestions: readonly Question[] = [
  {
    id: 'transformer-values',
    section: '2.2',
    question: 'Which values do the enumerations of the transformer take beyond the shown ones?',
    observe: valuesOf('put', [
      '/data/status',
      '/data/derivativeType',
      '/data/conditions/*/columnType',
      '/data/conditions/*/type',
      '/data/conditions/*/operator',
      '/data/action/type',
    ]),
  },
  {
    id: 'transformer-timestamps',
    section: '2.2',
    question: "How are the transformer's timestamps written, and what is its deletedAt while it lives?",
    observe: valuesOf('put', ['/data/createdAt', '/data/updatedAt', '/data/deletedAt']),
  },
  {
    id: 'rule-type',
    section: '2.3',
    question: 'Which values does the type of a rule take?',
    observe: valuesOf('delete', ['/data/type']),
  },
  {
    id: 'enabled-after-delete',
    section: '2.3',
    question: 'What is the enabled flag of a rule once it is deleted?',
    observe: valuesOf('delete', ['/data/enabled']),
  },
  {
    id: 'put-further-fields',
    section: '2.2',
    question: "Which fields beyond the documented ones do the PUT's answers carry?",
    observe: furtherFieldsOf('put'),
  },
  {
    id: 'delete-further-fields',
    section: '2.3',
    question: "Which fields beyond the documented ones do the DELETE's answers carry?",
    observe: furtherFieldsOf('delete'),
  },
  {
    id: 'create-or-replace',
    section: '4.1',
    question:
      'Does a second identical PUT create or replace, and by what does it find the existing transformer?',
    observe: createsOrReplaces,
  },
];
