import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { ruleRecord, transformerRecord } from '../support/records.mjs';

/** A service in a process of its own that answers the two operations as the document has them. */
const server = createServer(async (request, response) => {
  const sent = await text(request);
  const [, , entityId, , automationRuleId] = request.url.split('/');
  const data =
    request.method === 'PUT'
      ? transformerRecord(JSON.parse(sent), entityId, 1)
      : ruleRecord(entityId, automationRuleId, 1);
  const body = Buffer.from(JSON.stringify({ status: 'success', requestId: randomUUID(), data }));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.stdout.write(`listens on ${server.address().port}\n`));
