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
`;
