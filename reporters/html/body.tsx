/** @jsxImportSource preact */
import type { ComponentChild } from 'preact';
import { type BodyPiece, brokenPlace } from '../outline/body-text.ts';
import { signSymbols } from '../outline/outline.ts';
import { type PlaceNote, type RecordLine, recordLines } from '../outline/record-lines.ts';
import { markWords } from '../outline/words.ts';

interface LinesProps {
  readonly lines: readonly (readonly BodyPiece[])[];
  readonly notes: readonly PlaceNote[];
  /** Whether the lines are the beginning of the body. */
  readonly isStart: boolean;
  /** Id of a place. */
  readonly anchor: (pointer: string) => string;
}

/** The text of a body: what is wrong is tinted, with what is right beside it; what is missing has a line as well. */
export function Lines({ lines, notes, isStart, anchor }: LinesProps) {
  const runs: ComponentChild[] = [];
  let plain = '';
  for (const line of recordLines(lines, notes, isStart)) {
    if (line.notes.length === 0) {
      for (const { text, place } of line.pieces) {
        if (place === brokenPlace) runs.push(plain, <mark>{text}</mark>);
        plain = place === brokenPlace ? '' : plain + text;
      }
      plain += '\n';
      continue;
    }
    // A block begins and ends a line itself.
    runs.push(plain, <Noted line={line} anchor={anchor} />);
    plain = '';
  }
  return (
    <>
      {runs}
      {plain.replace(/\n$/, '')}
    </>
  );
}

function Noted({
  line: { pieces, notes, missing },
  anchor,
}: { readonly line: RecordLine } & Pick<LinesProps, 'anchor'>) {
  const [first] = notes;
  if (first === undefined) return null;
  const noted = new Map(notes.map((note) => [note.pointer, note]));
  const known = new Set<string>();
  const id = (pointer: string) => {
    const isNew = !known.has(pointer);
    known.add(pointer);
    return isNew ? { id: anchor(pointer) } : {};
  };
  return (
    <span class={`line ${first.mark}${missing === undefined ? '' : ' missing'}`}>
      <span class="sign" role="img" aria-label={markWords[first.mark]}>
        {signSymbols[first.mark]}
      </span>
      {pieces.map(({ text, place }) =>
        place !== null && noted.has(place) ? <mark {...id(place)}>{text}</mark> : text,
      )}
      {missing === undefined ? null : <mark {...id(first.pointer)}>{missing}</mark>}
      {notes.map(({ pointer, right }) => (
        <span key={pointer} class="right">
          ✓ {right}
        </span>
      ))}
    </span>
  );
}
