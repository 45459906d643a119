import type { ComponentChild } from 'preact';
import type { Exchange, Header } from '../../schemas/types.ts';
import { plural } from '../../src/text/plural.ts';
import { type BodyLines, brokenPlace, folded, type RecordLine, recordLines } from '../outline/body.ts';
import { type OutlineSection, signSymbols } from '../outline/outline.ts';
import { markWords } from '../outline/words.ts';
import { Icon, usePage } from './inline.tsx';
import { copyButton } from './record.tsx';
import { later, textOf } from './text-of.ts';
import { placeAnchor, type ShownBody, type ShownExchange, type View, worstIn } from './view.ts';

type ExchangesSection = Extract<OutlineSection, { readonly kind: 'exchanges' }>;

/** Whether its exchanges are put in when everything else is made. */
export function isLater(section: OutlineSection): section is ExchangesSection {
  return section.kind === 'exchanges' && section.anchor === 'exchanges';
}

/** Exchanges as they were sent, with their responses. */
export function Exchanges({ section }: { readonly section: ExchangesSection }) {
  const { rows } = section;
  const { view } = usePage();
  if (view === null) return null;
  if (!isLater(section)) {
    // Responses with what is wrong in them: the first of each operation is open.
    const records = rows.map(({ id, operation }) => {
      const one = view.exchangeOf(id);
      return one && detailsOf(one, true, rows.find((other) => other.operation === operation)?.id === id);
    });
    return <div class="card exchanges">{records}</div>;
  }
  return <div class="card exchanges" dangerouslySetInnerHTML={{ __html: later }} />;
}

/** How an exchange ended, and after how long where that is known: `200 OK, 40 ms`, `timeout, 1000 ms`. */
function responseWords({ response, failure, timings }: Exchange): string {
  const unanswered = failure?.sent === false ? 'no connection' : (failure?.kind ?? 'no response');
  const words = response ? `${response.status} ${response.reason}`.trim() : unanswered;
  return timings.totalMs === 0 ? words : `${words}, ${Math.round(timings.totalMs)} ms`;
}

/** What replaces `later` in their section: each is text before the next one is made, as of traffic there are a thousand. */
export function exchangeTexts(view: View | null, rows: readonly Exchange[]): readonly string[] {
  return rows.map(({ id }) => {
    const one = view?.exchangeOf(id);
    return one === undefined ? '' : textOf(detailsOf(one));
  });
}

/** @param isRecord whether its response comes first, and the rest is folded */
function detailsOf(one: ShownExchange, isRecord = false, isOpen = false) {
  const { exchange, anchor, command, requestBody } = one;
  const { request, masked, probe, purpose } = exchange;
  const again = `${anchor}.command`;
  const places = masked.map(({ part, at, what }) => `${what} in ${part.replace('-', ' ')} ${at}`.trim());
  const copied = copyButton(again, 'Copy as curl', 'button scripted');
  const around = [
    message('Request', [
      head(`${request.method} ${request.url}`, request.headers),
      requestBody && bodyOf(requestBody),
    ]),
    isRecord ? null : responseOf(one),
    message(
      'Send it again',
      <pre class="text" id={again}>
        {command.join('\n')}
      </pre>,
      [' ', <span class="quiet">secrets come from variables</span>, ' ', copied],
    ),
    places.length === 0 ? null : <p class="small quiet">Masked: {places.join('; ')}</p>,
  ];
  return (
    <details class="exchange" open={isOpen}>
      <summary>
        <Icon sign={exchange.failure ? 'failed' : worstIn(one)} /> <strong>{probe}</strong>{' '}
        <span class="quiet small">{responseWords(exchange)}</span> <span class="purpose">{purpose}</span>
      </summary>
      <div id={anchor}>
        {isRecord ? responseOf(one) : around}
        {isRecord && (
          <details class="rest">
            <summary>the request, and how to send it again</summary>
            <div class="around">{around}</div>
          </details>
        )}
      </div>
    </details>
  );
}

function message(title: string, content: ComponentChild, beside?: ComponentChild) {
  return (
    <div class="message">
      <header>
        <h3>{title}</h3>
        {beside}
      </header>
      {content}
    </div>
  );
}

function head(first: string, headers: readonly Header[]) {
  return (
    <pre class="text">
      {first}
      {headers.map(([name, value]) => ['\n', <span class="name">{name}:</span>, ` ${value}`])}
    </pre>
  );
}

function responseOf(one: ShownExchange) {
  const { response, failure } = one.exchange;
  const from = response ?? failure?.head;
  const bytes = response?.body.bytes ?? 0;
  const noText = bytes === 0 ? 'The body is empty.' : `The body is ${bytes} bytes that are not UTF-8.`;
  return message('Response', [
    failure && <p class="failure deviates">{failure.message}</p>,
    from && head(`${from.status} ${from.reason}`.trim(), from.headers),
    one.body && bodyOf(one.body, one),
    response && !one.body ? <p class="note">{noText}</p> : null,
  ]);
}

function bodyOf({ lines, bytes, laidOut }: ShownBody, one?: ShownExchange) {
  const { shown, rest } = folded(lines);
  const how = laidOut ? '; line breaks and indentation added for reading' : ', as it came';
  return [
    <pre class="text">{linesOf(shown, one, true)}</pre>,
    rest.length === 0 ? null : (
      <details class="rest">
        <summary>the rest of it, {plural(rest.length, 'line')}</summary>
        <pre class="text">{linesOf(rest, one, false)}</pre>
      </details>
    ),
    <p class="note">
      {bytes} bytes{how}
    </p>,
  ];
}

/**
 * The text of a body: what is wrong is tinted, with what is right beside it; what is missing has a line as well.
 * @param isStart whether the lines are the beginning of the body
 */
function linesOf(lines: BodyLines, one: ShownExchange | undefined, isStart: boolean) {
  const runs: ComponentChild[] = [];
  let plain = '';
  for (const line of recordLines(lines, [...(one?.notes.values() ?? [])], isStart)) {
    if (line.notes.length === 0) {
      for (const { text, place } of line.pieces) {
        if (place === brokenPlace) runs.push(plain, <mark>{text}</mark>);
        plain = place === brokenPlace ? '' : plain + text;
      }
      plain += '\n';
      continue;
    }
    // A block begins and ends a line itself.
    runs.push(plain, one && noted(line, one));
    plain = '';
  }
  return [...runs, plain.replace(/\n$/, '')];
}

function noted({ pieces, notes, missing }: RecordLine, one: ShownExchange) {
  const [first] = notes;
  if (first === undefined) return null;
  const places = new Set(notes.map(({ pointer }) => pointer));
  const known = new Set<string>();
  const marked = (pointer: string, text: string) => {
    const id = known.has(pointer) ? undefined : placeAnchor(one, pointer);
    known.add(pointer);
    return <mark id={id}>{text}</mark>;
  };
  return (
    <span class={`line ${first.mark}${missing === undefined ? '' : ' missing'}`}>
      <span class="sign" role="img" aria-label={markWords[first.mark]}>
        {signSymbols[first.mark]}
      </span>
      {pieces.map(({ text, place }) => (place !== null && places.has(place) ? marked(place, text) : text))}
      {missing && marked(first.pointer, missing)}
      {notes.map(({ pointer, right }) => (
        <span key={pointer} class="right">
          ✓ {right}
        </span>
      ))}
    </span>
  );
}
