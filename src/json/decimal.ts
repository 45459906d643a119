const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** A loop, because a service may send a million zeros and /0+$/ would look at them a million times. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** A JSON number by its exact value: 0, or digits with a sign × 10^exponent, and no zero at either end of digits. */
function decimal(text: string): { readonly digits: string; readonly exponent: bigint } {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts.exec(text) ?? [];
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(significant);
  if (digits === '') return { digits: '0', exponent: 0n };
  const shift = BigInt(significant.length - digits.length - fraction.length);
  return { digits: sign + digits, exponent: BigInt(exponent) + shift };
}

/** Whether a JSON number is an integer by value: 3.0 and 1e400 are, 1.5 and 1e-1 are not. */
export function isInteger(text: string): boolean {
  return /^-?[0-9]+$/.test(text) || decimal(text).exponent >= 0n;
}

/** Whether two JSON numbers have the same value, however they are written; -0 equals 0. */
function sameNumber(left: string, right: string): boolean {
  if (left === right) return true;
  const [one, other] = [decimal(left), decimal(right)];
  return one.digits === other.digits && one.exponent === other.exponent;
}

/** A JSON number that JavaScript would write in another way, such as 1.50 or 1e400. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** A number that whoever asks for a type takes as it should take this one: 1e400 is whole. */
  get like(): number {
    const value = Number(this.text);
    const isWhole = isInteger(this.text);
    if (Number.isInteger(value) === isWhole) return value;
    return isWhole ? 1 : 0.5;
  }
}

/** The number of a JSON text. */
export function numberOf(text: string): number | ExactNumber {
  const value = Number(text);
  return JSON.stringify(value) === text ? value : new ExactNumber(text);
}

/** How a number is written; null for any other value. */
export function numberText(value: unknown): string | null {
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'number' ? JSON.stringify(value) : null;
}

/** Whether scalars are equal: numbers by exact value. Nothing else is. */
export function sameScalar(left: unknown, right: unknown): boolean {
  if (left === right) return left === null || !['object', 'undefined'].includes(typeof left);
  if (typeof left === 'string' || typeof right === 'string') return false;
  const [one, other] = [numberText(left), numberText(right)];
  return one !== null && other !== null && sameNumber(one, other);
}
