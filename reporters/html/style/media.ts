/** Small screens, paper, forced colours. */
export const media = `
@media (min-width: 70rem) {
  main:has(> #client-deviations) { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 var(--4); align-content: start; }
  main > * { grid-column: 1 / -1; }
  main > #deviations:has(+ #client-deviations) { grid-column: 1; }
  main > #client-deviations { grid-column: 2; }
  main:has(> #client-deviations) .problem > header { grid-template-columns: 1rem minmax(0, 1fr); }
  main:has(> #client-deviations) .problem .chips { grid-column: 2; }
}
@media (max-width: 40rem) {
  .columns, .banner > div { padding-inline: var(--4); }
  .banner > div { padding-block: var(--2); }
  .eyebrow { margin-bottom: var(--1); font-size: var(--tiny); }
  .outcome { gap: var(--3); }
  .outcome .seal { width: 1.75rem; height: 1.75rem; font-size: .9rem; }
  .outcome h1 { font-size: 1.125rem; }
  .summary { grid-template-columns: minmax(0, 1fr); gap: 2px; margin-top: var(--2); padding-top: var(--2); }
  .summary div { display: grid; grid-template-columns: 5rem minmax(0, 1fr); align-items: baseline; font-size: var(--small); line-height: 1.35; }
  .why { font-size: .875rem; line-height: 1.35; }
  .message > header .button { margin-inline-start: 0; }
  .acts { margin-top: var(--2); }
  .acts > li { gap: var(--2); padding: var(--1) var(--2); font-size: var(--small); line-height: 1.35; }
  .script .acts .scripted { display: none; }
  .contents { margin-top: var(--1); }
  .tools { margin-top: 0; }
  .tools input[type=search] { flex-basis: 6rem; }
  .tools output { display: none; }
  main section[id]:first-of-type { margin-top: var(--2); }
  main section[id] > h2 { margin-bottom: var(--1); }
  .problem { padding: var(--2) var(--3); gap: var(--1); }
  .problem > header { grid-template-columns: 1rem minmax(0, 1fr); }
  .chips { grid-column: 2; }
  .about { padding: var(--3); }
  .tally { font-size: .6875rem; }
  .tally th, .tally td { padding-inline-end: var(--1); }
  .rows > li { padding-inline: var(--3); }
  .timeline, .timeline tbody { display: block; }
  .timeline tbody tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; padding: 2px var(--3) var(--2); }
  .timeline tbody th, .timeline tbody td { padding: 0; white-space: normal; }
  .timeline .track { grid-column: 1 / -1; width: auto; min-width: 0; }
  .timeline thead, .timeline .extra, .legend .keys { display: none; }
  .tools { position: static; }
  .script:has(.tools) { scroll-padding-top: var(--4); }
  .matrix tbody th { min-width: 9rem; max-width: 9.5rem; padding-inline: var(--3) var(--1); white-space: normal; overflow-wrap: anywhere; line-height: 1.3; }
  .matrix thead th:first-child { padding-inline-start: var(--3); }
  .matrix td { min-width: 3.5rem; }
  .matrix [data-depth="1"] th { padding-inline-start: 1rem; } .matrix [data-depth="2"] th { padding-inline-start: 1.4rem; } .matrix [data-depth="3"] th { padding-inline-start: 1.8rem; } .matrix .deep th { padding-inline-start: 2.2rem; }
}
@media print {
  :root { --page: #fff; --card: #fff; --sunk: #f4f4f4; --line: #bbb; --text: #000; --muted: #444; --accent: #000;
    --good: #146c3f; --bad: #b3201a; --doubt: #855000; --waived: #6236a0; --bad-soft: #fdeae8; --doubt-soft: #fcf1dc; --waived-soft: #f1eafb; --good-soft: #fff; }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .tools, .contents, .skip, .scripted { display: none !important; }
  .columns { display: block; padding: 0; }
  .scroll, .long { overflow: visible; max-height: none; }
  .deviation::details-content { content-visibility: visible; display: block; }
  .matrix, .timeline { font-size: 7pt; }
  .matrix thead th, .matrix tbody th, .matrix td, .timeline th, .timeline td { position: static; min-width: 0; padding: 1px 2px; white-space: normal; overflow-wrap: anywhere; }
  .matrix thead th { font-size: 6pt; } .timeline .track { width: 40%; min-width: 0; }
  .cell { min-width: 0; padding: 0 2px; font-size: 7pt; }
  .texts, #exchanges .exchanges, .exchange .rest, .phases { display: none; }
  .problem, .list > li, .timeline tr, .acts > li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
@media (forced-colors: active) { .cell, mark { border: 1px solid; } }
`;
