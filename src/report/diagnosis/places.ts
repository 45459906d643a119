import { type Deviation, parentOf } from './deviation.ts';
import type { Mistake } from './mistake.ts';

/** Without case, `_` and `-`, so that spellings of one name are equal. */
function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Names of the documented members of the object that holds the place. */
function documentedBeside({ requirement, requirements }: Deviation): readonly string[] {
  const parent = parentOf(requirement.place ?? '');
  const places = requirements.flatMap(({ facet, place }) =>
    facet === 'presence' && place !== null ? [place] : [],
  );
  return places.filter((place) => parentOf(place) === parent).map((place) => place.slice(parent.length + 1));
}

/** How many members of an object show that it is the one that was looked for. */
const telling = 2;

/** The member of the surrounding object that has, one level down, what should be here. */
function wrapperOf(deviation: Deviation): string | null {
  const { around, name } = deviation;
  const documented = documentedBeside(deviation);
  const wanted = Math.min(telling, documented.length);
  for (const [key, node] of around ?? []) {
    if (documented.includes(key) || node.type !== 'object' || !node.members.has(name)) continue;
    if (documented.filter((one) => node.members.has(one)).length >= wanted) return key;
  }
  return null;
}

/** Whether the members of the record are where `name` should be, which should hold them. */
function isUnwrapped({ around, requirement, requirements }: Deviation): boolean {
  const below = requirements.flatMap(({ facet, place }) =>
    facet === 'presence' && place !== null && parentOf(place) === requirement.place
      ? [place.split('/').at(-1) ?? '']
      : [],
  );
  return below.filter((name) => around?.has(name)).length > telling;
}

/** A neighbour with the same name in another spelling, which the document does not have. */
function otherNameOf(deviation: Deviation): string | null {
  const { around, name } = deviation;
  const documented = documentedBeside(deviation);
  const found = [...(around?.keys() ?? [])].find(
    (key) => !documented.includes(key) && plain(key) === plain(name),
  );
  return found ?? null;
}

/** Members that are missing, or that should be. */
export const placeMistakes: readonly Mistake[] = [
  {
    cause: 'wrapped',
    facet: 'presence',
    look: (deviation) => {
      const wrapper = wrapperOf(deviation);
      if (wrapper === null) return null;
      const where = parentOf(deviation.requirement.place ?? '') === '' ? 'the root' : 'the record';
      return { cure: `send it in ${where} itself, not below ${JSON.stringify(wrapper)}`, key: wrapper };
    },
    title: '{names} of {holder} stand one level too deep',
  },
  {
    cause: 'without-envelope',
    facet: 'presence',
    look: (deviation) =>
      isUnwrapped(deviation) ? { cure: `put the record into ${JSON.stringify(deviation.name)}` } : null,
    title: 'the record stands in the root, not in {names}',
  },
  {
    cause: 'other-name',
    facet: 'presence',
    look: (deviation) => {
      const other = otherNameOf(deviation);
      return other === null ? null : { cure: `call it ${deviation.name}, not ${other}` };
    },
    title: ['is sent under another name', 'fields', 'are sent under other names'],
    together: 'send fields under the names of the document, in their case',
  },
  {
    cause: 'missing',
    facet: 'presence',
    look: ({ name }) => ({ cure: `add ${name}` }),
    title: ['is missing', 'fields'],
    together: 'add the fields that are missing',
  },
  {
    cause: 'not-wanted',
    facet: 'absence',
    look: ({ name }) => ({ cure: `leave ${name} out of the answer` }),
    title: ['is given back, and should not be', 'fields'],
  },
];
