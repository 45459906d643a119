import ownWords from './own-words.json' with { type: 'json' };

const formats = ownWords.join('\n');

/**
 * Whether a text is a word that our formats or the recording are made of, or a part of one: to mask it would break
 * them. It may still be a secret, of a header or a proxy, and is masked in what a service says.
 */
export function isOwnWord(text: string): boolean {
  return formats.includes(text.toLowerCase());
}
