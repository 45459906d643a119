import { opener } from './marker.ts';
import { type Hit, merged, noHits } from './secret-search.ts';
import { sensitiveKind } from './sensitive-names.ts';

/**
 * Parameters of a URL, by name and value, and user information in front of a host (RFC 3986 section 3.2.1). In JSON, `&`, `;`,
 * `#` and `/` may be escaped.
 */
const parameter =
  /(?:[?&;#]|\\u00(?:26|3b|23))([^?&;#=\s"\\]{1,100})=((?:(?!\\(?:"|u00(?:26|3b|23)))[^&;#\s>"])+)/gi;
const userInformation = /:(?:\\?\/){2}([^/?#\s@"]+)@/g;

function hit(found: RegExpExecArray, value: string, behind: number, name: string): Hit {
  const end = found.index + found[0].length - behind;
  return { start: end - value.length, end, name };
}

/**
 * Credentials of other people in the URLs of a text, as JSON may write them: values of parameters with a name that says so, and
 * user information. In order; none overlaps another.
 */
export function credentialsIn(text: string): readonly Hit[] {
  const [mayHaveUser, mayHaveParameter] = [text.includes('@'), text.includes('=')];
  if (!mayHaveUser && !mayHaveParameter) return noHits;
  const hits: Hit[] = [];
  if (mayHaveUser)
    for (const found of text.matchAll(userInformation))
      hits.push(hit(found, found[1] ?? '', 1, 'credentials'));
  if (mayHaveParameter)
    for (const found of text.matchAll(parameter)) {
      const [, name = '', value = ''] = found;
      const kind = sensitiveKind(name, value);
      if (kind !== undefined && !value.startsWith(opener.trimEnd())) hits.push(hit(found, value, 0, kind));
    }
  return merged(hits);
}
