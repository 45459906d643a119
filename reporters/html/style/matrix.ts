/** The tools for searching, and the matrix of field and facet. */
export const matrix = `
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
`;
