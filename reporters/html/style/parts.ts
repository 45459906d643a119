/** Outcome, facts and lists; the tools and the matrix; requirements with their evidence; exchanges. */
export const parts = `
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
.tools { position: sticky; top: 0; z-index: 2; margin-top: var(--3); background: var(--page); }
.tools form { display: flex; flex-wrap: wrap; gap: 0 var(--3); align-items: center; padding: var(--1) 0; }
.tools input[type=search] { flex: 1 1 8rem; min-width: 0; padding: var(--1) var(--3); border: 1px solid var(--line-strong); border-radius: .375rem; background: var(--card); }
.tools output { font-size: var(--small); color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
.tools details[open] { flex-basis: 100%; }
.tools summary { font-size: var(--small); }
.tools select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line-strong); border-radius: .375rem; }
.choices { display: flex; flex-wrap: wrap; gap: var(--2) var(--5); margin-top: var(--2); }
.choices fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: var(--1) var(--3); min-width: 0; }
.choices legend { float: inline-start; padding: 0; margin-inline-end: var(--2); font-size: var(--tiny); color: var(--muted); }
.choices label { display: inline-flex; align-items: center; gap: var(--1); font-size: var(--small); cursor: pointer; padding-block: 2px; }
.choices input { margin: 0; width: 1rem; height: 1rem; accent-color: var(--accent); }
kbd { border: 1px solid var(--line-strong); border-radius: 4px; padding: 0 .35em; font-size: var(--tiny); color: var(--muted); }
.button { padding: 2px var(--2); border: 1px solid var(--line-strong); border-radius: .375rem; background: var(--card); font-size: var(--small); cursor: pointer; }
.button:hover { background: var(--sunk); }
.legend { display: flex; flex-wrap: wrap; gap: var(--1) var(--4); font-size: var(--small); color: var(--muted); margin-bottom: var(--3); }
.legend li:not(.scripted) { display: flex; align-items: center; gap: var(--1); }
.whole { display: flex; flex-wrap: wrap; gap: var(--2); align-items: center; padding: var(--3) var(--4); border-bottom: 1px solid var(--line); }
.whole h3 { font-size: var(--small); font-weight: 600; margin-inline-end: var(--2); }
.whole ul { display: flex; flex-wrap: wrap; gap: var(--2); }
.scroll { position: relative; overflow-x: auto; }
.matrix { width: 100%; font-size: var(--small); }
.matrix thead th { padding: var(--2) var(--2); font-size: var(--tiny); font-weight: 500; color: var(--muted); text-align: center; border-bottom: 1px solid var(--line); }
.matrix thead th:first-child { text-align: start; padding-inline-start: var(--4); }
.matrix tbody th { position: sticky; left: 0; z-index: 1; background: var(--card); padding: 2px var(--3) 2px var(--4); font-weight: 400; font-family: var(--mono); white-space: nowrap; }
.matrix tbody tr:hover > * { background: var(--sunk); }
.matrix td { padding: 2px; text-align: center; height: 2rem; min-width: 4.5rem; }
.matrix [data-depth="1"] th { padding-inline-start: 2rem; } .matrix [data-depth="2"] th { padding-inline-start: 3rem; } .matrix [data-depth="3"] th { padding-inline-start: 4rem; } .matrix .deep th { padding-inline-start: 5rem; }
.cell { display: inline-flex; align-items: center; justify-content: center; gap: .3em; min-width: 2rem; min-height: 1.625rem; padding: 0 var(--2); border-radius: .3125rem; border: 1px solid transparent; font-size: var(--tiny); line-height: 1.2; text-decoration: none; }
.cell:hover { border-color: currentColor; }
.cell.deviates { background: var(--bad-soft); border-color: currentColor; font-weight: 600; }
.cell.shown-deviates { background: var(--doubt-soft); font-weight: 600; }
.cell.waived { background: var(--waived-soft); }
.whole .cell { border-color: var(--line); }
.cell.filtered { opacity: .3; }
.fold > summary { padding: var(--3) var(--4); overflow-wrap: anywhere; }
.card + .fold { margin-top: var(--2); }
.fold[open] > summary { border-bottom: 1px solid var(--line); }
.fold > .pair { padding: var(--2) var(--4) 0; }
.fold > h3 { padding: var(--4) var(--4) var(--1); }
.fold > .legend { padding: var(--3) var(--4) 0; }
summary .icon { vertical-align: -.125em; }
.fields { font-size: var(--small); } .fields + .fields { display: block; }
.rows { font-size: var(--small); padding: var(--2) 0; }
.rows > li { padding: 2px var(--4); overflow-wrap: anywhere; scroll-margin-top: 4rem; }
.rows > li:target { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 3px; }
.rows span { color: var(--muted); }
.rows code, .rows samp { font-size: var(--tiny); }
.text { padding: var(--3); white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; tab-size: 2; }
.text mark { border-radius: 3px; padding: 1px 2px; scroll-margin-top: 6rem; }
mark { background: var(--accent-soft); color: inherit; }
.text:has(.line) { padding-inline-start: 1.25rem; }
.line { display: block; margin-inline: -1.25rem calc(-1 * var(--3)); padding: 0 var(--3) 0 1.25rem; position: relative; }
.line > .sign { position: absolute; inset-inline-start: .25rem; user-select: none; }
.line.deviates { background: var(--bad-soft); } .line.shown-deviates { background: var(--doubt-soft); } .line.waived { background: var(--waived-soft); }
.line > mark { background: none; color: inherit; font-weight: 600; }
.line.missing { outline: 1px dashed currentColor; outline-offset: -2px; }
.line > .right { color: var(--good); user-select: none; padding-inline-start: 1.5em; font-weight: 600; }
mark:target { outline: 2px solid var(--accent); outline-offset: 2px; }
.nothing { padding: var(--4); color: var(--muted); }
[hidden] { display: none !important; }
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
