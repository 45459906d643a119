/** How a file of traffic may be encoded: a byte order mark changes nothing, and UTF-16 is named. */

const mark = Buffer.from([0xef, 0xbb, 0xbf]);

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

export const readEncodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'a byte order mark': (text) => Buffer.concat([mark, Buffer.from(text)]),
  'a byte order mark before the last line, as files that were put together have': (text) => {
    const at = text.trimEnd().lastIndexOf('\n') + 1;
    return Buffer.concat([text.slice(0, at), `\ufeff${text.slice(at)}`].map((part) => Buffer.from(part)));
  },
};

export const namedEncodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-16, little-endian': (text) => utf16(`\ufeff${text}`),
  'UTF-16, big-endian': (text) => swapped(utf16(`\ufeff${text}`)),
  'UTF-16, little-endian, without a byte order mark': utf16,
  'UTF-16, big-endian, without a byte order mark': (text) => swapped(utf16(text)),
};
