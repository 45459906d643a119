import { contractDigest } from '../contract/digest.ts';
import type { ExchangeOf, Judgement } from '../judge/judgement.ts';
import { known } from '../model/known.ts';
import type { PartsInfo } from '../model/traffic.ts';
import { joined } from '../text/plural.ts';
import { Gathered, type GatheredOptions } from './gathered.ts';
import type { Part, PartOrigin } from './part.ts';
import { type IdBlock, PartIds } from './part-ids.ts';
import { idOf } from './read.ts';

/** Parts that are merged. */
export const mostParts = 10_000;

/** A part that does not fit the others; the message continues after the name of the part. */
export class PartError extends Error {
  override readonly name = 'PartError';
}

/** How a line is refused whose requestIds are of no part. */
export const idsWithoutPart =
  'has requestIds, and the first line of their part is not before it. Expected the lines of a part as check --partial writes them, all of them, in their order';

/** Parts that are put together, each of which is held to those before it. */
export class MergedParts extends Gathered {
  /** Files that hold the parts, by their numbers or digests. */
  private readonly names = new Map<string, string>();
  private readonly taken: PartOrigin[] = [];
  private readonly ids = new PartIds();
  /** RequestIds of the part that was taken last that are still to be taken. */
  private awaited = 0;

  constructor(options: Pick<GatheredOptions, 'contract' | 'side' | 'operations'>) {
    super(options);
    this.placeOf = (key) => this.ids.placeOf(key);
  }

  /** In the order of their numbers. */
  override get origins(): readonly PartOrigin[] {
    return this.taken.toSorted(
      (a, b) => (a.id ?? Infinity) - (b.id ?? Infinity) || (a.digest < b.digest ? -1 : 1),
    );
  }

  override get parts(): PartsInfo {
    return { count: this.taken.length, of: this.of, missing: this.missing };
  }

  override results(): Judgement {
    return this.traffic.judge.results(this.idOf);
  }

  /** The id of an exchange of a part, and its requestId as far as that is kept. */
  private readonly idOf: ExchangeOf = (key) => {
    const { source, number } = this.ids.placeOf(key);
    const text = this.idTexts.state.find(([known]) => known === key)?.[2];
    return { forgotten: idOf(source, number), ...known({ requestId: text }) };
  };

  /**
   * @param name of the file that holds it
   * @throws PartError where it does not fit the parts before it; then nothing of it is taken
   */
  takePart(part: Part, name: string): void {
    this.endPart();
    const problem = this.problemWith(part);
    if (problem !== null) throw new PartError(problem);
    for (const origin of part.parts) this.names.set(keyOf(origin), name);
    this.taken.push(...part.parts);
    this.of ??= part.of;
    this.awaited = part.requestIds;
    this.take(part);
  }

  /** Takes requestIds of the part that was taken last. @throws PartError where it has no more */
  takeIds(block: IdBlock): void {
    const { operation, hashes, records, keys } = block;
    if (keys.length > this.awaited) throw new PartError(idsWithoutPart);
    this.awaited -= keys.length;
    this.ids.add(block);
    this.traffic.judge.requestIds.take({ [operation]: { hashes, records, keys } });
  }

  /** @throws PartError where requestIds of the part that was taken last are missing */
  endPart(): void {
    if (this.awaited === 0) return;
    const names = [...this.names.values()];
    throw new PartError(
      `does not continue ${names.at(-1)}, of which ${this.awaited} requestIds are missing. Copy its file again, to the end`,
    );
  }

  private problemWith(part: Part): string | null {
    if (part.contract !== contractDigest(this.contract))
      return `was judged by other requirements, those of version ${part.tool.version}. Judge its traffic again with this version, or merge with that one`;
    if (part.side !== this.side)
      return `was judged with --side ${part.side}, and those before it with --side ${this.side}. Judge all parts alike`;
    if (part.operations.join() !== this.operations.join())
      return `is about ${joined(part.operations)}, and those before it about ${joined(this.operations)}. Judge all parts with the same --operation`;
    if (part.of !== null && this.of !== null && part.of !== this.of)
      return `is one of ${part.of} parts, and those before it of ${this.of}. Give --parts the same number everywhere`;
    const of = part.of ?? this.of;
    const wrong = of === null ? undefined : this.outside(part, of);
    if (wrong !== undefined) return wrong;
    if (this.taken.length + part.parts.length > mostParts)
      return `makes more than ${mostParts} parts, the most that are merged`;
    return part.parts.map((origin) => this.twice(origin)).find((found) => found !== null) ?? null;
  }

  /** Parts are numbered from 0 or from 1. */
  private outside({ parts }: Part, of: number): string | undefined {
    const ids = new Set([...this.taken, ...parts].map(({ id }) => id));
    const [high] = parts.filter(({ id }) => id !== null && id > of);
    if (high !== undefined) return `is part ${high.id} of ${of}. Number parts from 0 or from 1 (--part-id)`;
    const isMixed = ids.has(0) && ids.has(of);
    return isMixed
      ? `is one of parts that are numbered both from 0 and from 1; there are ${of} of them`
      : undefined;
  }

  /** Parts without a number may be equal where they are empty. */
  private twice(origin: PartOrigin): string | null {
    const before = this.names.get(keyOf(origin));
    if (before === undefined || (origin.id === null && origin.exchanges === 0)) return null;
    const what = origin.id === null ? 'the same traffic' : `part ${origin.id}`;
    return `is ${what} once more: ${before} has it already. Give each part once, as a retry leaves one behind`;
  }

  /** Numbers of missing parts, in ranges, where the number of all parts is known. */
  private get missing(): readonly string[] {
    const { of } = this;
    if (of === null) return [];
    const ids = new Set(this.taken.flatMap(({ id }) => id ?? []));
    const between = [...ids].filter((id) => id > 0 && id < of).sort((a, b) => a - b);
    const isLast = ids.has(0) || ids.has(of);
    return [...(isLast ? [] : [`0 or ${of}`]), ...gaps(between, of)];
  }
}

/** `2`, `4-7`: the numbers from 1 to before the end that are not among these. @param numbers sorted */
function gaps(numbers: readonly number[], end: number): readonly string[] {
  return [0, ...numbers].flatMap((before, at) => {
    const [first, last] = [before + 1, (numbers[at] ?? end) - 1];
    if (first > last) return [];
    return [first === last ? String(first) : `${first}-${last}`];
  });
}

function keyOf({ id, digest }: PartOrigin): string {
  return id === null ? digest : String(id);
}
