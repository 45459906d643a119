import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { endToEnd, forwardedResponse, headBytes, pairs, without } from './headers.ts';
import { type Lane, reset } from './lane.ts';
import { ownAnswerBytes } from './own-answer.ts';
import { isReset, type Onward, obstacleOf, onwardRequest } from './pass.ts';

function upgradeOf({ headers: { upgrade = '' } }: IncomingMessage): readonly (readonly [string, string])[] {
  return [
    ['Connection', 'Upgrade'],
    ['Upgrade', upgrade],
  ];
}

/** Joins two connections: bytes, errors and ends of one reach the other. */
function join(client: Socket, service: Socket): void {
  for (const [one, other] of [
    [client, service],
    [service, client],
  ] as const) {
    one.on('error', (error) => (isReset(error) ? reset(other) : void other.destroy()));
    one.once('close', () => other.destroySoon());
    one.pipe(other);
  }
}

/** Passes the answer of a service that refuses the upgrade, framed by its length or by the end of the connection. */
function passRefusal(answer: IncomingMessage, client: Socket): void {
  const { statusCode: status = 0, statusMessage = '', rawHeaders } = answer;
  const headers = without(forwardedResponse(pairs(rawHeaders), { status, httpVersion: '1.0' }), 'connection');
  client.write(headBytes(`HTTP/1.1 ${status} ${statusMessage}`, [...headers, ['Connection', 'close']]));
  answer.on('error', () => reset(client));
  answer.pipe(client, { end: false });
  answer.on('end', () => (answer.complete ? void client.end() : reset(client)));
}

/**
 * Hands on a request that wants another protocol on its connection, and from then on bytes.
 * @param head what the client sent behind its request
 * @throws Error for a request that Node.js reads and does not write
 */
export function passUpgrade(incoming: IncomingMessage, lane: Lane, head: Buffer, onward: Onward): void {
  const { client } = lane;
  client.on('error', () => undefined);
  const outgoing = onwardRequest(incoming, lane, onward, upgradeOf(incoming));
  let hasAnswered = false;
  client.once('close', () => outgoing.destroy());
  outgoing.on('upgrade', (answer, service, first) => {
    hasAnswered = true;
    const { statusMessage = '', rawHeaders } = answer;
    const headers = [...endToEnd(pairs(rawHeaders)), ...upgradeOf(answer)];
    client.write(headBytes(`HTTP/1.1 101 ${statusMessage}`, headers));
    if (first.length > 0) client.write(first);
    if (head.length > 0) service.write(head);
    join(client, service);
  });
  outgoing.on('response', (answer) => {
    hasAnswered = true;
    passRefusal(answer, client);
  });
  outgoing.on('error', (error) => {
    const obstacle = obstacleOf(error);
    if (obstacle !== null && !hasAnswered) client.end(ownAnswerBytes(502, obstacle.message));
    else if (isReset(error)) reset(client);
    else client.destroySoon();
  });
  outgoing.end();
}
