/** A JSON number as it was written, so that 9007199254740993 and 3.0 come back as they were sent. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether the value is whole, judged on the digits: 3.0 and 1e2 are, 9007199254740993.5 is not. */
  isInteger(): boolean {
    const [, whole = '', fraction = '', exponent = '0'] =
      /^-?(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(this.text) ?? [];
    const digits = (whole + fraction).replace(/0+$/, '');
    const trailingZeros = whole.length + fraction.length - digits.length;
    return digits === '' || fraction.length - trailingZeros <= Number(exponent);
  }
}

export type Json = null | boolean | number | string | NumberText | readonly Json[] | JsonObject;
export type JsonObject = { readonly [member: string]: Json };

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value) && !(value instanceof NumberText);
}

const literal = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON text (RFC 8259) and keeps the text of numbers; of equal keys in one object the last one counts.
 * @throws SyntaxError for text that is not JSON, RangeError for text nested too deeply.
 */
export function parseJson(text: string): Json {
  JSON.parse(text);
  // Now known to be JSON: numbers become strings marked n and string values are marked s, which the reviver undoes.
  const marked = text.replace(literal, (found, string?: string, colon?: string) => {
    if (string === undefined) return `"n${found}"`;
    return colon === undefined ? `"s${string.slice(1)}` : found;
  });
  return JSON.parse(marked, (_key, value: Json) => {
    if (typeof value !== 'string') return value;
    return value.startsWith('n') ? new NumberText(value.slice(1)) : value.slice(1);
  });
}

export function renderJson(value: Json): string {
  if (value instanceof NumberText) return value.text;
  if (isArray(value)) return `[${value.map(renderJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${renderJson(member)}`,
  );
  return `{${members.join(',')}}`;
}
