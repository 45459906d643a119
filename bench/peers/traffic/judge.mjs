import { createReadStream } from 'node:fs';

/**
 * Our judge over both sides of NDJSON, read in blocks that are cut at line feeds: what a check comes to without recognising
 * formats, masking, counting by time and client, and reports. Counts exchanges, and requirements by verdict.
 */

const built = new URL('../../../build/src/', import.meta.url);
const { Judge } = await import(new URL('judge/judge.js', built));
const { contract } = await import(new URL('operations/index.js', built));

const place = /\/entity\/([^/]+)\/(?:automationRule\/([^/?]+)$|valuation\/)/;
const complete = { headers: 'complete', body: 'whole' };
const recorded = { request: complete, response: complete };
const timings = { startedAt: '', connectMs: null, firstByteMs: null, totalMs: 0 };

function exchangeOf({ request, response }, number) {
  const [, entityId, automationRuleId] = place.exec(request.url);
  const operation = automationRuleId === undefined ? 'put' : 'delete';
  const id = `exchange-${number}`;
  return {
    id,
    probe: id,
    operation,
    credentials: 'authorised',
    purpose: '',
    request: {
      method: request.method,
      url: request.url,
      headers: Object.entries(request.headers),
      addressed: automationRuleId === undefined ? { entityId } : { entityId, automationRuleId },
      ...(request.body === undefined ? {} : { body: request.body }),
    },
    response: {
      status: response.status,
      reason: '',
      headers: Object.entries(response.headers),
      body: { encoding: 'utf8', text: response.body, bytes: response.body.length },
      decoded: [],
    },
    masked: [],
    timings,
    recorded,
  };
}

const judge = new Judge(contract, { side: 'both' });
let lines = 0;

function add(line) {
  lines += 1;
  judge.add(exchangeOf(JSON.parse(line), lines), lines);
}

let rest = Buffer.alloc(0);
for await (const block of createReadStream(process.argv[2], { highWaterMark: 512 * 1024 })) {
  const end = block.lastIndexOf(0x0a) + 1;
  if (end > 0)
    for (const line of Buffer.concat([rest, block.subarray(0, end)])
      .toString()
      .split('\n'))
      if (line !== '') add(line);
  rest = end > 0 ? Buffer.from(block.subarray(end)) : Buffer.concat([rest, block]);
}
if (rest.length > 0) add(rest.toString());

/** Exchanges are not kept, so those with requestIds alike are told of by their ids. */
const { findings } = judge.results((key) => ({ forgotten: `exchange-${key}` }));
const all = [...findings.values()];
const deviating = all.reduce((sum, { counts }) => sum + counts.deviates, 0);
const conforming = all.filter(({ verdict }) => verdict === 'conforms').length;
process.stdout.write(`${lines}: ${conforming} conform; deviations in ${deviating} exchanges\n`);
