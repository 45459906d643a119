/** The members that have a value. The others, undefined or null, are left out: so are they in documents. */
export function known<Members extends object>(
  members: Members,
): { readonly [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const found = Object.entries(members).filter(([, value]) => value != null);
  return Object.fromEntries(found) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}
