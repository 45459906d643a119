/** Outcome, facts, counts, and the short lists under them. */
export const summary = `
.banner { background: var(--card); border-bottom: 1px solid var(--line); }
.banner > div { max-width: 80rem; margin: 0 auto; padding: var(--6) var(--5) var(--5); }
.eyebrow { font-size: var(--small); color: var(--muted); margin-bottom: var(--4); }
.outcome { display: flex; gap: var(--4); align-items: flex-start; }
.outcome .seal { display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 50%; font-size: 1.5rem; flex: none; }
.outcome h1 { font-size: 1.875rem; line-height: 1.2; letter-spacing: -.02em; font-weight: 700; }
.outcome > div { min-width: 0; overflow-wrap: anywhere; }
.outcome .why { font-size: 1.0625rem; max-width: 70ch; margin-top: var(--1); }
.outcome .also { color: var(--muted); margin-top: var(--2); max-width: 75ch; }
.outcome .exit { font-size: var(--small); font-weight: 500; color: var(--muted); letter-spacing: 0; margin-inline-start: var(--2); white-space: nowrap; }
.seal.conforms { background: var(--good-soft); } .seal.deviates { background: var(--bad-soft); } .seal.incomplete { background: var(--doubt-soft); color: var(--doubt); }
.facts { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr); gap: var(--4) var(--5); margin-top: var(--5); padding-top: var(--4); border-top: 1px solid var(--line); }
.facts dt { font-size: var(--tiny); color: var(--muted); }
.facts dd { font-size: var(--small); overflow-wrap: anywhere; }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: var(--4); }
.counts > li { padding: var(--4) var(--5) var(--5); }
.counts h3 { display: flex; justify-content: space-between; align-items: baseline; }
.counts h3 span { font-weight: 400; font-size: var(--small); color: var(--muted); }
.counts p { color: var(--muted); font-size: var(--small); margin-top: var(--3); }
.bar { display: block; width: 100%; height: .5rem; margin: var(--3) 0; border-radius: .25rem; background: var(--sunk); }
.bar .conforms { fill: var(--bar-good); } .bar .deviates { fill: var(--bar-bad); } .bar .shown-deviates { fill: var(--bar-doubt); }
.bar .waived { fill: var(--bar-waived); } .bar .not-exercised { fill: var(--bar-none); }
.tally { display: grid; grid-template-columns: repeat(4, auto); gap: var(--1) var(--4); justify-content: space-between; }
.tally div { display: flex; flex-direction: column-reverse; }
.tally dt { display: flex; align-items: center; gap: var(--1); font-size: var(--tiny); color: var(--muted); white-space: nowrap; }
.tally dd { font-size: 1.375rem; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; }
.tally .zero dd { color: var(--muted); font-weight: 400; }
.finding { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--1) var(--3); }
.finding > .icon { margin-top: .3em; }
.finding .id { font-weight: 600; }
.finding .pair { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--3); align-content: start; font-size: var(--small); }
.finding .pair dt { color: var(--muted); }
.pairs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: var(--2) var(--5); }
.finding > div { min-width: 0; overflow-wrap: anywhere; }
.where { color: var(--muted); font-size: var(--small); }
.split { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--4); }
.split > :first-child { flex: 1 1 20rem; min-width: 0; overflow-wrap: anywhere; }
.questions > div { padding: var(--3) var(--4); }
.questions > div + div { border-top: 1px solid var(--line); }
.questions dd { font-size: var(--small); overflow-wrap: anywhere; }
.questions .prominent { box-shadow: inset 3px 0 var(--bar-doubt); background: var(--doubt-soft); }
.seen { display: flex; flex-wrap: wrap; gap: 0 var(--3); }
.sub { margin: var(--5) 0 var(--2); }
.compact > li { padding-block: var(--2); }
`;
