import type { JsonNode } from '../../model/json.ts';
import { type Deviation, nodeAt, parentOf, parsed, sentFor, written } from './deviation.ts';
import { type Diagnosis, fieldTitle, joined, type Rule, sendInstead, shortened } from './rule.ts';
import { wordFor, wordsIn } from './types.ts';

/** What was sent, as the evidence gives it: `16, the amount that was sent`. */
function expectedEcho({ requirement, evidence }: Deviation): string | null {
  const end = evidence.expected.lastIndexOf(', the ');
  return requirement.facet === 'echo' && end > 0 ? evidence.expected.slice(0, end) : null;
}

function giveBack(deviation: Deviation): Diagnosis | null {
  const right = expectedEcho(deviation);
  if (right === null) return null;
  const cure = `give back what was sent: ${shortened(right)}, not ${shortened(deviation.evidence.actual)}`;
  return parsed(right) === null ? { cure } : { cure, instead: right };
}

/** A rule about a value that came back changed. @param changed whether that is what became of it */
function echoRule(
  cause: string,
  changed: (sent: JsonNode, found: JsonNode, deviation: Deviation) => boolean,
  title: Rule['title'],
  together: string,
): Rule {
  const look = (deviation: Deviation): Diagnosis | null => {
    const sent = parsed(expectedEcho(deviation) ?? '');
    const { value } = deviation;
    return sent !== null && value !== null && changed(sent, value, deviation) ? giveBack(deviation) : null;
  };
  return { cause, look, title, together };
}

const bothTexts =
  (changed: (sent: string, found: string) => boolean) =>
  (sent: JsonNode, found: JsonNode): boolean =>
    sent.type === 'string' && found.type === 'string' && changed(sent.value, found.value);

function isRounded(sent: JsonNode, found: JsonNode): boolean {
  if (sent.type !== 'number' || found.type !== 'number') return false;
  const [was, is] = [Number(sent.text), Number(found.text)];
  if (!Number.isSafeInteger(was)) return Math.abs(was - is) <= Math.abs(was) * 1e-9;
  return was === is;
}

/** The field of the same object that holds what was sent for this one, while this one holds what was sent for it. */
function exchangedWith(deviation: Deviation): string | null {
  const { around, value, name, sent, evidence, requirement } = deviation;
  const mine = sentFor(deviation);
  const holder = nodeAt(sent, parentOf(evidence.pointer).replace(/^\/data/, ''));
  if (requirement.facet !== 'echo' || mine === null || value === null || holder?.type !== 'object')
    return null;
  const [was, is] = [written(mine), written(value)];
  for (const [other, given] of holder.members) {
    const found = around?.get(other);
    if (other === name || found === undefined) continue;
    if (written(given) === is && written(found) === was) return other;
  }
  return null;
}

/** Whether the elements of the array are those that were sent, in another order. */
function isReordered({ requirement, evidence, answer, sent, name }: Deviation): boolean {
  const at = requirement.place?.indexOf('/*') ?? -1;
  if (requirement.facet !== 'echo' || at === -1 || requirement.place === null) return false;
  const place = evidence.pointer.slice(0, at);
  const values = (node: JsonNode | null) =>
    node?.type === 'array'
      ? node.items.map((item) => (item.type === 'object' ? (item.members.get(name) ?? null) : null))
      : [];
  const texts = (nodes: readonly (JsonNode | null)[]) =>
    nodes.map((one) => (one === null ? '' : written(one)));
  const before = texts(values(nodeAt(sent, place.replace(/^\/data/, ''))));
  const after = texts(values(nodeAt(answer, place)));
  const same = (left: readonly string[], right: readonly string[]) => left.join('\n') === right.join('\n');
  return before.length > 1 && !same(before, after) && same([...before].sort(), [...after].sort());
}

/** Values that differ from what was sent, or from the ones that the document has. */
export const valueRules: readonly Rule[] = [
  {
    cause: 'exchanged',
    look: (deviation) => {
      const other = exchangedWith(deviation);
      if (other === null) return null;
      const pair = [deviation.name, other].sort();
      return { cure: `give back ${pair.join(' and ')} as they were sent`, key: pair.join(' ') };
    },
    title: ({ methods, names }) => `${methods}: ${joined(names)} are in each other's place`,
  },
  {
    cause: 'reordered',
    look: (deviation) =>
      isReordered(deviation) ? { cure: 'give the elements back in the order in which they were sent' } : null,
    title: ({ methods, holder }) => `${methods}: ${holder} come in another order than they were sent`,
  },
  echoRule(
    'rounded',
    isRounded,
    fieldTitle('is rounded', 'numbers', 'are rounded'),
    'give numbers back with every digit that was sent',
  ),
  echoRule(
    'trimmed',
    bothTexts((sent, found) => sent !== found && sent.trim() === found.trim()),
    fieldTitle('comes back with other white space', 'texts', 'come back with other white space'),
    'give texts back as they were sent',
  ),
  echoRule(
    'other-case',
    bothTexts((sent, found) => sent !== found && sent.toLowerCase() === found.toLowerCase()),
    fieldTitle('comes back in another case', 'texts', 'come back in another case'),
    'give texts back in the case in which they were sent',
  ),
  echoRule(
    'cut-short',
    bothTexts((sent, found) => found !== '' && found.length < sent.length && sent.startsWith(found)),
    fieldTitle('comes back cut short', 'texts', 'come back cut short'),
    'give texts back whole',
  ),
  {
    cause: 'not-as-sent',
    look: giveBack,
    title: fieldTitle('is not what was sent', 'fields', 'are not what was sent'),
    together: 'give back what was sent',
  },
  {
    cause: 'other-word',
    look: (deviation) => {
      const words = deviation.requirement.facet === 'value' ? wordsIn(deviation.evidence.expected) : [];
      const [only, ...more] = words;
      if (only === undefined) return null;
      if (more.length === 0) return { ...sendInstead(only, deviation), key: only };
      const right = wordFor(deviation.value, words);
      const all = words.join(' or ');
      return right === null
        ? { cure: `send ${all}, not ${shortened(deviation.evidence.actual)}`, key: all }
        : { ...sendInstead(right, deviation), key: all };
    },
    title: (subject, { evidence: { expected, actual } }) => {
      const wanted = expected.replace(/^exactly /, '');
      return fieldTitle(
        `is ${shortened(actual)}, not ${wanted}`,
        'fields',
        `are not ${wanted}`,
      )(subject, {} as Deviation);
    },
  },
  {
    cause: 'empty',
    look: (deviation) => {
      const { requirement, evidence } = deviation;
      if (requirement.facet !== 'value' || evidence.expected !== 'not empty') return null;
      const sent = sentFor(deviation);
      return sent?.type === 'string' ? sendInstead(written(sent), deviation) : { cure: 'fill it' };
    },
    title: fieldTitle('is empty', 'texts', 'are empty'),
    together: 'fill them',
  },
  {
    cause: 'other-length',
    look: ({ requirement, evidence }) =>
      requirement.facet === 'count'
        ? {
            cure: `give back as many elements as were sent: ${evidence.expected.replace(/,.*$/, '')}, not ${evidence.actual}`,
          }
        : null,
    title: fieldTitle(
      'has not as many elements as were sent',
      'arrays',
      'have not as many elements as were sent',
    ),
  },
];
