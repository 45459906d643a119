import { beforeAll, describe, expect, test } from 'vitest';
import { aimedAt, allFiles, everythingOf, problemsLeftBy } from '../attacks/outputs.ts';
import { type Run, run } from '../commands/targets.ts';
import { folderWith } from '../support/cli.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { startProxy } from '../support/proxy.ts';
import type { Script } from '../support/service.ts';
import { startService } from '../support/service.ts';
import { type Form, formsOf, places, readableFrom } from './echoes.ts';

/** A service that says again what it was told in confidence. */

const secrets = {
  'access token': 'aw"k\\w<a>r&d/+=%-t0ken',
  'header X-Gateway-Key': 'gate<way>&"key"-0815',
  'proxy password': "p@ss'w0rd/+<1>",
} as const;

interface Echo {
  readonly name: string;
  readonly answer: string;
  readonly planted: string;
}

function echoesOf(secret: string, value: string, form: Form): readonly Echo[] {
  return Object.entries(places).flatMap(([place, write]) => {
    const answer = write(form);
    // What a reader of JSON sees of it.
    const planted = form.name.startsWith('JSON') ? value : form.text;
    return answer === null ? [] : [{ name: `${secret}, ${form.name}, in ${place}`, answer, planted }];
  });
}

const echoes = sampleOf(
  Object.entries(secrets).flatMap(([secret, value]) =>
    formsOf(value).flatMap((form) => echoesOf(secret, value, form)),
  ),
  gateTakesAFifth,
);

/** Each PUT is answered with the next echo. */
function echoing(): Script {
  let next = 0;
  return (_call, _prepared, _response, socket) => {
    socket.end(echoes[next]?.answer ?? '', 'latin1');
    next += 1;
  };
}

async function echoedRun(): Promise<Run> {
  const cwd = folderWith({ 'headers.txt': `X-Gateway-Key: ${secrets['header X-Gateway-Key']}\n` });
  await using proxy = await startProxy();
  const password = encodeURIComponent(secrets['proxy password']);
  const args = ['--operation', 'put', '--no-unauthorized', '--repeat', String(echoes.length)];
  await using service = await startService(echoing());
  return await run(args, {
    cwd,
    env: {
      ...aimedAt({ baseUrl: service.baseUrl.replace('127.0.0.1', 'service.test') }),
      CONFORMANCE_ALLOW_WRITES_TO: new URL(service.baseUrl).host.replace('127.0.0.1', 'service.test'),
      CONFORMANCE_ALLOW_HTTP: 'true',
      CONFORMANCE_HEADERS_FILE: 'headers.txt',
      CONFORMANCE_ACCESS_TOKEN: secrets['access token'],
      HTTP_PROXY: proxy.url.replace('//', `//operator:${password}@`),
    },
  });
}

describe('secrets that a service says again, in every form and every place', () => {
  let ended: Run;
  beforeAll(async () => {
    ended = await echoedRun();
  });

  test('are in no output', () => {
    expect(ended.files).toEqual(allFiles);
    for (const [name, text] of Object.entries(everythingOf(ended))) {
      const found = echoes.filter(({ planted }) => text.includes(planted)).map((echo) => echo.name);
      expect(found, name).toEqual([]);
    }
  });

  test.each(formsOf(secrets['access token']))('would be read where it was left: $name', ({ text }) =>
    expect(readableFrom(`a ${text} b`, [secrets['access token']])).toEqual([secrets['access token']]),
  );

  test('cannot be read from any output, whatever is undone', () => {
    for (const [name, text] of Object.entries(everythingOf(ended)))
      expect(readableFrom(text, Object.values(secrets)), name).toEqual([]);
  });

  test('leave reports that are complete', () => {
    // A body that breaks off is no JSON, which is stated.
    expect(ended.code).toBe(1);
    const deviating = ended.report().problems.flatMap(({ requirements }) => requirements);
    expect(deviating).toContain('put:json');
    expect(problemsLeftBy(ended)).toEqual([]);
  });

  test('were masked in each exchange, and by name', () => {
    const { exchanges, observations } = ended.report();
    expect(exchanges).toHaveLength(echoes.length);
    const unnoted = exchanges.flatMap(({ masked }, at) =>
      masked.some(({ part }) => !part.startsWith('request')) ? [] : [echoes[at]?.name],
    );
    expect(unnoted).toEqual([]);
    expect(observations.find(({ id }) => id === 'question.response.secrets')).toMatchObject({
      prominent: true,
    });
  });
});
