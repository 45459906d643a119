/** Names for colour, type and space; elements; the frame of the page. */
export const base = `
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
button, input { font: inherit; color: inherit; }
::placeholder { color: var(--muted); opacity: 1; }
time, .number { font-variant-numeric: tabular-nums; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.symbols { position: absolute; }
.icon { width: 1em; height: 1em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.conforms { color: var(--good); } .deviates { color: var(--bad); } .shown-deviates { color: var(--doubt); }
.waived { color: var(--waived); } .not-exercised { color: var(--muted); } .notice { color: var(--accent); }
.quiet { color: var(--muted); } .small { font-size: var(--small); }
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
.lead { color: var(--muted); max-width: 70ch; margin-bottom: var(--3); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); }
.list > li { padding: var(--3) var(--4); }
.where { color: var(--muted); font-size: var(--small); }
.list > li + li { border-top: 1px solid var(--line); }
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
