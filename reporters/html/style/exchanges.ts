/** Exchanges in time, and each of them. */
export const exchanges = `
.timeline { width: 100%; font-size: var(--small); }
.timeline th, .timeline td { padding: 3px var(--3); white-space: nowrap; }
.timeline thead th { font-size: var(--tiny); font-weight: 500; color: var(--muted); border-bottom: 1px solid var(--line); position: sticky; top: 0; background: var(--card); z-index: 1; }
.timeline tbody th { font-weight: 400; padding-inline-start: var(--4); }
.timeline .number { text-align: end; }
.timeline .track { width: 60%; min-width: 14rem; padding-inline-end: var(--4); }
.timeline .axis { display: flex; justify-content: space-between; }
.timeline svg { display: block; width: 100%; height: .75rem; background: var(--sunk); border-radius: 2px; }
.phase-connect { fill: var(--bar-none); } .phase-wait { fill: var(--accent); } .phase-receive { fill: var(--bar-good); } .phase-failed { fill: var(--bar-bad); }
.swatch { width: .75rem; height: .75rem; border-radius: 2px; }
.long { max-height: 26rem; overflow: auto; }
.exchange { border-top: 1px solid var(--line); }
.exchange:first-child { border-top: 0; }
.exchange > summary { padding: var(--2) var(--4); }
.exchange > summary:hover, .exchange[open] > summary { background: var(--sunk); }
.exchange .purpose { font-size: var(--small); color: var(--muted); }
.exchange summary > * { margin-inline-end: var(--3); }
.rest .around { display: grid; gap: var(--4); grid-template-columns: minmax(0, 1fr); padding-top: var(--2); }
.rest > summary { padding: var(--1) var(--3); font-size: var(--small); color: var(--accent); }
.exchange > div { padding: var(--3) var(--4) var(--5); display: grid; gap: var(--4); scroll-margin-top: 4.5rem; grid-template-columns: minmax(0, 1fr); }
.message { border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.message > header { display: flex; align-items: center; flex-wrap: wrap; gap: 0 var(--3); padding: var(--1) var(--3); min-height: 2.25rem; background: var(--sunk); font-size: var(--small); }
.message > header .button { margin-inline-start: auto; }
.message h3 { font-size: var(--small); }
.message .text + .text { border-top: 1px solid var(--line); }
.text .name { color: var(--muted); }
.note { padding: var(--1) var(--3); border-top: 1px solid var(--line); font-size: var(--tiny); color: var(--muted); }
.exchange:has(:target) { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: var(--radius); }
.card + .exchanges { margin-top: var(--4); }
.phases { padding: var(--3) var(--4) 0; margin: 0; }
.rate { margin: var(--2) 0; grid-column: 1 / -1; }
.rate figcaption { font-weight: 600; margin-bottom: var(--1); } .rate figcaption .quiet { font-weight: 400; }
.rate svg { display: block; width: 100%; height: 5rem; background: var(--sunk); border-radius: 2px; }
.rate-all { fill: var(--bar-none); } .rate-deviating { fill: var(--bar-bad); }
.failure { padding: var(--3); font-weight: 600; }
`;
