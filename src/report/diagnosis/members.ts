import type { Facet } from '../../../schemas/types.ts';
import { sourcePhrase } from '../../contract/statements.ts';
import { pointerToken } from '../../json/place.ts';
import { memberOf } from '../../json/plain.ts';
import { typePhrase } from '../../json/types.ts';
import { sourceOf } from '../../reading/sent.ts';
import { plain } from '../../reading/signs.ts';
import { andMore } from '../../text/more.ts';
import { joined } from '../../text/plural.ts';
import { beside, type Checked, type Deviation, keywordsOf, parentOf, sentFor } from './deviation.ts';
import { formOf, formWords } from './forms.ts';
import { asItWasSent, type Diagnosis, shortened } from './mistakes.ts';

/** What belongs in a place of the response, in words; and members that are missing, wrapped or renamed. */

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
function documentedIn(parent: string, { requirements }: Deviation): readonly string[] {
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
function typesAt(place: string, deviation: Deviation): readonly string[] {
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
function wantedAt(place: string, deviation: Deviation): string {
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

function has(value: unknown, name: string): boolean {
  return memberOf(value, name) !== undefined;
}

/** The member that holds the value that was sent for the place, under a name that is not documented. */
function renamed(others: readonly (readonly [string, unknown])[], deviation: Deviation): string | null {
  const sent = sentFor(deviation);
  if (typeof sent !== 'string' || sent === '') return null;
  return others.find(([, value]) => value === sent)?.[0] ?? null;
}

/** How many members of an object show that it is the one that was looked for. */
const telling = 2;

/** The member whose members, or those of its elements, are what is documented of the place. */
function holding(others: readonly (readonly [string, unknown])[], deviation: Deviation): string | null {
  const place = deviation.requirement.place ?? '';
  const [own, ofElements] = [documentedIn(place, deviation), documentedIn(`${place}/*`, deviation)];
  const isThere = (value: unknown, names: readonly string[]) =>
    names.filter((one) => has(value, one)).length > telling;
  const found = others.filter(
    ([, value]) => isThere(value, own) || (Array.isArray(value) && isThere(value[0], ofElements)),
  );
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}

/** Unknown members that are named. */
const mostNamed = 4;

/** `; undocumented field: error`, where at least half of what is documented is missing. */
function insteadWords(deviation: Deviation, documented: readonly string[]): string {
  const parent = parentOf(deviation.requirement.place ?? '');
  const names = Object.keys(deviation.around ?? {});
  const below = documented.flatMap((one) => documentedIn(`${parent}/${one}`, deviation));
  const unknown = names.filter((name) => !documented.includes(name) && !below.includes(name));
  const present = names.filter((name) => documented.includes(name));
  if (unknown.length === 0 || present.length * 2 > documented.length) return '';
  const listed = unknown.slice(0, mostNamed).map(shortened).join(', ');
  const fields = unknown.length === 1 ? 'field' : 'fields';
  return `; undocumented ${fields}: ${listed} ${andMore(unknown.length - mostNamed)}`.trimEnd();
}

/** A member that is missing. */
export function missing(deviation: Deviation): Diagnosis {
  const { around, name, requirement } = deviation;
  const place = requirement.place ?? '';
  const parent = parentOf(place);
  const documented = documentedIn(parent, deviation);
  const others = Object.entries(around ?? {}).filter(([key]) => !documented.includes(key));
  const wanted = Math.min(telling, documented.length);
  const wrapper = others.find(
    ([, inner]) => has(inner, name) && documented.filter((one) => has(inner, one)).length >= wanted,
  )?.[0];
  if (wrapper !== undefined) {
    const cure = `move what is in ${parent}/${pointerToken(wrapper)} up into ${parent === '' ? 'the root' : parent}`;
    return { cause: 'wrapped', cure, key: wrapper };
  }
  const below = documentedIn(place, deviation).filter((one) => has(around, one));
  if (below.length > telling) {
    const inside = JSON.stringify(name);
    return parent === ''
      ? { cause: 'without-envelope', cure: `put the record into ${inside}` }
      : { cause: 'flattened', cure: `put ${joined(below)} into ${inside}`, key: name };
  }
  // The response has a `status` of its own: that of the record is named whole.
  const isElsewhere = parent !== '' && documentedIn('', deviation).includes(name);
  const holder = isElsewhere ? `${parent.slice(1).replaceAll('/', '.')}.` : '';
  const full = `${holder}${name}`;
  const spelled = others.find(([key]) => plain(key) === plain(name))?.[0];
  // An envelope of another shape has members of its own.
  const other = spelled ?? holding(others, deviation) ?? (parent === '' ? null : renamed(others, deviation));
  if (other !== null) return { cause: 'other-name', field: [`${holder}${other}`, full], what: other };
  const field = [full, wantedAt(place, deviation)] as const;
  return { cause: 'missing', field, what: insteadWords(deviation, documented) };
}
