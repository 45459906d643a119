import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonNode, parseJson } from '../../../src/json/json.ts';
import { plainJson } from '../../../src/json/plain.ts';
import { runs } from '../../support/properties.ts';

test.each([
  '{}',
  '[]',
  'null',
  '{"a":1,"b":[true,false,null,"x"],"c":{"d":-1.5}}',
  ' { "a" : 1 ,\n\t"b":\r[ 2 ] } ',
  '{"a":"\\"b\\":\\n"}',
  ' {"\\\\" : "\\u0000\\u000b\\u001f\\t", "b": 1}',
  '{"a":"b:c{[1.0,"}',
  '{"a":123456789012345,"b":1e+21}',
  '{"a":"\u2028\ud83d\ude00"}',
])('loses nothing of %s', (text) => expect(plainJson(text)?.value).toStrictEqual(JSON.parse(text)));

test.each([
  '',
  'no JSON',
  '\ufeff{}',
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"b":{"a" :1,"a":2}}',
  '{"a":1.0}',
  '{"a":1e2}',
  '{"a":-0}',
  '{"a":9007199254740993}',
  '{"a":1e400}',
  '{"a":"\\/"}',
  '{"a":"\\u000a"}',
  '{"a":"\\u001F"}',
  '{"a":"\\ud83d\\ude00"}',
  '{"b":1, "10":2}',
  '{"a":"\ud800"}',
  `${'['.repeat(257)}${']'.repeat(257)}`,
  `[${'1,'.repeat(20_000)}1]`,
])('does not vouch for %s', (text) => expect(plainJson(text)).toBeUndefined());

/** Whether each scalar is written as JSON.stringify writes it. */
function isAsWritten(text: string, node: JsonNode): boolean {
  if (node.type === 'object') return [...node.members.values()].every((member) => isAsWritten(text, member));
  if (node.type === 'array') return node.items.every((item) => isAsWritten(text, item));
  const written = text.slice(node.start, node.end);
  return JSON.stringify(JSON.parse(written)) === written;
}

const pieces = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', ' ', '"a"', '"b"', '"a":', '"a" :', '"\\u0061":', '"10":', '"":'],
  ...['1', '0', '-', '.5', '1.0', 'e1', '-0', '1234567890123456', 'true', 'false', 'null', '"\\""', '"x:{"'],
);

test('holds what it vouches for to a reader that keeps everything', () => {
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    fc.json(),
    fc.array(fc.tuple(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"1"'), fc.json())).map((members) => {
      return `{${members.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
    }),
  );
  const property = fc.property(texts, (text) => {
    const found = plainJson(text);
    if (found === undefined) return;
    const { value } = found;
    const { root, duplicateKeys } = parseJson(text);
    expect(value).toStrictEqual(JSON.parse(text));
    expect(duplicateKeys).toEqual([]);
    expect(isAsWritten(text, root)).toBe(true);
    if (root.type === 'object') expect(Object.keys(value as object)).toEqual([...root.members.keys()]);
  });
  fc.assert(property, runs(5));
});
