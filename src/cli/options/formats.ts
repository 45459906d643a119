import { UsageError } from '../../output/exit.ts';

/**
 * The formats that `--reporter` names, all of them without it.
 *
 * @throws UsageError for a name that is not known
 */
export function chosenFormats(
  names: string | undefined,
  formats: readonly { readonly name: string }[],
): readonly string[] {
  const known = formats.map(({ name }) => name);
  if (names === undefined) return known;
  const chosen = names.split(',').map((name) => name.trim());
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length === 0) return chosen;
  throw new UsageError(
    `--reporter ${unknown.join(', ')} is not known. Expected any of ${known.join(', ')}, for example --reporter ${known.slice(-2).join(',')}.`,
  );
}
