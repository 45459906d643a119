import { beforeAll, describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';
import { answerTo, sentTransformer, withBody } from '../support/conforming.ts';
import { contract, judge, type Requirement } from '../support/subject.ts';

/** What the requirements are, and what `explain` says of each. */

const { requirements, requestRequirements, schemas, questions } = contract;
const all = [...requirements, ...requestRequirements];

describe('the requirements', () => {
  test('on requests say so in their id, their place and their sentence, and ask for no field', () => {
    for (const { id, side, place, facet, statement } of requestRequirements) {
      expect(id).toMatch(/^[a-z]+\.request[.:]/);
      expect(place).toMatch(/^\/request(?:\/|$)/);
      expect(statement).toMatch(/\brequest\b/);
      expect([side, facet === 'presence']).toEqual(['request', false]);
    }
  });

  test('have ids that are unique and safe in shells, URL fragments and regular expressions', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id } of all) expect(id).toMatch(/^[a-z]+(?:\.[A-Za-z]+)*:[a-z-]+$/);
  });

  test('are found by their id, and operations by their name', () => {
    expect(all.filter((one) => contract.requirement(one.id) !== one)).toEqual([]);
    expect(contract.requirement('delete.data.createdAt:colour')).toBeUndefined();
    expect(() => contract.operation('get')).toThrow('get');
  });

  test('say at which keyword of the schemas each of them is', () => {
    for (const { id, schema } of all) {
      const { file = '', pointer = '' } = schema ?? {};
      const root: unknown = schemas[file.replace('schemas/', '')];
      const steps = pointer.split('/').slice(1);
      const keyword = steps.reduce(
        (node, step) => (node as Record<string, unknown> | undefined)?.[step],
        root,
      );
      expect([id, keyword === undefined]).toEqual([id, schema === undefined]);
    }
  });

  test('come from schemas without an annotation that nobody reads', () => {
    const keywords = Object.values(schemas).flatMap((schema) =>
      JSON.stringify(schema).match(/"x-[a-z-]+"(?=:)/g),
    );
    const annotations = ['x-echo', 'x-echo-count', 'x-section', 'x-shown', 'x-unless', 'x-where'];
    expect([...new Set(keywords)].sort()).toEqual(annotations.map((one) => `"${one}"`));
  });
});

describe('the open questions', () => {
  test('have an id of their own, a form, and say how they are asked', () => {
    const ids = questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^question\.[a-z]+\.[A-Za-z.-]+$/.test(id))).toEqual([]);
    for (const { id, asks, form, see, places, answer, never, needsServed, operation } of questions) {
      expect([id, asks === 'never']).toEqual([id, never !== undefined]);
      // What a run reads off its exchanges becomes an answer, that of a set by itself; of nothing else does it make one.
      const isSeen = (see ?? places) !== undefined;
      if (isSeen) expect([id, answer !== undefined || form.kind === 'set']).toEqual([id, true]);
      if (answer !== undefined || asks === 'passive') expect([id, isSeen]).toEqual([id, true]);
      if (needsServed === true) expect([id, operation]).toEqual([id, expect.any(String)]);
    }
  });

  test('ask for each field of a request, those of elements and objects by their path', () => {
    const fields = ['name', 'conditions', 'conditions.column', 'action', 'action.timezone'];
    const ids = questions.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(fields.map((field) => `question.put.required.${field}`)));
  });
});

/** The conforming response, or request, with one value at every spot of a place. */
function messageWith({ operation, place, side }: Requirement, value: unknown): string {
  const put = (node: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return value;
    if (Array.isArray(node)) return node.map((item) => put(item, rest));
    const members = node as Record<string, unknown>;
    return { ...members, [step]: put(members[step], rest) };
  };
  const root = side === 'request' ? sentTransformer : answerTo(operation);
  return JSON.stringify(put(root, (place ?? '').split('/').slice(side === 'request' ? 2 : 1)));
}

/** The verdicts on the facets of one place of a message with such a value there. */
function verdictsOn(requirement: Requirement, value: unknown): ReadonlyMap<string, string | undefined> {
  const { operation, place, side = 'response' } = requirement;
  const text = messageWith(requirement, value);
  const exchanges = withBody(operation, side === 'request' ? '{}' : text).map((one) =>
    side === 'request' ? { ...one, request: { ...one.request, body: text } } : one,
  );
  const { findings } = judge(exchanges, { side });
  const own = all.filter((one) => one.operation === operation && one.place === place);
  return new Map(own.map(({ id, facet }) => [facet, findings.get(id)?.verdict]));
}

/** The values that lines of `explain` show for a field: `Deviates: {"amount":"42"}`. */
function shownIn(text: string, word: string, { place }: Requirement): readonly unknown[] {
  const name = place?.split('/').at(-1) ?? '';
  return [...text.matchAll(new RegExp(`^${word}: (.*)$`, 'gm'))].flatMap(([, shown = '']) => {
    if (shown.includes('…')) return [];
    const value: unknown = JSON.parse(shown);
    if (place === '/request') return [value];
    return name === '*' ? (value as unknown[]) : [(value as Record<string, unknown>)[name]];
  });
}

describe('explain', () => {
  let texts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const printed = all.map(async ({ id }) => [id, (await conformance(['explain', id])).stdout] as const);
    texts = new Map(await Promise.all(printed));
  });

  const fields = all.filter(({ check }) => check.kind === 'schema');
  test.each(fields.map((one) => [one.id, one] as const))('%s: its examples are what it says', (id, one) => {
    const text = texts.get(id) ?? '';
    const [conforming, mistakes] = ['Conforms', 'Deviates'].map((word) => shownIn(text, word, one));
    for (const value of conforming ?? []) {
      const verdicts = verdictsOn(one, value);
      for (const facet of ['type', 'format', 'value'])
        expect([value, facet, verdicts.get(facet) ?? 'conforms']).toEqual([value, facet, 'conforms']);
    }
    expect(mistakes?.length).toBeGreaterThan(0);
    for (const value of mistakes ?? [])
      expect([value, verdictsOn(one, value).get(one.facet)]).toEqual([value, 'deviates']);
  });

  test('gives the examples of every requirement; id, strength and section are permanent', async () => {
    const lines = all.map(({ id, strength, section }) => {
      const examples = (texts.get(id) ?? '').match(/^(?:Conforms|Deviates): .*$/gm) ?? [];
      const marked = examples.join(' ').replaceAll('Conforms:', '✓').replaceAll('Deviates:', '✗');
      return `${id} ${strength} ${section} ${marked}\n`;
    });
    await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/requirements.txt');
  });
});
