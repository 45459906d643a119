import { type Described, describedIn } from '../contract/schemas.ts';
import { placeName } from '../contract/statements.ts';
import { pointerToken } from '../json/place.ts';
import { isPlainObject } from '../json/plain.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question, Sightings } from '../model/question.ts';
import { firstOf } from '../text/more.ts';
import { setOf, setOfTexts, tallied, textsOf } from './typed.ts';

/** Further fields named in one answer before the rest is counted. */
const fieldLimit = 40;

/**
 * The values at places of an operation's responses, as the service wrote them.
 * @param shown by place, the value that is left out
 */
export function valuesOf(
  operation: string,
  places: readonly string[],
  shown: Readonly<Record<string, string>> = {},
) {
  const isSeen = ({ of }: Sightings) => places.some((place) => of(place).length > 0);
  const othersIn = ({ of }: Sightings) =>
    places.map((place) => {
      const own = of(place).filter(({ text }) => text !== JSON.stringify(shown[place]));
      return [placeName(place), own] as const;
    });
  return {
    asks: 'passive',
    ...setOfTexts,
    operation,
    places,
    say: (seen: Sightings) => {
      if (!isSeen(seen)) return null;
      const told = othersIn(seen).filter(([, own]) => own.length > 0);
      return told.map(([name, own]) => `${name}: ${tallied(own)}`).join('; ') || 'none';
    },
    answer: (seen: Sightings) => {
      const words = (name: string, text: string) => (places.length === 1 ? text : `${name} ${text}`);
      const texts = othersIn(seen).flatMap(([name, own]) => own.map(({ text }) => words(name, text)));
      return isSeen(seen) ? setOf(texts) : null;
    },
  } as const;
}

/** Adds the places of members that are not documented, array positions as `*`; their insides are not entered. */
function addFurtherFields(
  value: unknown,
  { members, items }: Described,
  place: string,
  found: Set<string>,
): void {
  if (Array.isArray(value) && items !== null)
    for (const item of value) addFurtherFields(item, items, `${place}/*`, found);
  if (!isPlainObject(value) || members.size === 0) return;
  for (const key in value) {
    const inner = members.get(key);
    if (inner === undefined) found.add(`${place}/${pointerToken(key)}`);
    else if (typeof value[key] === 'object')
      addFurtherFields(value[key], inner, `${place}/${pointerToken(key)}`, found);
  }
}

/** Which fields beyond the documented ones an operation's answers have. */
export function furtherFields({ name, method, responseSchema, recordId }: OperationContract): Question {
  const known = describedIn(responseSchema);
  const [id] = known.members.get('data')?.members.get(recordId)?.layers ?? [];
  return {
    id: `question.${name}.further-fields`,
    // Of the table that documents the record.
    section: id?.section ?? '',
    question: `Which undocumented fields do the ${method}'s responses have?`,
    asks: 'passive',
    ...setOfTexts,
    operation: name,
    see: ({ content, meaning }) => {
      if (meaning !== 'success' || content?.kind !== 'json') return null;
      const found = new Set<string>();
      addFurtherFields(content.json.outline, known, '', found);
      return [...found].map((text) => ({ text }));
    },
    say: (seen) => {
      const places = textsOf(seen);
      return places.length === 0 ? 'none' : firstOf(places, fieldLimit, seen.isPartial);
    },
  };
}
