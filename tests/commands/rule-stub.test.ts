import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { listening } from '../support/free-port.ts';
import { partsOf, textOf } from '../support/markdown.ts';
import { startService } from '../support/service.ts';
import { aimedAt, run, without } from './targets.ts';

/** The endpoints in docs/ci.md that make a rule, each in as much of its framework as it uses. */

interface Incoming {
  readonly params: { readonly entityId: string };
}
type Handler = (request: Incoming, response: object) => Promise<unknown>;
type Respond = (handler: Handler, request: Incoming, response: ServerResponse) => Promise<unknown>;

/** How a framework sends what a handler gives it. */
const frameworks: Readonly<Record<string, Respond>> = {
  Express: (handler, request, response) => {
    const sending = {
      type: (name: string) => {
        response.setHeader('Content-Type', `${name}/plain`);
        return sending;
      },
      send: (text: string) => response.end(text),
    };
    return handler(request, sending);
  },
  Fastify: async (handler, request, response) => response.end(await handler(request, {})),
};

const blocks = partsOf(textOf('docs/ci.md')).blocks.filter(({ language }) => language === 'js');

/** What a block registers at this stage: paths with their handlers. */
function registered(lines: readonly string[], stage: string, createRule: unknown) {
  const handlers = new Map<string, Handler>();
  const app = { post: (path: string, handler: Handler) => handlers.set(path, handler) };
  const register = new Function('app', 'createRule', 'process', lines.join('\n'));
  register(app, createRule, { env: { STAGE: stage } });
  return handlers;
}

test('docs/ci.md has an endpoint for each framework', () =>
  expect(blocks.map(({ lines: [first] }) => first)).toEqual(
    Object.keys(frameworks).map((name) => `// ${name}`),
  ));

test.each(blocks)('the endpoint at docs/ci.md:$line makes the rule of a run', async ({ lines }) => {
  const made: unknown[] = [];
  const createRule = async (rule: unknown) => {
    made.push(rule);
    return { automationRuleId };
  };
  const respond = frameworks[lines[0]?.slice('// '.length) ?? ''];
  const [[path = '', handler] = []] = registered(lines, 'staging', createRule);
  if (respond === undefined || handler === undefined) throw new Error('nothing is registered');
  const matching = new RegExp(`^${path.replace(':entityId', '(?<entityId>[^/]+)')}$`);
  const server = createServer((request, response) => {
    const id = matching.exec(request.url ?? '')?.groups?.['entityId'];
    if (request.method !== 'POST' || id === undefined) response.writeHead(404).end();
    else void respond(handler, { params: { entityId: id } }, response);
  });
  const port = await listening(server);
  const calls = `fetch("http://127.0.0.1:${port}/entity/"+process.env.CONFORMANCE_ENTITY_ID+"/conformance-rule",{method:"POST"})`;
  const command = `'${process.execPath}' -e '${calls}.then(async (r) => process.stdout.write(await r.text()))'`;
  await using service = await startService();
  const env = { ...without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID') };
  const ended = await run([], { env: { ...env, CONFORMANCE_RULE_COMMAND: command } });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);

  expect(made).toEqual([{ entityId }]);
  await new Promise((closed) => server.close(closed));
});

test.each(blocks)('the endpoint at docs/ci.md:$line is in staging alone', ({ lines }) =>
  expect(registered(lines, 'production', null).size).toBe(0),
);
