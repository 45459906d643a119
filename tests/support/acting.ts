/** What a terminal acts on or hides, and what a build service takes for a command: it may be printed by no text. */
export const acting = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^[ \t]*::|##\w*\[/mu;
