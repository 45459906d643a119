/** @jsxImportSource preact */
import type { ComponentChild } from 'preact';
import type { BodyPiece } from '../outline/body-text.ts';
import type { PlaceMark } from './view.ts';

interface LinesProps {
  readonly lines: readonly (readonly BodyPiece[])[];
  /** The mark of a place, undefined for a place without one. */
  readonly mark: (place: string) => PlaceMark | undefined;
  /** Id of a place; only its first piece gets it. */
  readonly anchor?: (place: string) => string;
}

/** The text of a body, its places marked. */
export function Lines({ lines, mark, anchor }: LinesProps) {
  const anchored = new Set<string>();
  const runs: ComponentChild[] = [];
  let unmarked = '';
  for (const [index, line] of lines.entries()) {
    if (index > 0) unmarked += '\n';
    for (const { text, place } of line) {
      const found = place === null ? undefined : mark(place);
      if (place === null || found === undefined) {
        unmarked += text;
        continue;
      }
      const id = anchored.has(place) ? undefined : anchor?.(place);
      anchored.add(place);
      runs.push(unmarked, <Marked text={text} mark={found} {...(id === undefined ? {} : { id })} />);
      unmarked = '';
    }
  }
  return (
    <>
      {runs}
      {unmarked}
    </>
  );
}

function Marked({
  text,
  mark,
  id,
}: {
  readonly text: string;
  readonly mark: PlaceMark;
  readonly id?: string;
}) {
  return (
    <mark class={mark} id={id}>
      {text}
    </mark>
  );
}
