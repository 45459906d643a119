import type { JsonNode } from '../../model/json.ts';
import { plural } from '../../text/plural.ts';
import { type Deviation, keywordsOf, nodeAt, parentOf, sentFor, written } from './deviation.ts';
import { type Diagnosis, fieldTitle, joined, type Rule, sendInstead, shortened } from './rule.ts';
import { wordFor, wordsOf } from './types.ts';

/** What should have come back. */
function wantedBack(deviation: Deviation): JsonNode | null {
  return deviation.requirement.facet === 'echo' ? sentFor(deviation) : null;
}

function giveBack(deviation: Deviation): Diagnosis | null {
  const sent = wantedBack(deviation);
  if (sent === null) return null;
  const instead = written(sent);
  const { actual } = deviation.evidence;
  return { cure: `give back what was sent: ${shortened(instead)}, not ${shortened(actual)}`, instead };
}

/** A rule about a value that came back changed. @param changed whether that is what became of it */
function echoRule(
  cause: string,
  changed: (sent: JsonNode, found: JsonNode, deviation: Deviation) => boolean,
  title: Rule['title'],
  together: string,
): Rule {
  const look = (deviation: Deviation): Diagnosis | null => {
    const sent = wantedBack(deviation);
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
      const words = deviation.requirement.facet === 'value' ? wordsOf(deviation.requirement) : [];
      const [only, ...more] = words;
      if (only === undefined) return null;
      if (more.length === 0) return { ...sendInstead(only, deviation), key: only };
      const right = wordFor(deviation.value, words);
      const all = words.join(' or ');
      return right === null
        ? { cure: `send ${all}, not ${shortened(deviation.evidence.actual)}`, key: all }
        : { ...sendInstead(right, deviation), key: all };
    },
    title: (subject, first) => {
      const wanted = wordsOf(first.requirement).join(' or ');
      const actual = shortened(first.evidence.actual);
      return fieldTitle(`is ${actual}, not ${wanted}`, 'fields', `are not ${wanted}`)(subject, first);
    },
  },
  {
    cause: 'empty',
    look: (deviation) => {
      const { requirement } = deviation;
      if (requirement.facet !== 'value' || keywordsOf(requirement).minLength !== 1) return null;
      const sent = sentFor(deviation);
      return sent?.type === 'string' ? sendInstead(written(sent), deviation) : { cure: 'fill it' };
    },
    title: fieldTitle('is empty', 'texts', 'are empty'),
    together: 'fill them',
  },
  {
    cause: 'other-length',
    look: (deviation) => {
      const sent = deviation.requirement.facet === 'count' ? sentFor(deviation, 'count') : null;
      if (sent?.type !== 'array') return null;
      const count = plural(sent.items.length, 'element');
      return { cure: `give back as many elements as were sent: ${count}, not ${deviation.evidence.actual}` };
    },
    title: fieldTitle(
      'has not as many elements as were sent',
      'arrays',
      'have not as many elements as were sent',
    ),
  },
];
