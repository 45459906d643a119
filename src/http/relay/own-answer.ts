import type { Header } from '../../model/exchange.ts';
import { headBytes } from './headers.ts';

/** Who answers, and why. @param problem may hold text of the service */
export function ownAnswer(problem: string): Buffer {
  return Buffer.from(`conformance watch answers this in the service's place: ${problem}.\n`);
}

export function ownHeaders(text: Buffer): readonly Header[] {
  return [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(text.length)],
  ];
}

/** A whole answer, for connections that Node.js no longer handles. @param status code and phrase */
export function ownAnswerBytes(status: string, problem: string): Buffer {
  const text = ownAnswer(problem);
  const head = headBytes(`HTTP/1.1 ${status}`, [...ownHeaders(text), ['Connection', 'close']]);
  return Buffer.concat([head, text]);
}

/** @param code of the error by which Node.js refuses it */
export function notHttp(what: string, code: string): string {
  return `${what} cannot be handed on, as it is not HTTP/1.1 by RFC 9112 (${code})`;
}
