/** Requirements across reports, and their history. */
export const across = `
.pair .strip { margin-block: var(--1); max-width: 40rem; }
.across thead th { vertical-align: bottom; }
.across thead th:first-child > span { margin-inline: 0; }
.across thead th + th > span { display: block; max-width: 9rem; margin-inline: auto; font-weight: 400; overflow-wrap: anywhere; }
.across .cell samp { font-size: var(--tiny); max-width: 8rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.across .history { min-width: 9rem; padding-inline: var(--2); }
.strip { display: block; width: 100%; height: 1rem; background: var(--sunk); border-radius: 2px; }
.strip .conforms { fill: var(--bar-good); } .strip .waived { fill: var(--bar-waived); } .strip .deviates, .strip .shown-deviates { fill: var(--bar-bad); }
`;
