import { pointerKeys } from '../../src/json/pointer.ts';
import { type BodyPiece, nearestPlace } from './body-text.ts';
import type { BodyLines } from './excerpt.ts';
import type { Mark } from './words.ts';

/** What is wrong in one place of a response, and what would be right. */
export interface PlaceNote {
  /** As it is shown; empty for the whole response. */
  readonly pointer: string;
  readonly mark: Mark;
  /** The value that would conform, else what was expected; of what is missing what the document says of it. */
  readonly right: string;
}

/** A line of a response, or one that should be there. */
export interface RecordLine {
  /** For what is missing the white space in front of what is beside it. */
  readonly pieces: readonly BodyPiece[];
  /** What is missing, in words. */
  readonly missing?: string;
  /** What is wrong in it; of several the gravest first. */
  readonly notes: readonly PlaceNote[];
}

/**
 * The lines with what is wrong in each; what is missing has a line of its own, below the beginning of what would hold it,
 * and what is about the whole response one above everything else.
 * @param lines of a body, or of a part of it
 * @param isStart whether the part is the beginning
 */
export function recordLines(
  lines: BodyLines,
  notes: readonly PlaceNote[],
  isStart: boolean,
): readonly RecordLine[] {
  const starts = new Map<string, number>();
  for (const [at, line] of lines.entries())
    for (const { place } of line) if (place !== null && !starts.has(place)) starts.set(place, at);
  const places: ReadonlySet<string> = new Set(starts.keys());
  const within = new Map<number, PlaceNote[]>();
  const below = new Map<number, PlaceNote[]>();
  for (const note of notes) {
    const holder = nearestPlace(places, note.pointer);
    const at = note.pointer === '' ? -1 : holder === null ? 0 : (starts.get(holder) ?? 0);
    if ((holder === null || note.pointer === '') && !isStart) continue;
    const kind = holder === note.pointer && holder !== '' ? within : below;
    kind.set(at, [...(kind.get(at) ?? []), note]);
  }
  const own = (at: number) =>
    (below.get(at) ?? []).map((note) => ({
      pieces: [{ text: indentOf(lines[at + 1]), place: null }],
      notes: [note],
      missing: missingText(note.pointer, places),
    }));
  return [
    ...own(-1),
    ...lines.flatMap((pieces, at) => [{ pieces, notes: within.get(at) ?? [] }, ...own(at)]),
  ];
}

function indentOf(line: BodyLines[number] | undefined): string {
  return /^ */.exec(line?.[0]?.text ?? '')?.[0] ?? '';
}

/** By its name where the line is in the object that would hold it. */
function missingText(pointer: string, places: ReadonlySet<string>): string {
  if (pointer === '') return 'the whole response';
  const end = pointer.lastIndexOf('/');
  const isBeside = end === 0 || places.has(pointer.slice(0, end));
  const [key = ''] = pointerKeys(pointer.slice(end));
  return `${isBeside ? `"${key}"` : pointer} is missing`;
}
