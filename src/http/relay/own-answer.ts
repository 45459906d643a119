import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Header } from '../../model/exchange.ts';
import { headBytes, toWrite } from './headers.ts';

/** Who answers, and why. @param problem may hold text of the service */
function ownAnswer(problem: string): Buffer {
  return Buffer.from(`conformance watch answers this in the service's place: ${problem}.\n`);
}

function ownHeaders(text: Buffer): readonly Header[] {
  return [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(text.length)],
  ];
}

/** Answers instead of the service, and ends the connection. */
export function answerInstead(outgoing: ServerResponse, status: number, problem: string): void {
  const text = ownAnswer(problem);
  outgoing.shouldKeepAlive = false;
  outgoing.sendDate = false;
  outgoing.writeHead(status, toWrite(ownHeaders(text))).end(text);
}

/** The same as bytes, for connections that Node.js no longer handles. */
export function ownAnswerBytes(status: number, problem: string): Buffer {
  const text = ownAnswer(problem);
  const firstLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  const head = headBytes(firstLine, [...ownHeaders(text), ['Connection', 'close']]);
  return Buffer.concat([head, text]);
}

/** @param code of the error by which Node.js refuses it */
export function notHttp(what: string, code: string): string {
  return `${what} cannot be handed on, as it is not HTTP/1.1 by RFC 9112 (${code})`;
}
