/** A variable of ours in a text; those that hold secrets of a configuration keep their names. */
const ours = /CONFORMANCE_(?!SECRET_)[A-Z]+(?:_[A-Z]+)*/g;

/** The member of a configuration that gives what a variable gives: `baseUrl` for `CONFORMANCE_BASE_URL`. */
function memberName(variable: string): string {
  const words = variable.replace('CONFORMANCE_', '').toLowerCase();
  return words.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A text that names settings by their variables, for a run of a target: beside one, the environment gives no setting,
 * and a member of the target does. Without a target the text is as it was.
 * @param referred what a member is that refers to a file or a command, by the name that would follow from its variable
 */
export function withMemberNames(
  text: string,
  target: string | undefined,
  referred: Readonly<Record<string, string>> = {},
): string {
  if (target === undefined) return text;
  return text.replace(ours, (variable) => {
    const name = memberName(variable);
    return `${referred[name] ?? name} of target ${target}`;
  });
}
