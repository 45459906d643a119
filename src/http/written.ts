/** Characters that JSON leaves as they are, and that a terminal showing a recording would act on or not show. */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{NChar}]/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** A value as it is written to a recording: JSON on one line, with everything escaped that cannot be seen. */
export function written(value: unknown): string {
  return JSON.stringify(value).replace(unseen, escaped);
}

/** Bytes of the first code units in a string that is written so. */
const unitBytes = Array.from({ length: 0xa0 }, (_, code) => written(String.fromCharCode(code)).length - 2);

/** What is escaped behind them, each code unit with six characters. */
const escapedBehind = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{NChar}]+/gu;

/** Bytes of code units as they are written, but for those that are escaped behind the first. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    bytes += unitBytes[code] ?? (code < 0x800 || isHalf ? 2 : 3);
  }
  return bytes;
}

function stringBytes(text: string): number {
  let bytes = bytesOf(text) + 2;
  for (const [escapes] of text.matchAll(escapedBehind)) bytes += 6 * escapes.length - bytesOf(escapes);
  return bytes;
}

/** Bytes of a value as it is written to a recording, counted without writing it. */
export function writtenBytes(value: unknown): number {
  if (typeof value === 'string') return stringBytes(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  let bytes = 1;
  if (Array.isArray(value)) for (const item of value) bytes += writtenBytes(item) + 1;
  else
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) bytes += stringBytes(name) + writtenBytes(member) + 2;
  return Math.max(2, bytes);
}
