import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformer } from './records.mjs';

/** 2 KB, as its conditions are many. */
const body = Buffer.from(JSON.stringify(transformer(1, 12)));
const json = { 'Content-Type': 'application/json', 'Content-Length': body.length };

/** One request. @returns milliseconds to the last byte of its answer */
function ask(port, agent, isPut, { token, entityId, automationRuleId }) {
  const headers = { Authorization: `Bearer ${token}` };
  const entity = `/entity/${entityId}`;
  const put = {
    method: 'PUT',
    path: `${entity}/valuation/derivative/fact/transformer/`,
    headers: { ...headers, ...json },
  };
  const del = { method: 'DELETE', path: `${entity}/automationRule/${automationRuleId}`, headers };
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
export async function load(port, target, perSecond, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const asked = [];
  const begin = performance.now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const due = begin + (count * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    asked.push(ask(port, agent, count % 2 === 0, target));
  }
  const answers = await Promise.all(asked);
  agent.destroy();
  return answers;
}
