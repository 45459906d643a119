import { isPlainObject } from '../../json/plain.ts';
import type { SourceTokens } from '../sent.ts';
import type { Plan, PlannedCheck, PlannedPlace } from './plan.ts';
import type { Noted, PlainSent } from './walk.ts';

/**
 * Puts a message as plain values to a plan, and notes what it comes to.
 * @returns how many members of the message are at places of the plan; -1 where something is absent, is no object or array
 *   although something is required below it, or is silent for another reason than one that lies in the request or in the value:
 *   what was noted then means nothing
 */
export type Put = (message: unknown, sent: PlainSent) => number;

/** Noted of a requirement that the full judge is asked about, in place of whether it is silent. */
export const isAside = 2;

/** What the code is given besides a message. */
const parameters = ['fits', 'isObject', 'certain', 'conforming', 'silent', 'aside', 'values'] as const;

const leave = 'return -1;';

/** Code of a function, or of a loop in it: values that were sent are looked up at its beginning, once. */
class Block {
  readonly sent = new Map<string, string>();
  readonly head: string[] = [];
  readonly lines: string[] = [];
  /** Name of the variable that counts the elements; null where it is no loop. */
  readonly index: string | null;

  constructor(index: string | null) {
    this.index = index;
  }
}

/** Writes the code of a plan: what is the same for all messages, names above all, is a constant of it. */
class Writer {
  readonly fits: PlannedCheck['fits'][] = [];
  /** Spots that conform in each message that is not left to others, by position of the requirement. */
  readonly certain: Uint32Array;
  /** Whether what is written now is reached once in each such message. */
  private isCertain = true;
  private knownMembers = 0;
  private readonly blocks: Block[] = [new Block(null)];
  private names = 0;

  constructor({ requirements }: Plan) {
    this.certain = new Uint32Array(requirements.length);
  }

  code({ root }: Plan): string {
    this.members(root, 'message');
    const [block] = this.blocks;
    return `'use strict';
return (message, sent) => {
conforming.set(certain);
let known = ${this.knownMembers};
${[...(block?.head ?? []), ...(block?.lines ?? [])].join('\n')}
return known;
};`;
  }

  private get block(): Block {
    return this.blocks.at(-1) as Block;
  }

  private write(...lines: readonly string[]): void {
    this.block.lines.push(...lines);
  }

  private name(): string {
    this.names += 1;
    return `v${this.names}`;
  }

  private members({ members }: PlannedPlace, holder: string): void {
    for (const member of members) {
      const value = this.name();
      this.write(
        `const ${value} = ${holder}[${JSON.stringify(member.token)}];`,
        `if (${value} === undefined) {`,
      );
      this.absent(member);
      this.write('} else {');
      const before = this.isCertain;
      this.isCertain &&= member.presence !== null;
      if (this.isCertain) this.knownMembers += 1;
      else this.write('known += 1;');
      this.place(member, value);
      this.isCertain = before;
      this.write('}');
    }
  }

  /** Code for a spot that conforms; none for one that is sure to, which is counted beforehand. */
  private conforms(at: number): readonly string[] {
    if (!this.isCertain) return [conforms(at)];
    this.certain[at] = 1;
    return [];
  }

  private absent({ presence, absence, ofPresent }: PlannedPlace): void {
    if (presence !== null) this.write(leave);
    else this.write(...(absence === null ? [] : [conforms(absence)]), ...ofPresent.map(isSilent));
  }

  private place(place: PlannedPlace, value: string): void {
    const { presence, absence, members, items, observed } = place;
    if (absence !== null) {
      this.write(leave);
      return;
    }
    if (presence !== null) this.write(...this.conforms(presence));
    this.checks(place, value);
    if (observed !== null)
      this.write(
        `if (typeof ${value} === 'object' && ${value} !== null) ${leave}`,
        `if (values[${observed}].length === 0) values[${observed}] = [${value}];`,
        `else values[${observed}].push(${value});`,
      );
    if (items !== null) this.elements(place, items, value);
    else if (members.length > 0) {
      this.write(`if (!isObject(${value})) ${leave}`);
      this.members(place, value);
    }
  }

  private elements({ checks, members, ofItems }: PlannedPlace, items: PlannedPlace, value: string): void {
    if (members.length > 0) {
      this.write(leave);
      return;
    }
    const [index, item] = [this.name(), this.name()];
    this.write(`if (!Array.isArray(${value})) ${leave}`, `if (${value}.length === 0) {`);
    // Nothing is the cause of it where as many were sent; elsewhere the array's own requirement may be.
    for (const { check, source } of checks)
      if (check.kind === 'count') this.write(`if (${this.sentLength(source)} !== 0) ${leave}`);
    this.write(
      ...ofItems.map(isSilent),
      '}',
      `for (let ${index} = 0; ${index} < ${value}.length; ${index} += 1) {`,
    );
    const loop = new Block(index);
    const before = this.isCertain;
    this.isCertain = false;
    this.blocks.push(loop);
    this.place(items, item);
    this.blocks.pop();
    this.isCertain = before;
    this.write(`const ${item} = ${value}[${index}];`, ...loop.head, ...loop.lines, '}');
  }

  /** Where its type deviates, all else at its place is silent because of that; what is below is left to the full judge. */
  private checks({ type, checks }: PlannedPlace, value: string): void {
    if (type !== null) this.write(`if (${this.fit(type.fits, value)}) {`, ...this.conforms(type.at));
    for (const check of checks) this.check(check, value);
    if (type !== null) this.write('} else {', ...[type, ...checks].map(({ at }) => leaveAside(at)), '}');
  }

  private check({ at, check, fits, source, where }: PlannedCheck, value: string): void {
    if (check.kind === 'count') {
      const length = `Array.isArray(${value}) ? ${value}.length : -1`;
      this.write(`if (${this.sentLength(source)} !== (${length})) ${leave}`, ...this.conforms(at));
    } else if (check.kind === 'echo') this.echo(at, source, value);
    else {
      const silent = where.map(([asked, wanted]) => `${this.sentAt(asked)} !== ${JSON.stringify(wanted)}`);
      if (check.unless !== undefined) silent.unshift(`${value} === ${JSON.stringify(check.unless)}`);
      const isFit = this.fit(fits, value);
      if (silent.length > 0)
        this.write(
          `if (${silent.join(' || ')}) ${isSilent(at)} else if (${isFit}) ${conforms(at)} else ${leaveAside(at)}`,
        );
      else if (this.isCertain) this.write(...this.conforms(at), `if (!${isFit}) ${leaveAside(at)}`);
      else this.write(`if (${isFit}) ${conforms(at)} else ${leaveAside(at)}`);
    }
  }

  private fit(fits: PlannedCheck['fits'], value: string): string {
    return `fits[${this.fits.push(fits) - 1}](${value})`;
  }

  /** Equality of scalars that were written as JavaScript writes them; see `sameValue` for what may be compared. */
  private echo(at: number, source: SourceTokens | null, value: string): void {
    const sent = source === null ? 'undefined' : this.sentAt(source);
    const isScalar = `(typeof ${value} === 'string' || typeof ${value} === 'number')`;
    this.write(
      `if (${sent} === undefined) ${isSilent(at)}`,
      `else if (${sent} === ${value} && ${isScalar}) ${conforms(at)} else ${leaveAside(at)}`,
    );
  }

  /** Elements of the array at a source; null where none was sent, or one inside another. */
  private sentLength(source: SourceTokens | null): string {
    if (source === null || source.tokens.includes('*')) return 'null';
    const sent = this.sentAt(source);
    return `(Array.isArray(${sent}) ? ${sent}.length : null)`;
  }

  /** Name of the variable that holds what was sent at a source; it is looked up where all of its positions are known. */
  private sentAt({ isPath, tokens }: SourceTokens): string {
    let value = isPath ? 'sent.addressed' : 'sent.body';
    let depth = 0;
    let path = value;
    for (const token of tokens) {
      if (token === '*') depth += 1;
      const block = this.blocks[depth];
      if (block === undefined) return 'undefined';
      path += `/${token}`;
      const made = block.sent.get(path) ?? this.name();
      if (!block.sent.has(path)) {
        const found =
          token === '*'
            ? `Array.isArray(${value}) ? ${value}[${block.index}] : undefined`
            : `isObject(${value}) ? ${value}[${JSON.stringify(token)}] : undefined`;
        block.sent.set(path, made);
        block.head.push(`const ${made} = ${found};`);
      }
      value = made;
    }
    return value;
  }
}

function conforms(at: number): string {
  return `conforming[${at}] += 1;`;
}

function leaveAside(at: number): string {
  return `{ conforming[${at}] = 0; silent[${at}] = ${isAside}; if (!aside.includes(${at})) aside.push(${at}); }`;
}

function isSilent(at: number): string {
  return `silent[${at}] = 1;`;
}

/** A plan as code. */
interface Code {
  /** Makes the function, which notes what it finds in the given arrays. */
  readonly make: (noted: Noted) => Put;
  /** 1 for requirements of which one spot conforms in each message that is not left to others, unless it is left aside. */
  readonly certain: Uint32Array;
}

const known = new WeakMap<Plan, Code>();

function written(plan: Plan): Code {
  const writer = new Writer(plan);
  const { fits, certain } = writer;
  const make = new Function(...parameters, writer.code(plan));
  return {
    make: ({ conforming, silent, aside, values }) =>
      make(fits, isPlainObject, certain, conforming, silent, aside, values) as Put,
    certain,
  };
}

/**
 * A plan as code: compiled once, it takes less than half of the time that looking at the plan for each message takes.
 * Nothing but the contract is in it.
 */
export function codeOf(plan: Plan): Code {
  const code = known.get(plan) ?? written(plan);
  known.set(plan, code);
  return code;
}
