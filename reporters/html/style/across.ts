/** Requirements across reports, and their history. */
export const across = `
.baseline { font-size: var(--small); margin-bottom: var(--2); }
.baseline select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line-strong); border-radius: .375rem; max-width: 20rem; }
.across thead th { vertical-align: bottom; }
.across thead th:first-child > span { margin-inline: 0; }
.across thead th + th > span { display: block; max-width: 9rem; margin-inline: auto; overflow-wrap: anywhere; }
.across tbody { border-top: 1px solid var(--line); }
.across tbody th { width: 40%; font-family: inherit; }
.across [data-depth="1"] th { white-space: normal; color: var(--muted); }
.across tbody:not(:has(details[open])) > [data-depth="1"] { display: none; }
.across .cell samp { font-size: var(--tiny); max-width: 8rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.across:not(:has(th:nth-child(6))) .cell samp { max-width: max(8rem, min(24rem, 16vw)); }
.across:not(.chosen) .cell:not(.differs), .chosen .cell:not(.other) { background: none; border-color: transparent; font-weight: 400; }
.chosen .cell.conforms.other { background: var(--good-soft); }
.strip { display: block; width: 100%; max-width: 40rem; height: 1rem; margin-block: var(--1); background: var(--sunk); border-radius: 2px; }
.strip .conforms { fill: var(--bar-good); } .strip .waived { fill: var(--bar-waived); } .strip .deviates { fill: var(--bar-bad); } .strip .shown-deviates { fill: var(--bar-doubt); }
.runs { position: relative; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 2px; width: fit-content; min-width: min(100%, 24rem); max-width: 100%; margin: var(--2) 0 0; padding: 0 0 2.75rem; list-style: none; }
.runs .cell { width: 1.75rem; min-width: 0; padding: 0; font-size: .875rem; }
.runs .conforms { background: var(--good-soft); } .runs .deviates { background: var(--bad); color: var(--card); } .runs .not-exercised { background: var(--sunk); }
.runs .quiet { border: 1px dashed var(--line-strong); }
.runs .name { position: absolute; inset: auto 0 0; height: 2.5rem; font-size: var(--small); color: var(--text); text-align: end; font-weight: 400; line-height: 1.25rem; opacity: 0; pointer-events: none; }
.runs .cell:is(:hover, :focus-visible) .name, .runs:not(:has(.cell:is(:hover, :focus-visible))) li:last-child .name { opacity: 1; }
@media (max-width: 40rem) {
  .across thead th + th { min-width: 7rem; }
}
@media print {
  .across [data-depth="1"] { display: table-row !important; }
  .across .cell samp { max-width: none; white-space: normal; overflow-wrap: anywhere; font-size: 6pt; }
}
`;
