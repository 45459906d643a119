import type { Kind } from '../model/setting.ts';
import { urlOf } from '../text/url.ts';
import { refused } from './setting.ts';

/** A proxy's URL without user and password. */
function withoutCredentials(text: string): string {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return `${url.href} (with credentials, not shown)`;
}

const unseen = /[\s\\\p{Cc}]/u;
const socks = /^socks[0-9a-z]*:\/\//i;

/** The text is never quoted: it may hold a password. */
export const proxyUrl: Kind<string> = {
  form: 'an http:// or https:// URL',
  placeholder: 'URL',
  parse: (given) => {
    if (unseen.test(given)) return refused('holds white space, a backslash or a control character');
    if (socks.test(given))
      return refused('must begin with http:// or https://: proxies of SOCKS are not supported');
    if (!/^https?:\/\//i.test(given)) return refused('must begin with http:// or https://');
    const url = urlOf(given);
    if (url === null) return refused('is not a URL');
    const { pathname, search, hash } = url;
    if (pathname !== '/' || search !== '' || hash !== '')
      return refused('must end after the host and port, without path, query or fragment');
    return { value: given };
  },
  show: withoutCredentials,
};

/** Desktops set ALL_PROXY to a SOCKS proxy together with the others: a rule decides whether it is used. */
export const fallbackProxyUrl: Kind<string> = {
  ...proxyUrl,
  parse: (given, context) =>
    socks.test(given) && !unseen.test(given) && urlOf(given) !== null
      ? { value: given }
      : proxyUrl.parse(given, context),
};
