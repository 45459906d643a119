/** Values at the edges of what a document may say, as JSON text. */

/** Names that every object of JavaScript has, and texts that something may take for one. */
export const prototypeNames: readonly string[] =
  '__proto__ constructor hasOwnProperty isPrototypeOf prototype toString valueOf'.split(' ');

export const usualNumbers: readonly string[] = [
  ...['0', '-0', '1', '-1', '0.5', '5e-324', '1e21', '1e308', '-1e308', '1e400', '1.7976931348623157e308'],
  ...['2147483647', '2147483648', '4294967295', '4294967296', '8640000000000000', '8640000000000001'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '253402300800000'],
];

const plainTexts: readonly string[] = [
  ...'0000-01-01 0000-01-01T00:00:00Z 0001-01-01T00:00:00.000Z 9999-12-31 2025-02-31'.split(' '),
  ...'9999-12-31T23:59:59.999999999Z 2016-12-31T23:59:60Z 2025-02-31T00:00:00Z 2025-01-05T24:00:00Z'.split(
    ' ',
  ),
  ...'2025-01-05T00:00:00+23:59 +275760-09-13T00:00:00.001Z -271821-04-20T00:00:00Z 1e308'.split(' '),
  ...'http:// https://[ http://% https://h:99999/ https://user:pass%@h/%zz file:///etc/passwd'.split(' '),
  ...'/ // /~ /data/~2 /0/-/18446744073709551616 ../../x put.:value [masked: a* * 1.2.3.4'.split(' '),
  ...['https://a b/', 'https://\u{1f4a9}.example/\ud800', '[masked: x]', '0'.repeat(64), 'f'.repeat(64)],
  ...['', ' ', '\0', '\ud800', '\u2028\ufeff', '{{', '%s%n', '(', '\\', '[]', 'null', 'NaN'],
  ...[`put.a${'.a'.repeat(500)}:value`, '\n'.repeat(1_000), 'long '.repeat(20_000), '{"a":'.repeat(300)],
];

export const texts: readonly string[] = [...prototypeNames, ...plainTexts].map((text) =>
  JSON.stringify(text),
);

export const otherTypes: readonly string[] = 'null true false [] {} {"__proto__":{"a":1}} [[[]]]'.split(' ');
