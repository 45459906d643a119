import { conformingExchanges, deleteAnswer, putAnswer, recordingOf, utf8Response } from './conforming.ts';
import type { Exchange, Failure, FailureKind, Header, Recording } from './subject.ts';

/** Runs as data: the conforming run, and what is different about it. */

/**
 * `put` or `delete`: its authorised request; `both`: these two; `put*`: all requests of the operation; `none`,
 * `made-up`: those with such credentials; `*`: all; anything else: the one with this id. Joined by a space: where all apply.
 */
export type Where = string;
export type Edit = (all: readonly Exchange[]) => readonly Exchange[];
type Changes = Readonly<Record<string, unknown>>;
type Start = Partial<Recording['header']>;
export type Changed = Start & Partial<Pick<Recording, 'cut'>>;

function isAt(where: Where, { id, operation, credentials }: Exchange): boolean {
  const isAuthorised = credentials === 'authorised';
  return where.split(' ').every((word) => {
    if (word === '*' || (word === 'both' && isAuthorised)) return true;
    if (word.endsWith('*')) return operation === word.slice(0, -1);
    return word === id || word === credentials || (word === operation && isAuthorised);
  });
}

export function change(where: Where, edit: (one: Exchange) => Partial<Exchange>): Edit {
  return (all) => all.map((one) => (isAt(where, one) ? { ...one, ...edit(one) } : one));
}

/** Another response; a body that is no text is sent as JSON. */
export function answer(where: Where, status: number, body: unknown, headers?: readonly Header[]): Edit {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return change(where, () => ({ response: utf8Response(text, status, headers) }));
}

/** The conforming response with other members of its record and its envelope; undefined removes one. */
export function record(operation: 'put' | 'delete', changes: Changes, envelope: Changes = {}): Edit {
  const usual = operation === 'put' ? putAnswer : deleteAnswer;
  return answer(operation, 200, { ...usual, data: { ...usual.data, ...changes }, ...envelope });
}

/** @param head what came of the response before it failed */
export function fail(
  where: Where,
  kind: FailureKind,
  message: string,
  sent: boolean,
  head?: NonNullable<Failure['head']>,
): Edit {
  const failure: Failure = { kind, sent, message, ...(head === undefined ? {} : { head }) };
  return (all) =>
    all.map((one) => {
      if (!isAt(where, one)) return one;
      const { response: _, ...rest } = one;
      return { ...rest, failure };
    });
}

/** A redirect to a place, which is never followed. */
export function redirect(where: Where, location: string): Edit {
  return answer(where, 302, '', [['location', location]]);
}

/** The request of this id a second time, with another response. */
export function again(id: string, edit: Edit): Edit {
  return (all) => [
    ...all,
    ...edit(all.filter((one) => one.id === id)).map((one) => ({ ...one, id: `${id}-2`, probe: `${id}-2` })),
  ];
}

/** The request of this id so many times, each with another response; the first is number 1. */
export function times(id: string, count: number, edit: (number: number) => Edit): Edit {
  return (all) =>
    all.flatMap((one) => {
      if (one.id !== id) return one;
      return Array.from({ length: count }, (_, at) => {
        const name = at === 0 ? id : `${id}-${at + 1}`;
        return edit(at + 1)([one]).map((made) => ({ ...made, id: name, probe: name }));
      }).flat();
    });
}

export function only(where: Where): Edit {
  return (all) => all.filter((one) => isAt(where, one));
}

export interface Run {
  readonly edits: readonly Edit[];
  readonly changed: Changed;
}

/** Edits of the conforming run, and of its header. */
export function run(...parts: readonly (Edit | Changed)[]): Run {
  const edits = parts.filter((part) => typeof part === 'function');
  return { edits, changed: Object.assign({}, ...parts.filter((part) => typeof part !== 'function')) };
}

export function exchangesOf({ edits }: Pick<Run, 'edits'>): readonly Exchange[] {
  return edits.reduce((all, edit) => edit(all), conformingExchanges());
}

export function recorded(given: Run, more: Start = {}): Recording {
  const { cut = false, ...header } = given.changed;
  return { ...recordingOf(exchangesOf(given), { ...header, ...more }), cut };
}
