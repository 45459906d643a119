/** @jsxImportSource preact */
import type { Report, RequirementResult } from '../../src/model/report.ts';
import { share } from '../support/rows.ts';
import { coverWords } from '../support/waivers.ts';
import { markOf, markWords, plural } from '../support/words.ts';
import { Proof } from './evidence.tsx';
import { Icon } from './icons.tsx';
import { anchorOf, type View } from './view.ts';

/** Pieces of evidence of one row that are shown with their surroundings; report.json lists more. */
const mostProofs = 5;

/** One requirement. It opens on its evidence; what deviates is open from the start. */
export function Row({ row, view }: { readonly row: RequirementResult; readonly view: View }) {
  const mark = markOf(row);
  return (
    <details
      class="row"
      open={row.verdict === 'deviates'}
      data-mark={mark}
      data-strength={row.strength}
      data-operation={row.operation}
    >
      <summary>
        <Icon mark={mark} />
        <code class="id">{row.id}</code>
        <span class="statement">{row.statement}</span>
        <span class="support">
          <span class={`verdict ${mark}`}>{row.verdict === 'deviates' ? 'deviates' : markWords[mark]}</span>
          {row.strength === 'stated' ? ' · stated · ' : ' · only shown · '}§ {row.section}
        </span>
      </summary>
      <div id={anchorOf(row.id)}>
        <Support row={row} />
        <Why row={row} report={view.report} />
        <Proofs row={row} view={view} />
      </div>
    </details>
  );
}

function Support({ row }: { readonly row: RequirementResult }) {
  const seen = share(row);
  return (
    <p class="small quiet">
      {row.strength === 'stated' ? 'Stated in' : 'Only shown in'} section {row.section} of the document.
      {seen && row.verdict !== 'conforms' ? ` Deviates in ${seen}.` : ''}
      {row.verdict === 'conforms' && row.counts.conforms > 1
        ? ` Seen in ${plural(row.counts.conforms, 'answer')}.`
        : ''}
    </p>
  );
}

function Why({ row, report }: { readonly row: RequirementResult; readonly report: Report }) {
  if (row.verdict === 'waived')
    return (
      <p>
        <span class="waived">Waived:</span> {coverWords(report, row)}
      </p>
    );
  if (row.verdict !== 'not-exercised') return null;
  return (
    <p>
      Not exercised: {row.reason ?? 'no reason was recorded'}
      {row.because ? (
        <>
          , because of{' '}
          <a href={`#${anchorOf(row.because)}`}>
            <code>{row.because}</code>
          </a>
        </>
      ) : null}
      {row.waiver === undefined ? null : `. Covered by a waiver: ${coverWords(report, row)}`}
    </p>
  );
}

function Proofs({ row, view }: { readonly row: RequirementResult; readonly view: View }) {
  const listed = row.evidence.slice(0, mostProofs);
  const more = row.evidence.length - listed.length + row.evidenceOmitted;
  if (listed.length === 0) return null;
  return (
    <>
      <ul class="proofs">
        {listed.map((evidence) => (
          <li key={`${evidence.exchange} ${evidence.pointer}`}>
            <Proof evidence={evidence} exchange={view.exchangeOf(evidence.exchange)} mark={markOf(row)} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p class="small quiet">And {plural(more, 'more place')}, see report.json.</p> : null}
    </>
  );
}
