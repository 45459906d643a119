import { describe, expect, test } from 'vitest';
import { leaksIn } from '../../../src/explore/leaks.ts';

/** What a refusal shows of the inside of a service, and what it shows without any harm. */

describe('what a response shows of the inside', () => {
  test.each([
    ['stack trace', '{"trace":"java.lang.NullPointerException\\n\\tat com.example.A.b(A.java:42)"}'],
    ['stack trace', '{"error":"org.springframework.http.converter.HttpMessageNotReadableException: x"}'],
    ['stack trace', 'Traceback (most recent call last):\n  File "app.py", line 3'],
    ['stack trace', '{"stack":"Error: no\\n    at Object.<anonymous> (/x/index.js:3:9)"}'],
    ['SQL', '{"msg":"bad SQL: SELECT id FROM transformer WHERE name = ?"}'],
    ['SQL', '{"msg":"ORA-00942: table or view does not exist"}'],
    ['internal host', '{"msg":"connect to db-7.internal:5432 failed"}'],
    ['internal host', '{"msg":"upstream 10.1.2.3:8080 refused"}'],
    ['file path', '{"msg":"cannot open /srv/app/config.yml"}'],
    ['file path', '{"msg":"C:\\\\app\\\\config.yml"}'],
  ])('%s: %s', (what, text) => expect(leaksIn(text)).toContain(what));

  test.each([
    '{"error":{"code":"transformer_not_valid","message":"The transformer is not valid.","problems":[{"pointer":"/action/timezone"}]}}',
    '{"type":"https://example.com/probs/invalid","title":"select a value from the list","instance":"/entity/1"}',
    '{"msg":"version 10.2.3 is required; update your settings"}',
    '{"message":"meet me at home (tomorrow)"}',
    '',
  ])('nothing: %s', (text) => expect(leaksIn(text)).toEqual([]));

  test('each kind once, also in a long text', () => {
    const text = `at a.b(C.java:1)\n`.repeat(2);
    expect(leaksIn(text)).toEqual(['stack trace']);
    expect(leaksIn(`${'x'.repeat(200_000)} ORA-00942`)).toEqual([]);
  });
});
