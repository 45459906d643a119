/** @jsxImportSource preact */

import type { RequirementResult } from '../../src/model/report.ts';
import { andMore } from '../../src/text/more.ts';
import { documentPlace, seenWords, sinceWhen } from '../outline/deviation-text.ts';
import { differenceOf, type MarkedRun } from '../outline/difference.ts';
import { linesAround } from '../outline/excerpt.ts';
import { placeWords } from '../outline/row-text.ts';
import { distinct, furtherPlaces, isSampled, type SeenDeviation } from '../outline/rows.ts';
import { sinceWords } from '../outline/traffic.ts';
import { webLink } from '../outline/web-link.ts';
import { markOf, strengthWords } from '../outline/words.ts';
import { Lines } from './body.tsx';
import { RateChart } from './traffic.tsx';
import { type PlaceMark, placeAnchor, type ShownExchange, type View } from './view.ts';

/** How many different places and values of one requirement are shown; report.json lists more. */
const mostPlaces = 5;

/** One requirement that deviates: expected and actual, where, how often, since when, what the document says. */
export function DeviationBody({ row, view }: { readonly row: RequirementResult; readonly view: View }) {
  const [first, ...others] = distinct(row);
  const since = sinceWhen(view.report, row.id);
  const address = webLink(view.report.document.url);
  return (
    <div class="beside">
      <dl class="pair">
        {first ? <Pair deviation={first} row={row} /> : null}
        {since?.before == null ? null : (
          <>
            <dt>before</dt>
            <dd>
              <code>{since.before}</code>
            </dd>
          </>
        )}
        <dt>seen</dt>
        <dd>
          in {seenWords(row)}
          {first ? (
            <>
              , at <Where deviation={first} isSample={isSampled([row])} view={view} />
            </>
          ) : null}
          {since === null ? '' : `; ${since.words}`}
        </dd>
        <dt>document</dt>
        <dd>
          {address === null ? (
            documentPlace(row)
          ) : (
            <a href={address} rel="noreferrer">
              {documentPlace(row)}
            </a>
          )}
          , {strengthWords[row.strength]}: {row.statement}
        </dd>
        <dt>requirement</dt>
        <dd>
          <code>{row.id}</code>
        </dd>
      </dl>
      {first ? <Excerpt deviation={first} row={row} view={view} /> : null}
      <OverTime row={row} view={view} />
      <Others row={row} others={others} view={view} />
    </div>
  );
}

/** When and by whom, where the traffic has it. */
function OverTime({ row, view }: { readonly row: RequirementResult; readonly view: View }) {
  const { traffic, operation } = row;
  if (traffic === undefined) return null;
  const { rate } = traffic;
  const all = view.report.traffic?.operations.find((one) => one.operation === operation)?.rate ?? null;
  const isBeside = rate !== null && all?.from === rate.from && all.stepSeconds === rate.stepSeconds;
  return (
    <>
      <p class="small">{sinceWords(row)}</p>
      {rate === null ? null : <RateChart rate={rate} all={isBeside ? all : null} />}
    </>
  );
}

function Pair({ deviation, row }: { readonly deviation: SeenDeviation; readonly row: RequirementResult }) {
  const difference = differenceOf(deviation, row.check);
  return (
    <>
      <dt>expected</dt>
      <dd>
        <Marked runs={difference.expected} />
      </dd>
      <dt>actual</dt>
      <dd>
        <code>
          <Marked runs={difference.actual} />
        </code>
      </dd>
    </>
  );
}

function Marked({ runs }: { readonly runs: readonly MarkedRun[] }) {
  return <>{runs.map(({ text, differs }) => (differs ? <mark class="differs">{text}</mark> : text))}</>;
}

/** The place in the answer, as a link to it in the exchange. */
function Where({
  deviation: { pointer, exchanges },
  isSample,
  view,
}: {
  readonly deviation: SeenDeviation;
  readonly isSample: boolean;
  readonly view: View;
}) {
  const [id = ''] = exchanges;
  const exchange = view.exchangeOf(id);
  const words = pointer === '' ? placeWords('') : <code>{pointer}</code>;
  if (exchange === undefined) return <>{words}</>;
  const place = exchange.placeOf(pointer);
  return (
    <>
      {words} of{' '}
      <a class="exchange-link" href={`#${place === null ? exchange.anchor : placeAnchor(exchange, place)}`}>
        {exchange.exchange.probe}
      </a>
      {exchanges.length > 1 ? ` ${andMore(isSample ? null : exchanges.length - 1, 'response')}` : ''}
    </>
  );
}

interface ExcerptProps {
  readonly deviation: SeenDeviation;
  readonly row: RequirementResult;
  readonly view: View;
}

function Excerpt({ deviation: { pointer, exchanges }, row, view }: ExcerptProps) {
  const exchange: ShownExchange | undefined = view.exchangeOf(exchanges[0] ?? '');
  if (!exchange?.body || row.side === 'request') return null;
  const place = exchange.placeOf(pointer);
  const mark: PlaceMark = place === pointer ? markOf(row) : 'around';
  return (
    <pre class="text">
      <Lines
        lines={linesAround(exchange.body.lines, place)}
        mark={(at) => (at === place ? mark : undefined)}
      />
    </pre>
  );
}

interface OthersProps {
  readonly row: RequirementResult;
  readonly others: readonly SeenDeviation[];
  readonly view: View;
}

/** Further places and values of the same requirement. */
function Others({ row, others, view }: OthersProps) {
  const listed = others.slice(0, mostPlaces);
  const more = furtherPlaces([row], [...distinct(row).slice(0, 1), ...listed], view.whole);
  if (listed.length === 0 && more === '') return null;
  return (
    <ul class="small others">
      {listed.map((deviation) => (
        <li key={`${deviation.pointer} ${deviation.actual}`}>
          also <Where deviation={deviation} isSample={isSampled([row])} view={view} />:{' '}
          <code>{deviation.actual}</code>
        </li>
      ))}
      {more === '' ? null : <li>{more}</li>}
    </ul>
  );
}
