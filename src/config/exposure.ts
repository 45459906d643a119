import { accessToken, createRedactor } from '../target/redaction.ts';
import { definitions, type Key } from './definitions.ts';
import { type Problem, problemWith } from './setting.ts';

/** Texts of settings that outputs show, each by its setting. */
export type Shown = Partial<Readonly<Record<Key, string>>>;

/**
 * Problems of settings that hold the access token, in any form in which it is searched for: what is sent and reported
 * there would show it, or could not be told from it. The token itself is not quoted.
 */
export function exposureProblems(token: string, shown: Shown): readonly Problem[] {
  const { contains } = createRedactor([{ name: accessToken, value: token }]);
  return Object.entries(shown)
    .filter(([, text]) => contains(text).length > 0)
    .map(([key]) =>
      problemWith(
        definitions[key as Key],
        'holds the access token, and every report shows this setting: take it out there, or give the right token',
      ),
    );
}
