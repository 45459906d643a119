/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { RequirementResult } from '../../src/model/report.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { clipped } from '../../src/text/escape.ts';
import { plural } from '../../src/text/plural.ts';
import type { Mark } from '../outline/words.ts';
import { anchorOf } from './view.ts';

/** Characters of an observed value. */
const longestValue = 80;

interface RowsProps {
  readonly mark: Mark;
  readonly operation: Operation;
  readonly rows: readonly RequirementResult[];
  /** What else is said about a requirement. */
  readonly note?: (row: RequirementResult) => ComponentChildren;
}

/** Requirements that do not deviate, a line each, with the first value that was seen. A page has most of them. */
export function Rows({ mark, operation, rows, note }: RowsProps) {
  return (
    <ul class="rows" data-mark={mark} data-operation={operation} data-strength="stated">
      {rows.map((row) => (
        <Row key={row.id} row={row} note={note?.(row)} />
      ))}
    </ul>
  );
}

function Row({ row, note }: { readonly row: RequirementResult; readonly note: ComponentChildren }) {
  const { id, strength, statement, section, counts, evidence } = row;
  const [first] = evidence;
  return (
    <li class="row" id={anchorOf(id)} data-strength={strength === 'shown' ? strength : undefined}>
      <code>{id}</code> {statement}{' '}
      <span>
        {strength === 'shown' ? 'example only, ' : ''}§ {section}
        {counts.conforms > 1 ? `, ${plural(counts.conforms, 'response')}` : ''}
      </span>{' '}
      {first ? <samp>{clipped(first.actual, longestValue)}</samp> : null}
      {note}
    </li>
  );
}
