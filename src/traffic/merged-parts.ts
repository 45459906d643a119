import type { ExchangeOf, Judgement } from '../judge/judgement.ts';
import { requestIds } from '../judge/request-ids.ts';
import { known } from '../model/known.ts';
import type { PartsInfo } from '../model/traffic.ts';
import { contractDigest } from '../operations/index.ts';
import { joined } from '../text/plural.ts';
import { Gathered } from './gathered.ts';
import { type Part, readIds, type WrittenIds } from './part.ts';
import { idOf, placeOf } from './read.ts';

/** A part that does not fit the others; the message continues after the name of the part. */
export class PartError extends Error {
  override readonly name = 'PartError';
}

/** Parts that are put together, each of which is held to those before it. */
export class MergedParts extends Gathered {
  private readonly of: number;
  /** Files that hold the parts, by their numbers. */
  private readonly files = new Map<number, string>();
  /** Names of sources with a requestId, by their positions. */
  private readonly names = new Map<number, string>();

  override get parts(): PartsInfo {
    return { count: this.files.size, of: this.of, missing: this.missing };
  }

  override results(): Judgement {
    return this.traffic.judge.results(this.exchangeOf);
  }

  /** The id of an exchange of a part, and its requestId as far as that is kept. */
  private readonly exchangeOf: ExchangeOf = (key) => {
    const { source, number } = placeOf(key);
    const text = this.read.idTexts.find(([known]) => known === key)?.[2];
    return { forgotten: idOf(this.names.get(source) ?? '', number), ...known({ requestId: text }) };
  };

  constructor({ side, operations, of }: Part) {
    super({ side, operations });
    this.of = of;
  }

  /**
   * @param file that holds it
   * @throws PartError where it does not fit the parts before it; then nothing of it is taken
   */
  takePart(part: Part, file: string): void {
    const problem = this.problemWith(part);
    if (problem !== null) throw new PartError(problem);
    this.files.set(part.id, file);
    this.merge(part);
  }

  /** Takes requestIds of a part that was taken. */
  takeIds(written: WrittenIds): void {
    this.names.set(written.index, written.source);
    requestIds.merge(this.traffic.judge.requestIds, readIds(written));
  }

  private problemWith({ contract, tool, side, operations, id, of }: Part): string | null {
    if (contract !== contractDigest())
      return `was judged by other requirements, those of version ${tool.version}. Judge its traffic again with this version, or check the parts with that one`;
    if (side !== this.side)
      return `was judged with --side ${side}, and those before it with --side ${this.side}. Judge all parts alike`;
    if (operations.join() !== this.operations.join())
      return `is about ${joined(operations)}, and those before it about ${joined(this.operations)}. Judge all parts with the same --operation`;
    if (of !== this.of)
      return `is one of ${of} parts, and those before it of ${this.of}. Give --parts the same number everywhere`;
    const twin = this.files.get(id);
    if (twin !== undefined)
      return `is part ${id} once more: ${twin} has it already. Give each part once, as a retry leaves one behind`;
    return this.files.has(of - id) && id % of === 0
      ? `is one of parts that are numbered both from 0 and from 1; there are ${of} of them`
      : null;
  }

  /** Numbers of missing parts, in ranges. */
  private get missing(): readonly string[] {
    const { of, files } = this;
    const between = [...files.keys()].filter((id) => id > 0 && id < of).sort((a, b) => a - b);
    const isLast = files.has(0) || files.has(of);
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
