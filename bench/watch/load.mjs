import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformer } from '../support/records.mjs';

const entityId = '0123456789abcdef0123456789abcdef';
const ruleId = 'aaaaaaaabbbbbbbbccccccccdddddddd';
/** 2 KB, as its conditions are many. */
const body = Buffer.from(JSON.stringify(transformer(1, 12)));
const bearer = { Authorization: 'Bearer bench-token-0123456789' };
const put = {
  method: 'PUT',
  path: `/entity/${entityId}/valuation/derivative/fact/transformer/`,
  headers: { ...bearer, 'Content-Type': 'application/json', 'Content-Length': body.length },
};
const del = { method: 'DELETE', path: `/entity/${entityId}/automationRule/${ruleId}`, headers: bearer };

/** One request. @returns milliseconds to the last byte of its answer */
function ask(port, agent, isPut) {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, ...(isPut ? put : del) }, (answer) => {
      let length = 0;
      answer.on('data', (chunk) => {
        length += chunk.length;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const isWhole =
          answer.statusCode === 200 && length === Number(answer.headers['content-length'] ?? length);
        if (isWhole) resolve(performance.now() - begin);
        else reject(new Error(`status ${answer.statusCode}, ${length} bytes`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(isPut ? body : undefined);
  });
}

/** Asks so often a second for so long, whether answers are there or not. @returns milliseconds of each */
export async function load(port, perSecond, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const asked = [];
  const begin = performance.now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const due = begin + (count * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    asked.push(ask(port, agent, count % 2 === 0));
  }
  const answers = await Promise.all(asked);
  agent.destroy();
  return answers;
}
