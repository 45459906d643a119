/** Rows of a golden file: those of which the same is said stand together, under all their headings. */
export function together(rows: Iterable<readonly [heading: string, said: string]>): string {
  const headings = new Map<string, string[]>();
  for (const [heading, said] of rows) headings.set(said, [...(headings.get(said) ?? []), heading]);
  return [...headings].map(([said, own]) => [...own, said].join('\n').trimEnd()).join('\n');
}
