/** Texts that are searched for secrets and hold none: what a service may send, and what is dear to search. */
import { randomOf } from './random.mjs';

const words = 'transformer entity rule priority enabled status journal type value operator'.split(' ');

/** Parts that are made one after the other until there are enough characters. */
function filled(make) {
  return (length) => {
    const random = randomOf(7);
    const next = (below) => Math.floor(random() * below);
    const parts = [];
    for (let total = 0; total < length; total += parts.at(-1).length) parts.push(make(next));
    return parts.join('').slice(0, length);
  };
}

const sentence = (next) => `${Array.from({ length: 8 }, () => words[next(words.length)]).join(' ')}. `;
const bytes = (next, length) => Buffer.from(Array.from({ length }, () => next(256)));
const percent = (text) =>
  text.replaceAll(/[\s\S]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
const base64 = (text) => Buffer.from(text).toString('base64');

/** By name, what makes a text of so many characters. */
export const secretTexts = {
  'ordinary JSON': filled(
    (next) => `${JSON.stringify({ name: sentence(next), column: next(99) }, null, 2)},\n`,
  ),
  'random Base64': filled((next) => bytes(next, 3000).toString('base64')),
  'Base64 of text, four deep': (length) =>
    [base64, base64, base64, base64]
      .reduce((text, encode) => encode(text), filled(sentence)(length / 3))
      .slice(0, length),
  'random hexadecimal': filled((next) => bytes(next, 1000).toString('hex')),
  backslashes: (length) => '\\'.repeat(length),
  'percent-encoded text': filled((next) => percent(sentence(next))),
  'a list of numbers': filled((next) => `${next(256)},`),
};
