import type { Facet } from '../../../schemas/types.ts';
import { sourcePhrase } from '../../contract/statements.ts';
import { typePhrase } from '../../json/types.ts';
import { sourceOf } from '../../reading/sent.ts';
import { joined } from '../../text/plural.ts';
import { beside, type Checked, type Deviation, keywordsOf, parentOf } from './deviation.ts';
import { formOf, formWords } from './forms.ts';
import { asItWasSent } from './mistakes.ts';

/** What belongs in a place of the response, in words. */

/** A type, for whoever sends a value: `an object`, `true or false`. */
export function kindWords(type: string): string {
  return type === 'boolean' ? 'true or false' : typePhrase(type);
}

/** The values of which one is wanted, as JSON. */
export function wordsOf(requirement: Checked | undefined): readonly string[] {
  const { const: only, enum: several = [] } = keywordsOf(requirement);
  return (only === undefined ? several : [only]).map((word) => JSON.stringify(word));
}

/** What text belongs in the place: `a string as YYYY-MM-DD`. */
export function textWords(deviation: Pick<Deviation, 'requirement' | 'requirements'>): string {
  const form = formOf(beside(deviation, 'format'));
  return form === null ? 'a string' : `a string as ${formWords(form)}`;
}

/** Names of the documented members of the object at a place. */
export function documentedIn(parent: string, { requirements }: Deviation): readonly string[] {
  return requirements.flatMap(({ facet, place }) =>
    facet === 'presence' && place !== null && parentOf(place) === parent
      ? [place.slice(parent.length + 1)]
      : [],
  );
}

function requirementOf(place: string, facet: Facet, { requirements }: Deviation): Checked | undefined {
  return requirements.find((one) => one.place === place && one.facet === facet);
}

/** The JSON types of which a place has one. */
export function typesAt(place: string, deviation: Deviation): readonly string[] {
  return [keywordsOf(requirementOf(place, 'type', deviation)).type ?? []].flat();
}

/** `an object with a and b`, `an integer`. */
export function typeWords(place: string, deviation: Deviation): string {
  const kinds = typesAt(place, deviation).map(kindWords);
  const [members, items] = [documentedIn(place, deviation), documentedIn(`${place}/*`, deviation)];
  if (members.length > 0) return `${kinds.join(' or ')} with ${joined(members)}`;
  return items.length > 0 ? `${kinds.join(' or ')} of objects with ${joined(items)}` : kinds.join(' or ');
}

/** What belongs in a place, for whoever adds it: `YYYY-MM-DD HH:MM:SS`, `true or false`, `an object with a and b`. */
export function wantedAt(place: string, deviation: Deviation): string {
  const words = wordsOf(requirementOf(place, 'value', deviation));
  if (words.length > 0) return words.join(' or ');
  const echo = requirementOf(place, 'echo', deviation)?.check;
  if (echo?.kind === 'echo') return sourceOf(echo.source).isPath ? sourcePhrase(echo.source) : asItWasSent;
  const format = requirementOf(place, 'format', deviation);
  const form = formOf(format);
  if (form === null) return typeWords(place, deviation);
  const orEmpty = format?.check?.kind === 'schema' && format.check.unless === '' ? ', or ""' : '';
  return formWords(form) + orEmpty;
}
