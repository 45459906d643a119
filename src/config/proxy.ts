import { type Kind, refused } from './setting.ts';

/** A proxy's URL without what stands before the @. */
function withoutCredentials(text: string): string {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return `${url.href} (with credentials, not shown)`;
}

/** The text is never quoted: it may hold a password. */
export const proxyUrl: Kind<string> = {
  form: 'an http:// or https:// URL',
  placeholder: 'URL',
  parse: (given) => {
    if (/[\s\\\p{Cc}]/u.test(given)) return refused('holds white space, a backslash or a control character');
    if (!/^https?:\/\//i.test(given)) return refused('must begin with http:// or https://');
    if (!URL.canParse(given)) return refused('is not a URL');
    const { pathname, search, hash } = new URL(given);
    if (pathname !== '/' || search !== '' || hash !== '')
      return refused('must end after the host and port, without path, query or fragment');
    return { value: given };
  },
  show: withoutCredentials,
};
