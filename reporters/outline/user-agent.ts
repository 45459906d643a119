/** Products of which every browser claims to be one; Safari gives its version as that of another product. */
const claimed = new Set(['Mozilla', 'AppleWebKit', 'Gecko', 'KHTML', 'Version', 'Mobile']);
/** Browsers, of which a User-Agent may name several: the first of these is the one that sent it. */
const browsers = [
  'Edg',
  'OPR',
  'SamsungBrowser',
  'Firefox',
  'Chromium',
  'HeadlessChrome',
  'Chrome',
  'Safari',
];
/** Characters of a name that has no product. */
const longest = 40;

/** A User-Agent as people name the program: `Chrome/142` of a browser, else its first product, `okhttp/4.12.0`. */
export function clientName(userAgent: string): string {
  const products = [
    ...userAgent.replaceAll(/\([^()]*\)/g, ' ').matchAll(/([\w.!#$&'*+^`|~-]+)\/([\w.+~-]+)/g),
  ].map(([, name = '', version = '']) => ({ name, version }));
  const versionOf = (wanted: string) => products.find(({ name }) => name === wanted)?.version;
  const browser = userAgent.startsWith('Mozilla/')
    ? browsers.find((name) => versionOf(name) !== undefined)
    : undefined;
  if (browser !== undefined) {
    const version = (browser === 'Safari' ? versionOf('Version') : undefined) ?? versionOf(browser) ?? '';
    return `${browser}/${version.replace(/\..*$/, '')}`;
  }
  const first = products.find(({ name }) => !claimed.has(name));
  if (first !== undefined) return `${first.name}/${first.version}`;
  return userAgent.length > longest ? `${userAgent.slice(0, longest)}…` : userAgent;
}
