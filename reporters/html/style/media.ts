/** Small screens, paper, forced colours. */
export const media = `
@media (max-width: 60rem) {
  .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .row > summary { grid-template-columns: 1rem minmax(0, 1fr) .75rem; padding-inline: var(--3); }
  .row > summary::after { grid-column: 3; grid-row: 1; }
  .row > summary .icon { align-self: start; margin-top: .2em; }
  .row .statement, .row .support { grid-column: 2; text-align: start; }
}
@media (max-width: 40rem) {
  .columns, .banner > div { padding-inline: var(--4); }
  .banner > div { padding-block: var(--5) var(--4); }
  .outcome { gap: var(--3); }
  .outcome .seal { width: 2.25rem; height: 2.25rem; font-size: 1.125rem; }
  .outcome h1 { font-size: 1.5rem; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: var(--2); }
  .facts div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); align-items: baseline; }
  .counts > li { padding-inline: var(--4); }
  .tally { gap: var(--1) var(--2); }
  .tally dt { white-space: normal; }
  .row > div { padding-inline: var(--3); }
  .exchange .purpose { text-align: start; }
  .timeline .track { width: auto; min-width: 8rem; }
  .timeline .extra, .timeline .axis :nth-child(2), .legend .keys { display: none; }
  .tools { position: static; }
  .judged section { scroll-margin-top: var(--4); }
  .row > div { scroll-margin-top: 7rem; }
  .matrix tbody th { min-width: 9rem; max-width: 9.5rem; padding-inline: var(--3) var(--1); white-space: normal; overflow-wrap: anywhere; line-height: 1.3; }
  .matrix thead th:first-child { padding-inline-start: var(--3); }
  .matrix td { min-width: 3.5rem; }
  .depth-1 { padding-inline-start: .4rem; } .depth-2 { padding-inline-start: .8rem; } .depth-3 { padding-inline-start: 1.2rem; } .depth-4 { padding-inline-start: 1.6rem; }
}
@media print {
  :root { --page: #fff; --card: #fff; --sunk: #f4f4f4; --line: #bbb; --text: #000; --muted: #444; --accent: #000;
    --good: #146c3f; --bad: #b3201a; --doubt: #855000; --waived: #6236a0; --bad-soft: #fdeae8; --doubt-soft: #fcf1dc; --waived-soft: #f1eafb; --good-soft: #fff; }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .tools, .contents, .skip, .scripted { display: none !important; }
  .columns { display: block; padding: 0; }
  .scroll, .long { overflow: visible; max-height: none; }
  .row[data-mark=deviates]::details-content, .row[data-mark=shown-deviates]::details-content, .row[data-mark=waived]::details-content { content-visibility: visible; display: block; }
  .row, .proof, .list > li, .matrix tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
@media (forced-colors: active) { .cell, mark { border: 1px solid; } }
`;
