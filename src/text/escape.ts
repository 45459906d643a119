/**
 * Text from a service, a file or a setting is hostile. This is the only file that makes it harmless: each format calls
 * its own function here, once per piece of text, and so does whatever prints.
 */

/**
 * Characters that a reader cannot see or that change how others are seen: control and format characters
 * (escape sequences, bidirectional overrides, zero width), every space but U+0020, variation selectors and
 * fillers, lone surrogates, noncharacters. It contains every character that XML 1.0 forbids.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{DI}\p{NChar}]/u;

/** Nearly all text is printable ASCII, in which nothing is unseen; only other text is looked at more closely. */
const unusual = /[^ -~]/gu;
/** The same in a text of many lines. */
const unusualInLine = /[^ -~\n]/gu;

/** What makes a build service run a line of a log as a command: `##[error]`, `##vso[…]`, `::error`. */
const hashCommand = /##(?=\w*\[)/g;
const colonCommand = /(^| )::/g;

/** Most texts have nothing of all that, and to see this is quicker than to look for each. */
const remarkable = /[^ -~]|##|::/;

/** @param write how the format writes a character that nobody may see or obey */
function harmless(text: string, write: (character: string) => string, among = unusual): string {
  return text
    .replace(among, (character) => (unseen.test(character) ? write(character) : character))
    .replace(hashCommand, () => `#${write('#')}`)
    .replace(colonCommand, (_, before: string) => `${before}:${write(':')}`);
}

/** Shows each unseen character as `\u{1b}`. For terminals and XML this is enough; the result has no line break. */
export function visible(text: string): string {
  if (!remarkable.test(text)) return text;
  return harmless(text, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text or the value of an attribute, of what was made visible. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => xmlEntities[character] ?? '');
}

/** The same for a text of several lines: line feeds are kept, and no line is a command of a build service. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** The same value with every string in it made visible; keys are left as they are. */
export function visibleDeep<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => visibleDeep(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visibleDeep(one)])) as T;
}

/**
 * JSON text of equal value in which every unseen character is escaped, and nothing begins a command of a build service:
 * inside strings they become `\u001b` and `#\u0023`. Line feeds between tokens are kept.
 */
export function plainJson(text: string): string {
  const codeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return harmless(text, (character) => character.replace(/[\s\S]/g, codeUnit), unusualInLine);
}

/** Characters that mean something inside a line of Markdown or HTML. */
const markup = /[&<>`*_[\]|~\\$]/;
/** What Markdown hosts look for after decoding: a mention, a reference, an emoji (none is `:MM:` or `:30:`), an address. */
const marks = /[@#]|:(?!MM:|\d\d:)(?=[:/]|[\w+-]+:)|www(?=\.)/;
/** The name of a setting, in which no underscore marks anything: whoever reads it has to type it. */
const settingName = /\bCONFORMANCE_[A-Z_]*[A-Z]\b/;
const active = new RegExp(`${settingName.source}|${markup.source}|${marks.source}`, 'g');

/**
 * Prose for a line of Markdown, a table cell included. Character references cannot act as markup; an empty
 * comment parts a mark from what follows it.
 */
export function markdownText(text: string): string {
  return visible(text).replace(active, (found) => {
    if (settingName.test(found)) return found;
    if (markup.test(found)) return reference(found);
    return `${found === 'www' ? found : reference(found)}<!-- -->`;
  });
}

/** A code span; where backquotes would not do in a table cell, an element with character references. */
export function markdownCode(text: string): string {
  const shown = visible(text);
  if (shown === '') return '';
  return /[`|\\]|^ | $/.test(shown) ? `<code>${markdownText(text)}</code>` : `\`${shown}\``;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** The end of a text that was cut before, here, in evidence or in the message of a failure: it says what is missing. */
const cutBefore = /… \((?:(\d+) characters(?:, sha256 [0-9a-f]{16}…)?|(\d+) more characters)\)$/;

/** Whether a text is only the beginning of one. */
export function isCut(text: string): boolean {
  return cutBefore.test(text);
}

/** At most `limit` characters, with the number of those left out; where the text was cut before, of the whole text. */
export function clipped(text: string, limit: number): string {
  const [end = '', whole, more = 0] = cutBefore.exec(text) ?? [];
  const characters = Array.from(text.slice(0, text.length - end.length));
  const left = characters.length - limit;
  if (left <= 0) return text;
  const kept = characters.slice(0, limit).join('');
  return whole === undefined ? `${kept}… (${left + Number(more)} more characters)` : kept + end;
}

/** A word that no shell reads anything into. */
const plainWord = /^[A-Za-z]+$/;

/** Characters as the bytes of their UTF-8, which a shell reads the same in every locale; no argument can hold a NUL. */
function octalBytes(characters: string): string {
  return [...Buffer.from(characters.replaceAll('\0', '\\u{0}'), 'utf8')]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
}

/**
 * One argument for a POSIX shell, whatever it contains. What a reader cannot see, or what a build service would take
 * for a command, is written as bytes between `$'` and `'`, which bash, zsh and ksh undo. A shell that does not know
 * this form still reads one argument.
 */
export function shellQuoted(text: string): string {
  if (plainWord.test(text)) return text;
  if (visible(text) === text) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${harmless(text.replace(/[\\']/g, octalBytes), octalBytes)}'`;
}

/** The same, with quotes only where something needs them: for a command line that people read. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text);
}

/** A message of SARIF 2.1.0: braces are doubled (section 3.11.5), and nothing is an embedded link (section 3.11.6). */
export function sarifText(text: string): string {
  return sarifString(text).replace(/[{}]/g, '$&$&');
}

/** Any other string of SARIF, kept from being taken for a link by viewers that take all of them for messages. */
export function sarifString(text: string): string {
  return visible(text).replaceAll('](', '] (');
}

/** The text of a workflow command of GitHub Actions, which has no line break; the runner undoes exactly these escapes. */
export function workflowData(text: string): string {
  return visible(text).replaceAll('%', '%25');
}

/** A property of such a command, which ends at a comma or a colon. */
export function workflowProperty(text: string): string {
  return workflowData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
