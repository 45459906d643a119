import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { initRows, type Reply } from '../cases/init.ts';
import { conformance } from '../support/cli.ts';
import { usualValues } from '../support/conforming.ts';
import { inPlace } from '../support/in-place.ts';
import { goodToken } from '../support/service.ts';
import { contract } from '../support/subject.ts';

/** `init`: flags, or replies of somebody at a terminal in; `.env` out, and not one request. */

const scene = vi.hoisted(() => ({ said: [] as string[], next: (_: string): Reply => '' }));

vi.mock('@clack/prompts', () => {
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
  const tell = (text: string) => void scene.said.push(flat(text));
  const answered = (message: string, reply: Reply) => {
    tell(`? ${message}: ${String(reply)}`);
    return reply;
  };
  return {
    isCancel: (reply: unknown) => typeof reply === 'symbol',
    log: { info: (text: string) => tell(`- ${text}`) },
    confirm: async ({ message, initialValue }: { message: string; initialValue: boolean }) =>
      answered(`${message} (${initialValue})`, scene.next(message)),
    select: async ({ message, options }: { message: string; options: { value: string }[] }) => {
      const wanted = answered(message, scene.next(message));
      if (!options.some(({ value }) => value === wanted))
        throw new Error(`${message} has no ${String(wanted)}`);
      return wanted;
    },
    // biome-ignore lint/suspicious/noExplicitAny: a schema of the library
    text: async ({ message, validate }: any) => {
      for (const reply of [scene.next(message)].flat() as Reply[]) {
        answered(message, reply);
        if (typeof reply === 'symbol') return reply;
        const { issues } = await validate['~standard'].validate(reply);
        if (issues === undefined) return reply;
        tell(`  no: ${issues[0].message}`);
      }
      throw new Error(`${message}: every reply was refused`);
    },
  };
});

const replies: Reply[] = [];
beforeEach(() => {
  scene.said = [];
  scene.next = (message) => {
    // Operations whose questions no row writes down.
    const further = contract.operations.filter(({ name }) => !['put', 'delete'].includes(name));
    const one = further.flatMap(({ asks = [] }) => asks).find((asked) => asked.message === message);
    if (one !== undefined && 'key' in one) return [usualValues[one.key] ?? ''].flat().join();
    const reply = replies.shift();
    if (reply === undefined) throw new Error(`nobody answers ${message}`);
    return reply;
  };
});

/** The plan, which other tests show. */
const plan =
  /^Nothing was sent\. The settings of a run:\n.*?(?=^(?:No request was sent|The connection to))/ms;
const withoutIds = (text: string) => text.replaceAll(/run [0-9a-f]{12}/g, 'run ID');
const lines = new Map<string, readonly string[]>();

test.each(Object.entries(initRows))('%s', (name, { args = [], env = {}, dotenv, ...row }) =>
  inPlace(row, async ({ cwd, baseUrl, service, plain }) => {
    const own = (text: string) => text.replaceAll('SERVICE', baseUrl);
    const ownReply = (reply: Reply): Reply =>
      typeof reply === 'string' ? own(reply) : typeof reply === 'object' ? reply.map(own) : reply;
    replies.splice(0, replies.length, ...(row.replies ?? []).map(ownReply));
    const words = args.map(own);
    const file = words[words.indexOf('--env-file') + 1 || words.length] ?? '.env';
    const path = join(cwd, file);
    if (dotenv === 'a link') symlinkSync('token', path);
    if (dotenv === 'a folder') mkdirSync(path);
    const before = readdirSync(cwd);
    const environment = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, own(value)]));
    const columns = 1_000;
    const io = { interactive: row.replies !== undefined, columns };
    const {
      code,
      stdout: printed,
      stderr: errors,
    } = await conformance(['init', ...words], { cwd, env: environment, io });
    expect(replies).toEqual([]);
    expect(service.calls).toEqual([]);
    expect(printed + errors + scene.said.join()).not.toContain(goodToken);
    for (const [other, text] of Object.entries(row.files ?? {}))
      expect(readFileSync(join(cwd, other), 'utf8')).toBe(text);
    const made = readdirSync(cwd).filter((one) => !before.includes(one));
    const written = made.length === 0 ? [] : readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(made).toEqual(made.length === 0 ? [] : [file]);
    if (made.length > 0) expect(statSync(path).mode & 0o777).toBe(0o600);
    if (code !== 0 && code !== 3) expect([printed, made]).toEqual(['', []]);
    else {
      // What it names as the next command is what it has shown the plan of, once what it asks for is there.
      const lacking = /^\.env exists, .*?\n\n(.*?)\n\n/s.exec(printed)?.[1] ?? '';
      if (lacking !== '') appendFileSync(path, `\n${lacking}\n`);
      if (/Add the line/.test(printed)) appendFileSync(path, `CONFORMANCE_ACCESS_TOKEN=${goodToken}\n`);
      const next = /^ {2}conformance (run.*)$/m.exec(printed)?.[1]?.split(' ') ?? [];
      const planned = await conformance([...next, '--plan'], { cwd, env: environment, io: { columns } });
      expect(planned.code).toBe(0);
      if (lacking === '' && !/Add the line/.test(printed))
        expect(withoutIds(printed)).toContain(withoutIds(planned.stdout));
    }
    const text = (printed + errors)
      .replace(plan, '(the plan)\n')
      .replace(/(?<=with these settings:\n)( {2}.*\n)+/, '');
    const names = written.map((line) => line.split('=')[0]?.replace('CONFORMANCE_', ''));
    const wrote = made.length === 0 ? [] : [`writes ${names.slice(1).join(' ')}`];
    const said = [...scene.said, ...text.split('\n'), ...wrote, ...written.slice(1)];
    lines.set(name, [
      `# ${name}: exit ${code}`,
      ...said.flatMap((line) => (/^(?: {5}.*|✓.*)?$/.test(line) ? [] : `  ${plain(line)}`)),
    ]);
  }),
);

test('each in its lines; of those but the two for all, what these do not say', async () => {
  const usual = new Set([...lines].flatMap(([name, own]) => (/for all$/.test(name) ? own : [])));
  const text = [...lines].flatMap(([name, own]) =>
    own.filter((line) => /for all$/.test(name) || !usual.has(line)),
  );
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/init.txt');
});
