import type { Json } from '../contract/values.ts';
import { parseJson } from '../json/json.ts';
import type { JsonNode } from '../model/json.ts';

/** Changes the text of a response, which is one JSON value; what the edit is not about stays letter by letter. */
export type Edit = (answer: string) => string;

/** The new text of a value; undefined removes it. A member that is not there has neither node nor text. */
export type ValueEdit = (node: JsonNode | undefined, text: string) => string | undefined;

function without(values: readonly (string | undefined)[]): readonly string[] {
  return values.filter((value) => value !== undefined);
}

/** The text of a node after the change of what the steps lead to. */
function rewritten(
  answer: string,
  node: JsonNode | undefined,
  [step, ...rest]: readonly string[],
  change: ValueEdit,
): string | undefined {
  const textOf = ({ start, end }: JsonNode) => answer.slice(start, end);
  if (step === undefined) return change(node, node === undefined ? '' : textOf(node));
  if (node === undefined) return undefined;
  if (node.type === 'array') {
    const items = node.items.map((item, at) =>
      step === '*' || step === String(at) ? rewritten(answer, item, rest, change) : textOf(item),
    );
    return `[${without(items).join(',')}]`;
  }
  if (node.type !== 'object') return textOf(node);
  const members = new Map<string, string | undefined>(
    [...node.members].map(([key, own]) => [key, textOf(own)]),
  );
  members.set(step, rewritten(answer, node.members.get(step), rest, change));
  const texts = [...members].map(([key, text]) =>
    text === undefined ? undefined : `${JSON.stringify(key)}:${text}`,
  );
  return `{${without(texts).join(',')}}`;
}

/** Changes one place: a JSON Pointer with `*` for every element of an array. No key of ours needs an escape in it. */
export function changeAt(place: string, change: ValueEdit): Edit {
  const steps = place.split('/').slice(1);
  return (answer) => rewritten(answer, parseJson(answer).root, steps, change) ?? answer;
}

/** Gives a value instead of the one that is there; where there is none, nothing changes. */
export function replaceAt(place: string, value: Json): Edit {
  return changeAt(place, (node) => (node === undefined ? undefined : JSON.stringify(value)));
}

/** Gives a value, whether there is one or not. */
export function setAt(place: string, value: Json): Edit {
  return changeAt(place, () => JSON.stringify(value));
}

export function dropAt(place: string): Edit {
  return changeAt(place, () => undefined);
}

/** Writes the first member of the whole response twice. */
export const repeatFirstMember: Edit = (answer) => {
  const { root } = parseJson(answer);
  const [first] = root.type === 'object' ? root.members : [];
  if (first === undefined) return answer;
  const [key, { start, end }] = first;
  return answer.replace('{', () => `{${JSON.stringify(key)}:${answer.slice(start, end)},`);
};
