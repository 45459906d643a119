/** @jsxImportSource preact */
import type { Evidence } from '../../src/model/finding.ts';
import { clipped } from '../../src/text/escape.ts';
import type { Piece } from '../support/body-text.ts';
import { placeWords } from '../support/row-text.ts';
import type { Mark } from '../support/words.ts';
import { answerWords } from './answer.ts';
import { Lines } from './body.tsx';
import { type PlaceMark, placeAnchor, type ShownExchange } from './view.ts';

/** Lines of a body around a place, and in the beginning of one. */
const around = 2;
const beginning = 5;
/** Characters of one run of text in an excerpt. */
const longestPiece = 300;

interface ProofProps {
  readonly evidence: Evidence;
  /** What the row comes to. */
  readonly mark: Mark;
  readonly exchange: ShownExchange | undefined;
}

/** What was expected, what was there, and where; with the lines around it, unless everything is well. */
export function Proof({ evidence, mark, exchange }: ProofProps) {
  const place = exchange?.placeOf(evidence.pointer) ?? null;
  return (
    <article class="proof">
      <header>
        {exchange ? <Source exchange={exchange} place={place} /> : <code>{evidence.exchange}</code>}
        <code>{placeWords(evidence.pointer)}</code>
        {exchange ? (
          <button class="button scripted" type="button" data-copy={`${exchange.anchor}.command`}>
            Copy cURL
          </button>
        ) : null}
      </header>
      <dl>
        <dt>expected</dt>
        <dd>{evidence.expected}</dd>
        <dt>actual</dt>
        <dd>
          <code>{evidence.actual}</code>
        </dd>
      </dl>
      {exchange && mark !== 'conforms' ? (
        <Excerpt exchange={exchange} place={place} mark={place === evidence.pointer ? mark : 'around'} />
      ) : null}
    </article>
  );
}

function Source({ exchange, place }: { readonly exchange: ShownExchange; readonly place: string | null }) {
  const { probe } = exchange.exchange;
  return (
    <>
      <a href={`#${place === null ? exchange.anchor : placeAnchor(exchange, place)}`}>{probe}</a>
      <span class="quiet">{answerWords(exchange.exchange)}</span>
    </>
  );
}

interface ExcerptProps {
  readonly exchange: ShownExchange;
  readonly place: string | null;
  readonly mark: PlaceMark;
}

function Excerpt({ exchange: { body }, place, mark }: ExcerptProps) {
  if (body === null) return null;
  const found =
    place === null ? -1 : body.lines.findIndex((line) => line.some((piece) => piece.place === place));
  const from = Math.max(0, found - around);
  const to = found === -1 ? beginning : found + around + 1;
  return (
    <pre class="text">
      {from > 0 ? '…\n' : ''}
      <Lines
        lines={body.lines.slice(from, to).map((line) => shortened(line, place))}
        mark={(at) => (at === place ? mark : undefined)}
      />
      {to < body.lines.length ? '\n…' : ''}
    </pre>
  );
}

/** The last characters, no surrogate pair parted. */
function ending(text: string): string {
  return Array.from(text.slice(-2 * longestPiece))
    .slice(-longestPiece)
    .join('');
}

/** A line with its long runs cut: those in front of a place at their beginning, so that its neighbourhood is seen. */
function shortened(line: readonly Piece[], place: string | null): readonly Piece[] {
  const at = line.findIndex((piece) => piece.place === place);
  return line.map((piece, index) => {
    const { text } = piece;
    if (text.length <= longestPiece) return piece;
    return { ...piece, text: index < at ? `…${ending(text)}` : clipped(text, longestPiece) };
  });
}
