import { memberOf } from '../../json/plain.ts';
import { type Deviation, parentOf } from './deviation.ts';
import type { Diagnosis } from './mistakes.ts';

/** Without case, `_` and `-`, so that spellings of one name are equal. */
function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

function has(value: unknown, name: string): boolean {
  return memberOf(value, name) !== undefined;
}

/** Names of the documented members of the object at a place. */
function documentedIn(parent: string, { requirements }: Deviation): readonly string[] {
  return requirements.flatMap(({ facet, place }) =>
    facet === 'presence' && place !== null && parentOf(place) === parent
      ? [place.slice(parent.length + 1)]
      : [],
  );
}

/** How many members of an object show that it is the one that was looked for. */
const telling = 2;

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
    const where = parent === '' ? 'the root' : 'the record';
    const cure = `send it in ${where} itself, not below ${JSON.stringify(wrapper)}`;
    return { cause: 'wrapped', cure, key: wrapper };
  }
  const below = documentedIn(place, deviation).filter((one) => has(around, one));
  if (below.length > telling)
    return { cause: 'without-envelope', cure: `put the record into ${JSON.stringify(name)}` };
  const spelled = others.find(([key]) => plain(key) === plain(name))?.[0];
  return spelled === undefined
    ? { cause: 'missing', cure: `add ${name}` }
    : { cause: 'other-name', cure: `call it ${name}, not ${spelled}` };
}
