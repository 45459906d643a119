import type { JsonNode } from '../../model/json.ts';
import { plural } from '../../text/plural.ts';
import { type Deviation, keywordsOf, nodeAt, parentOf, sentFor, written } from './deviation.ts';
import { type Diagnosis, type Mistake, sendInstead, shortened } from './mistake.ts';
import { wordFor, wordsOf } from './types.ts';

function giveBack(deviation: Deviation): Diagnosis | null {
  const sent = sentFor(deviation);
  if (sent === null) return null;
  const instead = written(sent);
  const { actual } = deviation.evidence;
  return { cure: `give back what was sent: ${shortened(instead)}, not ${shortened(actual)}`, instead };
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
  const { around, value, name, sent, evidence } = deviation;
  const mine = sentFor(deviation);
  const holder = nodeAt(sent, parentOf(evidence.pointer).replace(/^\/data/, ''));
  if (mine === null || value === null || holder?.type !== 'object') return null;
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
  if (at === -1) return false;
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

interface EchoMistake extends Omit<Mistake, 'facet' | 'look'> {
  /** Whether that is what became of a value that was sent; always without it. */
  readonly applies?: (sent: JsonNode, found: JsonNode) => boolean;
}

/** What came back changed, the most specific mistake first. */
const changed: readonly EchoMistake[] = [
  {
    cause: 'rounded',
    applies: isRounded,
    title: ['is rounded', 'numbers'],
    together: 'give numbers back with every digit that was sent',
  },
  {
    cause: 'trimmed',
    applies: bothTexts((sent, found) => sent !== found && sent.trim() === found.trim()),
    title: ['comes back with other white space', 'texts'],
    together: 'give texts back as they were sent',
  },
  {
    cause: 'other-case',
    applies: bothTexts((sent, found) => sent !== found && sent.toLowerCase() === found.toLowerCase()),
    title: ['comes back in another case', 'texts'],
    together: 'give texts back in the case in which they were sent',
  },
  {
    cause: 'cut-short',
    applies: bothTexts((sent, found) => found !== '' && found.length < sent.length && sent.startsWith(found)),
    title: ['comes back cut short', 'texts'],
    together: 'give texts back whole',
  },
  { cause: 'not-as-sent', title: ['is not what was sent', 'fields'], together: 'give back what was sent' },
];

function notGivenBack({ applies, ...mistake }: EchoMistake): Mistake {
  const look = (deviation: Deviation) => {
    if (applies === undefined) return giveBack(deviation);
    const [sent, { value }] = [sentFor(deviation), deviation];
    return sent !== null && value !== null && applies(sent, value) ? giveBack(deviation) : null;
  };
  return { ...mistake, facet: 'echo', look };
}

/** Values that differ from what was sent, or from the ones that the document has. */
export const valueMistakes: readonly Mistake[] = [
  {
    cause: 'exchanged',
    facet: 'echo',
    look: (deviation) => {
      const other = exchangedWith(deviation);
      if (other === null) return null;
      const pair = [deviation.name, other].sort();
      return { cure: `give back ${pair.join(' and ')} as they were sent`, key: pair.join(' ') };
    },
    title: "{names} are in each other's place",
  },
  {
    cause: 'reordered',
    facet: 'echo',
    look: (deviation) =>
      isReordered(deviation) ? { cure: 'give the elements back in the order in which they were sent' } : null,
    title: '{holder} come in another order than they were sent',
  },
  ...changed.map(notGivenBack),
  {
    cause: 'other-word',
    facet: 'value',
    look: (deviation) => {
      const words = wordsOf(deviation.requirement);
      if (words.length === 0) return null;
      const what = words.join(' or ');
      const right = words.length === 1 ? what : wordFor(deviation.value, words);
      const found =
        right === null
          ? { cure: `send ${what}, not ${shortened(deviation.evidence.actual)}` }
          : sendInstead(right, deviation);
      return { ...found, key: what, what };
    },
    title: ['is {actual}, not {what}', 'fields', 'are not {what}'],
  },
  {
    cause: 'empty',
    facet: 'value',
    look: (deviation) => {
      if (keywordsOf(deviation.requirement).minLength !== 1) return null;
      const sent = sentFor(deviation);
      return sent?.type === 'string' ? sendInstead(written(sent), deviation) : { cure: 'fill it' };
    },
    title: ['is empty', 'texts'],
    together: 'fill them',
  },
  {
    cause: 'other-length',
    facet: 'count',
    look: (deviation) => {
      const sent = sentFor(deviation, 'count');
      if (sent?.type !== 'array') return null;
      const count = plural(sent.items.length, 'element');
      return { cure: `give back as many elements as were sent: ${count}, not ${deviation.evidence.actual}` };
    },
    title: ['has not as many elements as were sent', 'arrays'],
  },
];
