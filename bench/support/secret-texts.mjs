/** Texts that are searched for secrets and hold none: what a service may send, and what is dear to search. */
import { randomOf } from './random.mjs';

const words =
  'transformer entity rule priority enabled status journal type value operator column condition'.split(' ');

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
const each = (text, write) => Array.from(text, (character) => write(character.charCodeAt(0))).join('');
const hex = (code, digits) => code.toString(16).padStart(digits, '0');

const encodings = {
  percent: (text) => each(text, (code) => `%${hex(code, 2)}`),
  json: (text) => JSON.stringify(text).slice(1, -1).replaceAll('e', '\\u0065'),
  html: (text) => each(text, (code) => (code % 3 === 0 ? `&#${code};` : String.fromCharCode(code))),
  quoted: (text) =>
    each(text, (code) => (code % 3 === 0 ? `=${hex(code, 2).toUpperCase()}` : String.fromCharCode(code))),
  base64: (text) => Buffer.from(text).toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  list: (text) => JSON.stringify([...Buffer.from(text)]),
};

const layers = (text, ...names) => names.reduce((inner, name) => encodings[name](inner), text);
const names = Object.keys(encodings);
const bytes = (next, length) => Buffer.from(Array.from({ length }, () => next(256)));

const record = (next) =>
  `${JSON.stringify({ entityId: bytes(next, 16).toString('hex'), name: sentence(next), column: next(99), enabled: true, createdAt: '2024-01-02 03:04:05' }, null, 2)},\n`;

/** By name, what makes a text of so many characters. */
export const secretTexts = {
  'ordinary JSON': filled(record),
  'an HTML page': filled(
    (next) => `<a class="x" href="/a?id=${next(9999)}&amp;q=a%20b">${sentence(next)}</a>\r\n`,
  ),
  'random Base64': filled((next) => bytes(next, 3000).toString('base64')),
  'random Base64, wrapped': filled((next) => `${bytes(next, 57).toString('base64')}\r\n`),
  'Base64 of text, four deep': (length) =>
    layers(filled(sentence)(length / 3), 'base64', 'base64', 'base64', 'base64').slice(0, length),
  'random hexadecimal': filled((next) => bytes(next, 1000).toString('hex')),
  backslashes: (length) => '\\'.repeat(length),
  'percent-encoded text': (length) => layers(filled(sentence)(length / 3), 'percent').slice(0, length),
  'a list of numbers': filled((next) => `${next(256)},`),
  'a list of numbers that is a text': (length) =>
    layers(filled(sentence)(length / 3), 'list').slice(0, length),
  'sparse nested escapes': filled(
    (next) => `${sentence(next)}${layers('&', 'percent', 'html', 'json', 'percent')} `,
  ),
  'Base64 and escapes mixed': filled((next) => {
    const chosen = Array.from({ length: 1 + next(4) }, () => names[next(names.length)]);
    return `${layers(sentence(next), ...chosen)} `;
  }),
};
