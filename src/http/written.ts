/** Characters that JSON leaves as they are, and that a terminal showing a recording would act on or not show. */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{NChar}]+/gu;

function escaped(characters: string): string {
  const units = Array.from({ length: characters.length }, (_, at) => characters.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** A value as it is written to a recording: JSON on one line, with everything escaped that cannot be seen. */
export function written(value: unknown): string {
  return JSON.stringify(value).replace(unseen, escaped);
}

/** Its bytes. */
export function writtenBytes(value: unknown): number {
  return Buffer.byteLength(written(value));
}
