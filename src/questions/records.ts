import { type Described, describedIn } from '../contract/schemas.ts';
import { placeName } from '../contract/statements.ts';
import { pointerToken } from '../json/place.ts';
import { isPlainObject } from '../json/plain.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Question, Sightings } from '../model/question.ts';
import { firstOf } from '../text/more.ts';
import { tallied } from './responses.ts';
import { asSet, asSetOf } from './typed.ts';

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
): Pick<Question, 'parts' | 'operation' | 'places' | 'say' | 'asks' | 'form' | 'answer'> {
  const shownTexts = new Map(Object.entries(shown).map(([place, value]) => [place, JSON.stringify(value)]));
  const isSeen = ({ of }: Sightings) => places.some((place) => of(place).length > 0);
  const others = (seen: Sightings): Sightings => ({
    ...seen,
    of: (place = '') => seen.of(place).filter(({ text }) => text !== shownTexts.get(place)),
  });
  const typed = asSetOf(places, (place, text) =>
    places.length === 1 ? text : `${placeName(place)} ${text}`,
  );
  return {
    asks: 'passive',
    form: typed.form,
    answer: (seen) => (isSeen(seen) && !isSeen(others(seen)) ? [] : (typed.answer?.(others(seen)) ?? null)),
    parts: places,
    operation,
    places,
    say: (seen) => {
      const { of } = others(seen);
      if (!isSeen(seen)) return null;
      const told = places.filter((place) => of(place).length > 0);
      return told.map((place) => `${placeName(place)}: ${tallied(of(place))}`).join('; ') || 'none';
    },
  };
}

function hasInner({ members, items }: Described): boolean {
  return members.size > 0 || items !== null;
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
    else if (hasInner(inner)) addFurtherFields(value[key], inner, `${place}/${pointerToken(key)}`, found);
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
    ...asSet(),
    operation: name,
    see: ({ content, meaning }) => {
      if (meaning !== 'success' || content?.kind !== 'json') return null;
      const found = new Set<string>();
      addFurtherFields(content.json.value, known, '', found);
      return [...found].map((text) => ({ text }));
    },
    say: ({ of, isPartial }) => {
      const places = of().map(({ text }) => text);
      if (places.length === 0) return 'none';
      return firstOf(places, fieldLimit, isPartial);
    },
  };
}
