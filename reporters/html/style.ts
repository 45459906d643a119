/** Names for colour, type and space; elements; the frame of the page. */
const base = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #fff; --sunk: #f0f2f5; --line: #dfe3e8; --line-strong: #c3cad3;
  --text: #14181f; --muted: #545d69; --accent: #2f4bb5; --accent-soft: #e9edfb;
  --good: #146c3f; --good-soft: #e3f4ea; --bad: #b3201a; --bad-soft: #fdeae8;
  --doubt: #855000; --doubt-soft: #fcf1dc; --waived: #6236a0; --waived-soft: #f1eafb;
  --bar-good: #2f9e63; --bar-bad: #d63a31; --bar-doubt: #d98a0b; --bar-waived: #8d5fd0; --bar-none: #aab3be;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
  --small: .8125rem; --tiny: .75rem;
  --1: .25rem; --2: .5rem; --3: .75rem; --4: 1rem; --5: 1.5rem; --6: 2rem; --7: 3rem;
  --radius: .5rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1116; --card: #161a21; --sunk: #1d222b; --line: #2a313b; --line-strong: #434d5a;
    --text: #e7eaee; --muted: #a0a9b5; --accent: #9db1ff; --accent-soft: #1e2745;
    --good: #63cf95; --good-soft: #12291d; --bad: #ff938a; --bad-soft: #3a1715;
    --doubt: #f1b75a; --doubt-soft: #33250d; --waived: #c6a6f4; --waived-soft: #291f3a;
    --bar-good: #3aa66c; --bar-bad: #e2564d; --bar-doubt: #d9962a; --bar-waived: #9a72d6; --bar-none: #59636f;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { font: 100%/1.5 var(--sans); -webkit-text-size-adjust: 100%; scroll-padding-top: var(--4); }
body { margin: 0; background: var(--page); color: var(--text); font-size: .9375rem; overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, dl, dd, pre, fieldset, table { margin: 0; padding: 0; border: 0; }
h2 { font-size: 1.25rem; line-height: 1.3; letter-spacing: -.01em; }
h3 { font-size: .9375rem; line-height: 1.4; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
code, pre, kbd, samp { font-family: var(--mono); font-size: .8125rem; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
summary { cursor: pointer; }
table { border-collapse: collapse; overflow-wrap: normal; font-variant-numeric: tabular-nums; }
th { font-weight: 600; text-align: start; }
button, input, select { font: inherit; color: inherit; }
::placeholder { color: var(--muted); opacity: 1; }
.number { font-variant-numeric: tabular-nums; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.symbols { position: absolute; }
.icon { width: 1em; height: 1em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.conforms { color: var(--good); } .deviates { color: var(--bad); } .shown-deviates { color: var(--doubt); }
.waived { color: var(--waived); } .not-exercised { color: var(--muted); } .notice { color: var(--accent); }
.quiet, .pair dt, .texts summary, .rows span, .text .name { color: var(--muted); } .small { font-size: var(--small); }
.scripted { display: none; }
.script .scripted { display: inline-block; }
.script .texts > .scripted { display: flex; flex-wrap: wrap; gap: var(--1) var(--2); }
.script:has(.tools) { scroll-padding-top: 4rem; }
.skip { position: absolute; left: var(--4); top: -4rem; z-index: 3; padding: var(--2) var(--4); background: var(--card); border-radius: var(--radius); }
.skip:focus { top: var(--2); }
.columns { max-width: 80rem; margin: 0 auto; padding: 0 var(--5) var(--7); }
main { min-width: 0; }
main section[id] { margin-top: var(--6); }
main section[id] > h2 { margin-bottom: var(--3); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); }
.list > li { padding: var(--3) var(--4); }
.where { color: var(--muted); font-size: var(--small); }
.list > li + li, .acts > li + li, .message .text + .text { border-top: 1px solid var(--line); }
.contents { margin: var(--4) 0 0; overflow-x: auto; }
.contents ul { display: flex; gap: var(--1); }
.contents a { display: flex; gap: var(--2); align-items: baseline; padding: var(--1) var(--3); border-radius: var(--radius); color: var(--muted); text-decoration: none; font-size: var(--small); white-space: nowrap; }
.contents a:hover { background: var(--sunk); color: var(--text); }
.contents .count { font-variant-numeric: tabular-nums; margin-inline-start: auto; }
@media (min-width: 70rem) {
  .columns { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr); gap: var(--6); }
  .contents { position: sticky; top: var(--5); align-self: start; margin: var(--6) 0 0 calc(-1 * var(--3)); overflow: visible; }
  .contents ul { display: block; }
  .contents a { white-space: normal; }
}
`;

/** Outcome, facts and lists; the tools and the matrix; requirements with their evidence. */
const parts = `
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
.why { margin-top: var(--1); font-size: 1.0625rem; max-width: 80ch; }
.acts { margin-top: var(--3); border: 1px solid var(--line); border-radius: var(--radius); }
.acts > li { display: flex; gap: var(--3); align-items: baseline; padding: var(--1) var(--3); }
.acts > li > .icon { align-self: start; margin-top: .35em; }
.acts > li > div { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; gap: 0 var(--3); align-items: baseline; }
.acts a:not(.chip) { color: var(--text); font-weight: 600; }
.acts .scripted { flex: none; }
.outcome .chips { margin-top: var(--1); }
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
.texts pre { background: var(--sunk); border-radius: var(--radius); }
.finding { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--1) var(--3); }
.finding > .icon { margin-top: .3em; }
.finding > div { min-width: 0; overflow-wrap: anywhere; }
.tools { position: sticky; top: 0; z-index: 2; margin-top: var(--3); background: var(--page); }
.tools form { display: flex; flex-wrap: wrap; gap: 0 var(--3); align-items: center; padding: var(--1) 0; }
.tools input[type=search] { flex: 1 1 8rem; min-width: 0; padding: var(--1) var(--3); border: 1px solid var(--line-strong); border-radius: .375rem; background: var(--card); }
.tools output { font-size: var(--small); color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
.texts details[open], .tools details[open] { flex-basis: 100%; }
.tools summary, .message h3 { font-size: var(--small); }
.choices { display: flex; flex-wrap: wrap; gap: var(--2) var(--5); margin-top: var(--2); }
.choices fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: var(--1) var(--3); min-width: 0; }
.choices legend { float: inline-start; padding: 0; margin-inline-end: var(--2); font-size: var(--tiny); color: var(--muted); }
.choices label { display: inline-flex; align-items: center; gap: var(--1); font-size: var(--small); cursor: pointer; padding-block: 2px; }
.choices input { margin: 0; width: 1rem; height: 1rem; accent-color: var(--accent); }
[hidden], :is(.problem, .fold, main > section:not(#deviations)):has(.row):not(:has(.row:not([hidden]))) { display: none !important; }
.problems:has(.row):not(:has(.row:not([hidden]))) + .nothing { display: block !important; }
kbd { border: 1px solid var(--line-strong); border-radius: 4px; padding: 0 .35em; font-size: var(--tiny); color: var(--muted); }
.button { padding: 2px var(--2); border: 1px solid var(--line-strong); border-radius: .375rem; background: var(--card); font-size: var(--small); cursor: pointer; }
.button:hover, .matrix tbody tr:hover > * { background: var(--sunk); }
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
.rows code, .rows samp { font-size: var(--tiny); }
`;

/** Exchanges with their bodies, and rates. */
const exchanges = `
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
.note { padding: var(--1) var(--3); border-top: 1px solid var(--line); font-size: var(--tiny); color: var(--muted); }
.exchange:has(:target) { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: var(--radius); }
.rate { margin: var(--2) 0; grid-column: 1 / -1; }
.rate figcaption { font-weight: 600; margin-bottom: var(--1); } .rate figcaption .quiet { font-weight: 400; }
.rate svg { display: block; width: 100%; height: 5rem; background: var(--sunk); border-radius: 2px; }
.rate-all { fill: var(--bar-none); } .rate-deviating { fill: var(--bar-bad); }
.failure { padding: var(--3); font-weight: 600; }
`;

/** Requirements across reports, and their history. */
const across = `
.across thead th { vertical-align: bottom; }
.across thead th:first-child > span { margin-inline: 0; }
.across thead th + th > span { display: block; max-width: 9rem; margin-inline: auto; overflow-wrap: anywhere; }
.across tbody { border-top: 1px solid var(--line); }
.across tbody th { width: 40%; font-family: inherit; }
.across [data-depth="1"] th { white-space: normal; color: var(--muted); }
.across tbody:not(:has(details[open])) > [data-depth="1"] { display: none; }
.across .cell samp { font-size: var(--tiny); max-width: 8rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.across:not(:has(th:nth-child(6))) .cell samp { max-width: max(8rem, min(24rem, 16vw)); }
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

/** Small screens, paper, forced colours. */
const media = `
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
  .legend .keys { display: none; }
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
  .scroll { overflow: visible; }
  .deviation::details-content { content-visibility: visible; display: block; }
  .matrix { font-size: 7pt; }
  .matrix thead th, .matrix tbody th, .matrix td { position: static; min-width: 0; padding: 1px 2px; white-space: normal; overflow-wrap: anywhere; }
  .matrix thead th { font-size: 6pt; }
  .cell { min-width: 0; padding: 0 2px; font-size: 7pt; }
  .texts, #exchanges, .exchange .rest { display: none; }
  .problem, .list > li, .acts > li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
@media (forced-colors: active) { .cell, mark { border: 1px solid; } }
`;

/** The only style sheet of a page, of one report or of several. */
export function styleOf(kind: 'report' | 'several'): string {
  return [base, parts, kind === 'report' ? exchanges : across, media]
    .join('')
    .replaceAll(/\s*([{};>])\s*/g, '$1')
    .replaceAll(/([:,]) /g, '$1')
    .replaceAll(';}', '}');
}
