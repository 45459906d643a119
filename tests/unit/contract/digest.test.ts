import { expect, test } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import { canonicalJson, contractDigest, digestOf } from '../../../src/contract/digest.ts';
import { contract } from '../../support/engine.ts';
import { threeOperations } from '../../support/third-operation.ts';

test('canonical JSON is that of RFC 8785', () => {
  // The RFC's own example of order, 3.2.3, and of numbers and texts, 3.2.2.
  const order = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
  expect(Object.keys(order)[0]).toBe('1');
  expect(canonicalJson(order)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  const values = [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, null, true, '€$\u000f\nA\'B"\\\\"/'];
  expect(canonicalJson(values)).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,null,true,"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"]',
  );
  expect(canonicalJson({ b: undefined, a: [] })).toBe('{"a":[]}');
});

test('a digest is SHA-256 and does not depend on the order of keys', () => {
  expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }));
  expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
});

test('the digest of a contract changes with what is judged, and with nothing else', () => {
  const digest = contractDigest(contract);
  const with_ = (parts: Partial<Contract>) => contractDigest({ ...contract, ...parts });
  const [first, ...others] = contract.requirements;
  if (first === undefined) throw new Error('no requirements');

  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(with_({ questions: [], notes: [] })).toBe(digest);
  const different = [
    contractDigest(threeOperations),
    with_({ title: 'Another document' }),
    with_({ requirements: others }),
    with_({ requirements: [{ ...first, strength: 'shown' }, ...others] }),
    with_({ requirements: [{ ...first, statement: 'anything' }, ...others] }),
    with_({ operations: contract.operations.map((one) => ({ ...one, path: `${one.path}/x` })) }),
    with_({ schemas: { ...contract.schemas, 'envelope.schema.json': {} } }),
  ];
  expect(new Set([digest, ...different]).size).toBe(different.length + 1);
});
