import { type Fault, faultsIn, quoted } from '../files/document-problem.ts';
import { documentValidator } from '../files/own-validators.ts';
import { lineFinder, parseDocument } from '../json/document.ts';
import { nearestSpan } from '../json/place.ts';
import { unless } from '../kinds/setting.ts';
import type { Parsed } from '../model/setting.ts';

/** Levels of a file of answers or waivers, and some more. */
const depth = 32;

/**
 * Reads a JSON file of the operator. Each thing that is wrong has its line; problems continue "FILE …".
 * @param inEntries what is wrong with its entries; where that is nothing, the file is held to its schema
 */
export function readOwnFile<T>(
  text: string,
  name: 'answers' | 'waivers',
  inEntries: (value: unknown, lineOf: (pointer: string) => number) => readonly Fault[],
): Parsed<T> {
  const parsed = parseDocument(text, name, depth);
  if (!('value' in parsed)) return parsed;
  const { duplicateKeys, spans } = parsed.value;
  const lineAt = lineFinder(text);
  const lineOf = (pointer: string) => lineAt(nearestSpan(spans, pointer).start);
  // There, numbers are kept as they were written.
  const value: unknown = JSON.parse(text);
  const inside = inEntries(value, lineOf);
  const whole = inside.length > 0 ? [] : faultsIn(value, documentValidator(name));
  const faults = [
    ...duplicateKeys.map((at) => ({ at, problem: 'is there twice: remove one of the two' })),
    ...inside,
    ...whole,
  ];
  const worded = ({ at, problem }: Fault) => `line ${lineOf(at)}, ${quoted(at) || 'its root'} ${problem}`;
  return unless(
    faults.map((fault) => `cannot be used: ${worded(fault)}`),
    value as T,
  );
}
