/** The members that have a value. The others, undefined or null, are left out: so are they in documents. */
export function known<Members extends object>(
  members: Members,
): { readonly [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const found = Object.entries(members).filter(([, value]) => value != null);
  return Object.fromEntries(found) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}

/** Some members of an object, in the order of these names; what has no value is left out. */
export function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  ...names: readonly Name[]
): Pick<Whole, Name> {
  const found = names.filter((name) => whole[name] !== undefined).map((name) => [name, whole[name]]);
  return Object.fromEntries(found) as Pick<Whole, Name>;
}
