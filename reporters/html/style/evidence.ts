/** Requirements with their evidence. */
export const evidence = `
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
mark.deviates { background: var(--bad-soft); color: var(--bad); font-weight: 600; box-shadow: 0 0 0 1px currentColor; }
mark.shown-deviates { background: var(--doubt-soft); color: var(--doubt); font-weight: 600; box-shadow: 0 0 0 1px currentColor; }
mark.around { background: none; box-shadow: inset 0 -2px 0 var(--accent); font-weight: 400; }
mark.waived { background: var(--waived-soft); color: var(--waived); }
mark:target { outline: 2px solid var(--accent); outline-offset: 2px; }
.nothing { padding: var(--4); color: var(--muted); }
[hidden] { display: none !important; }
`;
