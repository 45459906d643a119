/** Requirements with their evidence. */
export const evidence = `
.rows { margin-top: var(--4); }
.rows > h3 { padding: var(--3) var(--4) var(--2); }
.row { border-top: 1px solid var(--line); }
.row > summary { display: grid; grid-template-columns: 1rem minmax(0, 22rem) minmax(0, 1fr) auto .75rem; gap: 0 var(--3); align-items: baseline; padding: var(--2) var(--4); list-style: none; }
.row > summary::-webkit-details-marker { display: none; }
.row > summary:hover { background: var(--sunk); }
.row > summary .icon { align-self: center; }
.row > summary::after, .exchange > summary::after { content: ""; width: .4rem; height: .4rem; border: solid var(--muted); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); align-self: center; justify-self: end; }
.row[open] > summary::after, .exchange[open] > summary::after { transform: rotate(45deg); }
.row[open] > summary { background: var(--sunk); }
.row .id { overflow-wrap: anywhere; }
.row[open] .id, .row[data-mark=deviates] .id, .row[data-mark=shown-deviates] .id { font-weight: 600; }
.row .statement { color: var(--muted); font-size: var(--small); overflow-wrap: anywhere; }
.row .support { max-width: 16rem; font-size: var(--tiny); color: var(--muted); text-align: end; overflow-wrap: anywhere; }
.row .verdict { font-weight: 600; }
.row > div { padding: var(--3) var(--4) var(--4) calc(var(--4) + 1rem + var(--3)); scroll-margin-top: 11rem; }
.row:has(> :target) { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: var(--radius); }
.row > div > p { max-width: 75ch; }
.proofs > li { margin-top: var(--3); }
.proof { border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.proof > header { display: flex; flex-wrap: wrap; gap: 0 var(--3); align-items: center; padding: var(--1) var(--3); background: var(--sunk); font-size: var(--small); min-height: 2.25rem; }
.proof > header > * { min-width: 0; overflow-wrap: anywhere; }
.proof > header .button { margin-inline-start: auto; }
.proof dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--1) var(--4); padding: var(--3); }
.proof dt, .proof dd { font-size: var(--small); overflow-wrap: anywhere; }
.proof dt { color: var(--muted); }
.proof pre { border-top: 1px solid var(--line); }
.text { padding: var(--3); white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; tab-size: 2; }
.text mark, .text .place { border-radius: 3px; padding: 1px 2px; margin: 0 -2px; }
mark { background: var(--accent-soft); color: inherit; }
mark.deviates { background: var(--bad-soft); color: var(--bad); font-weight: 600; box-shadow: 0 0 0 1px currentColor; }
mark.shown-deviates { background: var(--doubt-soft); color: var(--doubt); font-weight: 600; box-shadow: 0 0 0 1px currentColor; }
mark.around { background: none; box-shadow: inset 0 -2px 0 var(--accent); font-weight: 400; }
mark.waived { background: var(--waived-soft); color: var(--waived); }
.place:target, mark:target { outline: 2px solid var(--accent); outline-offset: 2px; }
.place, .text mark { scroll-margin-top: 6rem; }
.nothing { padding: var(--4); color: var(--muted); }
[hidden] { display: none !important; }
`;
