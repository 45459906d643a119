/** Characters that JSON leaves as they are, and that a terminal showing a recording would act on or not show. */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** A value as it is written to a recording: JSON on one line, with everything escaped that cannot be seen. */
export function written(value: unknown): string {
  return JSON.stringify(value).replace(unseen, escaped);
}

/** Bytes of a value as it is written to a recording, counted without writing it. */
export function writtenBytes(value: unknown): number {
  const json = JSON.stringify(value);
  const seen = json.replace(unseen, '');
  return Buffer.byteLength(seen) + 6 * (json.length - seen.length);
}
