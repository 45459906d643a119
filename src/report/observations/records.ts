import { itemLayers, type Layer, memberLayers, memberNames } from '../../contract/schemas.ts';
import { placeName } from '../../contract/statements.ts';
import { isPlainObject } from '../../json/plain.ts';
import { pointerToken } from '../../json/pointer.ts';
import { lookUp, pointerAt } from '../../judge/locate.ts';
import { tallied } from '../../judge/questions.ts';
import type { ReadExchange } from '../../model/answer.ts';
import type { JsonDocument, JsonNode } from '../../model/json.ts';
import type { Question, Seen } from '../../model/question.ts';

/** Further fields named in one answer before the rest is counted. */
const fieldLimit = 40;

/** The JSON of an answer that means success, else null. */
function success({ answer, meaning }: ReadExchange): JsonDocument | null {
  return meaning === 'success' && answer?.kind === 'json' ? answer.document : null;
}

function addValuesAt({ root, text }: JsonDocument, place: string, found: Seen[]): void {
  for (const { node, positions } of lookUp(root)(place).spots)
    if (node !== undefined)
      found.push({
        part: place,
        text: text.slice(node.start, node.end),
        pointer: pointerAt(place, positions),
      });
}

/** The values at places of an operation's answers, as the service wrote them. */
export function valuesOf(
  operation: string,
  places: readonly string[],
): Pick<Question, 'parts' | 'operation' | 'see' | 'ofPlain' | 'say'> {
  return {
    parts: places,
    operation,
    ofPlain: { places },
    see: (read) => {
      const document = success(read);
      if (document === null) return null;
      const found: Seen[] = [];
      for (const place of places) addValuesAt(document, place, found);
      return found;
    },
    say: ({ of }) => {
      const seen = places.filter((place) => of(place).length > 0);
      if (seen.length === 0) return null;
      return seen.map((place) => `${placeName(place)}: ${tallied(of(place))}`).join('; ');
    },
  };
}

/** What is documented below a place; no members where none is. */
interface Documented {
  readonly members: ReadonlyMap<string, Documented>;
  readonly items: Documented | null;
}

function documented(layers: readonly Layer[]): Documented {
  const names = memberNames(layers);
  const inner = itemLayers(layers);
  return {
    members: new Map(names.map((name) => [name, documented(memberLayers(layers, name))])),
    items: inner.length === 0 ? null : documented(inner),
  };
}

function hasInner({ members, items }: Documented): boolean {
  return members.size > 0 || items !== null;
}

/** Adds the places of members that are not documented, array positions as `*`; their insides are not entered. */
function addFurtherFields(
  node: JsonNode,
  { members, items }: Documented,
  place: string,
  found: Set<string>,
): void {
  if (node.type === 'array' && items !== null)
    for (const item of node.items) addFurtherFields(item, items, `${place}/*`, found);
  if (node.type !== 'object' || members.size === 0) return;
  for (const [key, value] of node.members) {
    const inner = members.get(key);
    if (inner === undefined) found.add(`${place}/${pointerToken(key)}`);
    else if (hasInner(inner)) addFurtherFields(value, inner, `${place}/${pointerToken(key)}`, found);
  }
}

/** The same for a plain value. */
function addFurtherKeys(
  value: unknown,
  { members, items }: Documented,
  place: string,
  found: Set<string>,
): void {
  if (Array.isArray(value) && items !== null)
    for (const item of value) addFurtherKeys(item, items, `${place}/*`, found);
  if (!isPlainObject(value) || members.size === 0) return;
  for (const key in value) {
    const inner = members.get(key);
    if (inner === undefined) found.add(`${place}/${pointerToken(key)}`);
    else if (hasInner(inner)) addFurtherKeys(value[key], inner, `${place}/${pointerToken(key)}`, found);
  }
}

/** Which fields beyond the documented ones an operation's answers have. */
export function furtherFields(
  { name, method, section }: { readonly name: string; readonly method: string; readonly section: string },
  layers: readonly Layer[],
): Question {
  const known = documented(layers);
  return {
    id: `${name}-further-fields`,
    section,
    question: `Which fields beyond the documented ones do the ${method}'s answers carry?`,
    operation: name,
    see: (read) => {
      const document = success(read);
      if (document === null) return null;
      const found = new Set<string>();
      addFurtherFields(document.root, known, '', found);
      return [...found].map((text) => ({ text }));
    },
    ofPlain: {
      further: (answer) => {
        const found = new Set<string>();
        addFurtherKeys(answer, known, '', found);
        return [...found];
      },
    },
    say: ({ of, isPartial }) => {
      const places = of().map(({ text }) => text);
      if (places.length === 0) return 'none';
      const rest = places.length - fieldLimit;
      const more = rest > 0 ? ` and ${rest}${isPartial ? ' or more' : ''} more` : '';
      return places.slice(0, fieldLimit).join(', ') + more;
    },
  };
}
