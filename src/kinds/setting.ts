import type {
  DeclaredSetting,
  Given,
  Kind,
  Known,
  ParseContext,
  Parsed,
  Problem,
  Setting,
  SettingProblem,
  Wording,
} from '../model/setting.ts';

/** Settings that have some facts in common, which each of them may replace. */
export function alike<const C extends Partial<DeclaredSetting>, S>(
  common: C,
  settings: S & Readonly<Record<string, Partial<DeclaredSetting> & Omit<DeclaredSetting, keyof C>>>,
): { readonly [K in keyof S]: Omit<C, keyof S[K]> & S[K] } {
  const all = Object.entries(settings).map(([key, own]) => [key, { ...common, ...own }]);
  return Object.fromEntries(all) as ReturnType<typeof alike<C, S>>;
}

export function refused(...problems: readonly string[]): { readonly problems: readonly string[] } {
  return { problems };
}

/** A value, or what is wrong with it. */
export function unless<T>(problems: readonly string[], value: T): Parsed<T> {
  return problems.length === 0 ? { value } : { problems };
}

/** A kind of text that is its own value. @param problemIn what is wrong with it, or null; nothing ever is without it */
export function textKind(
  placeholder: string,
  form: string,
  problemIn: (given: string, context: ParseContext) => string | null = () => null,
): Kind<string> {
  const parse: Kind<string>['parse'] = (given, context) => {
    const problem = problemIn(given, context);
    return problem === null ? { value: given } : refused(problem);
  };
  return { form, placeholder, parse };
}

/** A kind of several texts, with commas between them. @param problemsIn all that is wrong with them */
export function listKind(
  placeholder: string,
  form: string,
  problemsIn: (given: readonly string[], context: ParseContext) => readonly string[],
): Kind<readonly string[]> {
  const parse: Kind<readonly string[]>['parse'] = (given, context) => {
    const value = given.split(',').map((item) => item.trim());
    return unless(problemsIn(value, context), value);
  };
  return { form: `one or more ${form}, comma-separated`, placeholder, parse };
}

/** Text for an error message: cut when long, and hidden where it could hold credentials. */
export function quoted(text: string): string {
  if (text.includes('@')) return 'the current value';
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A value as it may be shown; null where none is given. */
export function shown(definition: Setting, given: Given | undefined, value: unknown): string | null {
  if (given === undefined) return null;
  if (definition.secret === true) return '(secret, not shown)';
  if (value === undefined) return '(refused, not shown)';
  return definition.kind.show?.(value) ?? given.text;
}

/** A problem as whoever gave the setting reads it. */
export function told({ key, message, example }: SettingProblem, wording: Wording): Problem {
  return {
    setting: wording.label(key),
    message: typeof message === 'string' ? message : message(wording),
    example: typeof example === 'function' ? example(wording) : wording.example(key, example),
  };
}

/** ` from the flag --base-url`; nothing for a program, which knows what it gave. */
export function whence({ given }: Known, key: string): string {
  const { kind, name } = given.get(key)?.source ?? { kind: 'default', name: '' };
  if (kind === 'program') return '';
  const place = { flag: `the flag ${name}`, environment: 'the environment', file: name, default: 'default' };
  return ` from ${place[kind]}`;
}

/** Each of the keys that were given, when more than one of them was. */
export function contradictory(
  keys: readonly string[],
  known: Known,
  what: string,
): readonly SettingProblem[] {
  const present = keys.filter((key) => known.given.has(key));
  if (present.length < 2) return [];
  return present.map((key) => ({
    key,
    message: ({ label }) => {
      const others = present.filter((other) => other !== key);
      const named = others.map((other) => label(other) + whence(known, other));
      return `contradicts ${named.join(' and ')}: ${what}; keep one`;
    },
  }));
}

/** A flag as it is typed, with a value where it takes one. */
export function flagLine({ flag, kind, example }: Setting): string {
  return kind.placeholder === null ? `${flag}` : `${flag} ${example}`;
}

/** `accessTokenFile` with something between its words. */
export function spelt(key: string, between: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => between + letter.toLowerCase());
}

/** `maxBad` → `--max-bad`. */
export function flagOf(key: string): string {
  return `--${spelt(key, '-')}`;
}

/** `--no-unauthorized` → `unauthorized`, `--delay-ms` → `delayMs`. */
export function flagKey(flag: string): string {
  return flag.replace(/^--(?:no-)?/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
