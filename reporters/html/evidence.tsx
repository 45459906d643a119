/** @jsxImportSource preact */
import type { Evidence } from '../../src/model/finding.ts';
import { clipped } from '../support/escape.ts';
import { placeWords } from '../support/row-text.ts';
import { answerWords } from './answer.ts';
import { Lines } from './body.tsx';
import { placeAnchor, type ShownExchange } from './view.ts';

/** Lines of a body around a place, and in the beginning of one. */
const around = 2;
const beginning = 5;
/** Characters of one run of text in an excerpt. */
const longestPiece = 300;

/** What was expected, what was there, and where, with the lines around it. */
export function Proof({
  evidence,
  exchange,
}: {
  readonly evidence: Evidence;
  readonly exchange: ShownExchange | undefined;
}) {
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
      {exchange ? <Excerpt exchange={exchange} place={place} isExact={place === evidence.pointer} /> : null}
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
  /** False where the place is not the one in question but would hold it. */
  readonly isExact: boolean;
}

function Excerpt({ exchange, place, isExact }: ExcerptProps) {
  const { body, marks } = exchange;
  if (body === null) return null;
  const found =
    place === null ? -1 : body.lines.findIndex((line) => line.some((piece) => piece.place === place));
  const from = Math.max(0, found - around);
  const to = found === -1 ? beginning : found + around + 1;
  const lines = body.lines
    .slice(from, to)
    .map((line) => line.map((piece) => ({ ...piece, text: clipped(piece.text, longestPiece) })));
  return (
    <pre class="text">
      {from > 0 ? '…\n' : ''}
      <Lines lines={lines} mark={(at) => (at === place ? (isExact ? marks.get(at) : 'around') : undefined)} />
      {to < body.lines.length ? '\n…' : ''}
    </pre>
  );
}
