import { quoted, refused } from '../kinds/setting.ts';
import type { Kind } from '../model/setting.ts';
import { urlOf } from '../text/url.ts';
import type { Variables } from './environment.ts';

/** An address for people, as it is written in a link: ASCII, percent-encoded where it has to be. */
export const webAddress: Kind<string> = {
  form: 'an https:// or http:// URL without credentials',
  placeholder: 'URL',
  parse: (given) => {
    const url = urlOf(given);
    if (url === null || !/^https?:\/\//i.test(given))
      return refused(`must begin with https:// or http:// and a host, not ${quoted(given)}`);
    return url.username === '' && url.password === ''
      ? { value: url.href }
      : refused('holds a user name or password, and is shown to every reader');
  },
  show: (value) => value,
};

/** The page of the run that a build service shows, by the variables that it sets; null where there is none. */
export function buildServiceUrl(environment: Variables): string | null {
  const server = environment['GITHUB_SERVER_URL'];
  const repository = environment['GITHUB_REPOSITORY'];
  const run = environment['GITHUB_RUN_ID'];
  if (server === undefined || repository === undefined || run === undefined) return null;
  const url = `${server}/${repository}/actions/runs/${run}`;
  return /^https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+\/actions\/runs\/\d+$/.test(url) ? url : null;
}
