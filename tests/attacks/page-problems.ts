/** A quick reading of a page: enough to see anything that got out of the place that was meant for it. */

const ownElements = new Set(
  `html head meta title style body a svg symbol path use rect header footer nav div main section search form fieldset
  legend label input output button kbd h1 h2 h3 p ul ol li dl dt dd table caption thead tbody tr th td details
  summary article figure figcaption g span strong code pre mark time script samp select option h4`.split(
    /\s+/,
  ),
);

const ownAttributes = new Set(
  `lang charset http-equiv content name class href id aria-hidden aria-label aria-labelledby aria-live aria-keyshortcuts
  width height viewbox d preserveaspectratio x y datetime title for type value placeholder autocomplete tabindex scope
  hidden open rel role data-mark data-strength data-operation data-depth data-baseline data-copy data-severity data-field data-since`.split(
    /\s+/,
  ),
);

const voidElements = new Set(['meta', 'input']);

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<]*")?)*) ?(\/?)>/iy;
const attribute = / ([a-z-]+)(?:="([^"]*)")?/gi;

/** Most tags of a page have the attributes of another one. */
const sound = new Set<string>(['']);

function attributeProblems(text: string): readonly string[] {
  if (sound.has(text)) return [];
  const problems = problemsOf(text);
  if (problems.length === 0 && sound.size < 10_000) sound.add(text);
  return problems;
}

function problemsOf(text: string): readonly string[] {
  return [...text.matchAll(attribute)].flatMap(([, name = '', value = '']) => [
    ...(ownAttributes.has(name.toLowerCase()) ? [] : [`an attribute that is not ours: ${name}`]),
    ...(name !== 'href' ||
    /^(?:#|https?:\/\/[!-~]+$|(?:\.\.\/)*[\w-]+\/report\.html(?:#[\w.:-]*)?$)/.test(value)
      ? []
      : [`a link that leads away: ${value.slice(0, 40)}`]),
  ]);
}

/** The text without the contents of our own style and script, which are no markup and no text of a service. */
export function withoutOwnText(text: string): string {
  return text
    .replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
    .replace(/<script>[\s\S]*?<\/script>/, '<script></script>');
}

/** What is wrong with a page: tags that are not ours, not closed or not balanced, links that lead away. */
export function pageProblems(whole: string): readonly string[] {
  const text = withoutOwnText(whole.replace(/^<!doctype html>\n/, ''));
  const open: string[] = [];
  const problems: string[] = [];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (found === null) return [...problems, `no tag of ours: ${JSON.stringify(text.slice(at, at + 40))}`];
    const [, isEnd, name = '', attributes = '', isEmpty] = found;
    if (!ownElements.has(name)) problems.push(`an element that is not ours: ${name}`);
    problems.push(...attributeProblems(attributes));
    if (isEnd) {
      if (open.pop() !== name) return [...problems, `an end tag without its beginning: ${name}`];
    } else if (!isEmpty && !voidElements.has(name)) open.push(name);
  }
  return [...problems, ...open.map((name) => `an element that is not closed: ${name}`)];
}
