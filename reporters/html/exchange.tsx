import type { Exchange, Header } from '../../schemas/types.ts';
import { plural } from '../../src/text/plural.ts';
import { type BodyLines, brokenPlace, folded, type RecordLine, recordLines } from '../outline/body.ts';
import { signSymbols } from '../outline/outline.ts';
import { markWords } from '../outline/words.ts';
import { Icon, usePage } from './inline.tsx';
import { copyButton } from './rows.tsx';
import { placeAnchor, type ShownBody, type ShownExchange, worstIn } from './view.ts';

/** Exchanges as they were sent, with their responses. @param isOpen whether the first of each operation is open */
export function Exchanges({
  rows,
  isOpen,
}: {
  readonly rows: readonly Exchange[];
  readonly isOpen: boolean;
}) {
  const { view } = usePage();
  const isFirst = ({ id, operation }: Exchange) => rows.find((one) => one.operation === operation)?.id === id;
  const records = rows.map((row) => {
    const one = view?.exchangeOf(row.id);
    return one && detailsOf(one, isOpen && isFirst(row));
  });
  return <div class="card">{records}</div>;
}

/** How an exchange ended, and after how long where that is known: `200 OK, 40 ms`, `timeout, 1000 ms`. */
function responseWords({ response, failure, timings }: Exchange): string {
  const unanswered = failure?.sent === false ? 'no connection' : (failure?.kind ?? 'no response');
  const words = response ? `${response.status} ${response.reason}`.trim() : unanswered;
  return timings.totalMs === 0 ? words : `${words}, ${Math.round(timings.totalMs)} ms`;
}

function detailsOf(one: ShownExchange, isOpen: boolean) {
  const { exchange, anchor, command, requestBody, body } = one;
  const { request, response, failure, masked, probe, purpose } = exchange;
  const from = response ?? failure?.head;
  const bytes = response?.body.bytes ?? 0;
  const noText = bytes === 0 ? 'The body is empty.' : `The body is ${bytes} bytes that are not UTF-8.`;
  const places = masked.map(({ part, at, what }) => `${what} in ${part.replace('-', ' ')} ${at}`.trim());
  return (
    <details class="exchange" open={isOpen}>
      <summary>
        <Icon sign={failure ? 'failed' : worstIn(one)} /> <strong>{probe}</strong>{' '}
        <span class="small quiet">
          {responseWords(exchange)}; {purpose}
        </span>
      </summary>
      <div id={anchor}>
        {failure && <p class="deviates">{failure.message}</p>}
        {from && head(`${from.status} ${from.reason}`.trim(), from.headers)}
        {body && bodyOf(body, one)}
        {response && !body && <p class="small quiet">{noText}</p>}
        <details>
          <summary>the request, and how to send it again</summary>
          {head(`${request.method} ${request.url}`, request.headers)}
          {requestBody && bodyOf(requestBody)}
          <p class="small quiet">
            To send it again; secrets come from variables: {copyButton(`${anchor}.command`, 'Copy as curl')}
          </p>
          <pre id={`${anchor}.command`}>{command.join('\n')}</pre>
          {places.length > 0 && <p class="small quiet">Masked: {places.join('; ')}</p>}
        </details>
      </div>
    </details>
  );
}

function head(first: string, headers: readonly Header[]) {
  return (
    <pre>
      {first}
      {headers.map(([name, value]) => ['\n', <span class="quiet">{name}:</span>, ` ${value}`])}
    </pre>
  );
}

function bodyOf({ lines, bytes, laidOut }: ShownBody, one?: ShownExchange) {
  const { shown, rest } = folded(lines);
  return [
    <pre>{linesOf(shown, true, one)}</pre>,
    rest.length > 0 && (
      <details>
        <summary>the rest of it, {plural(rest.length, 'line')}</summary>
        <pre>{linesOf(rest, false, one)}</pre>
      </details>
    ),
    <p class="small quiet">
      {bytes} bytes{laidOut ? '; line breaks and indentation added for reading' : ', as it came'}
    </p>,
  ];
}

/**
 * The text of a body: what is wrong is tinted, with what is right beside it; what is missing has a line as well.
 * @param isStart whether the lines are the beginning of the body
 */
function linesOf(lines: BodyLines, isStart: boolean, one?: ShownExchange) {
  return recordLines(lines, [...(one?.notes.values() ?? [])], isStart).map((line) => {
    if (one !== undefined && line.notes.length > 0) return noted(line, one);
    return [
      ...line.pieces.map(({ text, place }) => (place === brokenPlace ? <mark>{text}</mark> : text)),
      '\n',
    ];
  });
}

function noted({ pieces, notes, missing }: RecordLine, one: ShownExchange) {
  const mark = notes[0]?.mark ?? 'deviates';
  const known = new Set<string>();
  const marked = (pointer: string, text: string) => {
    const id = known.has(pointer) ? undefined : placeAnchor(one, pointer);
    known.add(pointer);
    return <mark id={id}>{text}</mark>;
  };
  const isNoted = (place: string | null) => notes.some(({ pointer }) => pointer === place);
  return (
    <span class={`line ${mark}${missing === undefined ? '' : ' missing'}`}>
      <span role="img" aria-label={markWords[mark]}>
        {signSymbols[mark]}
      </span>
      {pieces.map(({ text, place }) => (place !== null && isNoted(place) ? marked(place, text) : text))}
      {missing && marked(notes[0]?.pointer ?? '', missing)}
      {notes.map(({ pointer, right }) => (
        <span key={pointer} class="conforms">
          {'  '}✓ {right}
        </span>
      ))}
    </span>
  );
}
