import { createHash } from 'node:crypto';
import { pick } from '../model/known.ts';
import { type Contract, requirementsOn } from './contract.ts';

/** A JSON value as RFC 8785 writes it: keys in the order of their code units, and nothing between values. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join()}}`;
}

/** SHA-256 of a JSON value in its canonical form, hexadecimal: the order of keys does not count. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/**
 * What is judged: the schemas, what is sent, and every requirement with its strength. Two contracts with the same digest
 * judge alike. What the document leaves open is not in it, as it never decides a verdict.
 */
export function contractDigest(contract: Contract): string {
  const { title, schemas, operations } = contract;
  return digestOf({
    title,
    schemas,
    operations: operations.map((one) => pick(one, 'name', 'method', 'path', 'section')),
    requirements: requirementsOn(contract, 'both').map((one) =>
      pick(one, 'id', 'strength', 'section', 'statement'),
    ),
  });
}
