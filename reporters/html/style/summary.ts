/** Outcome, facts, counts, and the short lists under them. */
export const summary = `
.banner { background: var(--card); border-bottom: 1px solid var(--line); }
.banner > div { max-width: 80rem; margin: 0 auto; padding: var(--4) var(--5) var(--4); }
.eyebrow { font-size: var(--small); color: var(--muted); margin-bottom: var(--2); overflow-wrap: anywhere; }
.outcome { display: flex; gap: var(--4); align-items: flex-start; }
.outcome .seal { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; font-size: 1.25rem; flex: none; }
.outcome h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; font-weight: 700; }
.outcome > div { min-width: 0; overflow-wrap: anywhere; }
.outcome .exit { font-size: var(--small); font-weight: 500; color: var(--muted); letter-spacing: 0; margin-inline-start: var(--2); white-space: nowrap; }
.seal.conforms { background: var(--good-soft); } .seal.deviates { background: var(--bad-soft); } .seal.shown-deviates { background: var(--doubt-soft); color: var(--doubt); }
.summary { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--2) var(--5); margin-top: var(--3); padding-top: var(--3); border-top: 1px solid var(--line); }
.summary dt { font-size: var(--tiny); color: var(--muted); }
.summary dd { overflow-wrap: anywhere; }
.why { margin-top: var(--1); font-size: 1.0625rem; max-width: 80ch; }
.acts { margin-top: var(--3); border: 1px solid var(--line); border-radius: var(--radius); }
.acts > li { display: flex; gap: var(--3); align-items: baseline; padding: var(--1) var(--3); }
.acts > li + li { border-top: 1px solid var(--line); }
.acts > li > .icon { align-self: start; margin-top: .35em; }
.acts > li > div { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; gap: 0 var(--3); align-items: baseline; }
.acts a:not(.chip) { color: var(--text); font-weight: 600; }
.acts .scripted { flex: none; }
.outcome .chips { margin-top: var(--1); }
.bar { display: block; width: 100%; max-width: 30rem; height: .375rem; margin-top: var(--1); background: var(--sunk); border-radius: 2px; }
.bar rect { fill: var(--bar-waived); }
.about { padding: var(--4); }
.tally { font-size: var(--small); max-width: 40rem; }
.tally th, .tally td { padding: 2px var(--4) 2px 0; vertical-align: bottom; }
.tally th { font-weight: 400; color: var(--muted); }
.tally td, .tally th + th { text-align: end; font-variant-numeric: tabular-nums; }
.problems { display: grid; gap: var(--3); }
.problem { padding: var(--3) var(--4); scroll-margin-top: 4rem; display: grid; gap: var(--2); grid-template-columns: minmax(0, 1fr); }
.problem > header { display: grid; grid-template-columns: 1rem minmax(0, 1fr) auto; gap: 0 var(--3); align-items: baseline; }
.problem > header .icon { align-self: start; margin-top: .25em; }
.problem h3 { font-size: 1rem; overflow-wrap: anywhere; }
.problem h4 { font-size: var(--small); margin-top: var(--2); }
.chips { display: flex; flex-wrap: wrap; gap: var(--1); }
.chip { font-size: var(--tiny); padding: 0 var(--2); border-radius: 1rem; background: var(--sunk); color: var(--muted); white-space: nowrap; }
.chip.security { background: var(--bad); color: var(--card); font-weight: 600; }
.chip.deviates { background: var(--bad-soft); color: var(--bad); } .chip.shown-deviates { background: var(--doubt-soft); color: var(--doubt); }
.chip.waived { background: var(--waived-soft); color: var(--waived); } .chip.conforms { background: var(--good-soft); color: var(--good); }
.chip.new { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.pair { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--3); font-size: var(--small); }
.pair > div { display: contents; }
.pair dt { color: var(--muted); }
.pair dd { overflow-wrap: anywhere; }
.pair .expected dd { color: var(--good); } .pair .expected dd::before { content: "✓ "; }
.pair .actual dd { color: var(--bad); } .pair .actual dd::before { content: "✗ "; }
.problem > header + .pair dd, .deviation .pair > :nth-child(-n+2) > dd { font-size: .9375rem; }
.deviation .pair > :nth-child(-n+2) code { font-size: inherit; }
.list h3 { font-weight: 400; }
mark.differs { background: var(--bad-soft); color: var(--bad); font-weight: 600; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .2em; }
.deviation pre { margin-top: var(--2); border: 1px solid var(--line); border-radius: var(--radius); }
.deviation summary { overflow-wrap: anywhere; font-size: var(--small); }
details.deviation > div { padding: var(--2) 0 0 var(--4); }
.deviation:target, .deviation:has(> :target), .problem:target { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: var(--radius); }
.texts { display: flex; flex-wrap: wrap; gap: var(--1) var(--3); align-items: baseline; font-size: var(--small); }
.texts details { flex: 1 1 14rem; min-width: 0; }
.texts details[open] { flex-basis: 100%; }
.texts summary { color: var(--muted); }
.texts pre { background: var(--sunk); border-radius: var(--radius); }
.finding { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--1) var(--3); }
.finding > .icon { margin-top: .3em; }
.finding > div { min-width: 0; overflow-wrap: anywhere; }
`;
