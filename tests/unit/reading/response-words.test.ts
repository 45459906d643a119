import { expect, test } from 'vitest';
import { readJson } from '../../../src/json/text.ts';
import type { ReadBody, Signs } from '../../../src/model/reading.ts';
import { contentText } from '../../../src/reading/response-words.ts';

const json = readJson('{"a":1,"status":"error","error":"no","b":2}');
const content: ReadBody = { kind: 'json', json, byteOrderMark: false };

function textOf(...denials: readonly string[]): string {
  const signs: Signs = { word: false, record: false, denials };
  return contentText(content, signs);
}

test('what a response holds is said of each exchange that has it, what denies first', () => {
  const denied = ' with error "no" (also: a, status, b)';
  expect([textOf('error'), textOf('status'), textOf('error')]).toEqual([
    denied,
    ' with status "error" (also: a, error, b)',
    denied,
  ]);
});

test.each(['msg', 'message', 'title', 'detail', 'reason', 'description'])(
  '%s explains an error, so its value is said',
  (name) => {
    const json = readJson(`{"${name}":"no such rule","b":2}`);
    const said = contentText(
      { kind: 'json', json, byteOrderMark: false },
      { word: false, record: false, denials: [] },
    );
    expect(said).toBe(` with ${name} "no such rule" (also: b)`);
  },
);
