import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aimedAt } from '../../commands/targets.ts';
import { conformance, folderWith, temporaryFolder } from '../../support/cli.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { onDay, onTarget } from '../../support/series.ts';
import { type Script, sendPrepared, startService } from '../../support/service.ts';
import type { Report } from '../../support/subject.ts';
import { asLine } from '../../support/traffic.ts';

/** Every kind of page, as commands write it. */

/** Markup that would run, load or submit something wherever it came to stand unescaped; each calls owned(). */
const attacks: readonly string[] = [
  '<script>owned()</script>',
  '</script><script>owned()</script>',
  '</title></style></textarea><img src=x onerror=owned()>',
  '"><svg onload=owned()>',
  "' onmouseover=owned() autofocus onfocus=owned() x='",
  '<a href="javascript:owned()">x</a><iframe srcdoc="<script>parent.owned()</script>"></iframe>',
  '<link rel=stylesheet href=http://127.0.0.1:9/x.css><img src=http://127.0.0.1:9/x.png>',
  '--><base href=http://127.0.0.1:9/><meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '<details open ontoggle=owned()><form action=http://127.0.0.1:9/><button>',
  `${'a'.repeat(300)}\u202e\u0007\ud800 %00 ${'字'.repeat(200)}`,
];

type Envelope = { readonly data: Record<string, unknown> };

/** Answers to the authorised requests changed by a function; the others are refused as they should be. */
function changing(change: (envelope: Envelope) => object): Script {
  return ({ credentials }, prepared, response) => {
    if (credentials !== 'authorised') return sendPrepared(prepared, response);
    const body = JSON.stringify(change(JSON.parse(prepared.body)));
    const headers = { ...prepared.headers, 'x-echo': attacks[3] ?? '' };
    sendPrepared({ ...prepared, body, headers }, response);
  };
}

/** The record with one member that is wrong, one that is missing, and one that differs from what is only shown. */
const deviating = changing(({ data: { enabled: _, ...data }, ...envelope }) => ({
  ...envelope,
  data: { ...data, createdAt: '2026-01-15T09:30:00', entityId: 'f' },
}));

const hostile = changing(({ data, ...envelope }) => {
  const texts = attacks.map((text) => [text, text]);
  const changed = Object.entries(data).map(([key, value], at) => [
    key,
    typeof value === 'string' ? attacks[at % attacks.length] : value,
  ]);
  return { ...envelope, data: Object.fromEntries([...changed, ...texts]) };
});

const huge = changing((envelope) => ({
  list: Array.from({ length: 1_000 }, (_, at) => `item ${at}`),
  text: 'x'.repeat(100_000),
  ...envelope,
}));

async function ranAgainst(script?: Script): Promise<string> {
  await using service = await startService(script);
  const cwd = temporaryFolder();
  await conformance(['run', '--out', '.', '--reporter', 'json,html'], { cwd, env: aimedAt(service) });
  return join(cwd, 'report.html');
}

/** The page of a `compare` over these reports, whose names are the order, each beside a page of its own. */
async function compared(reports: readonly Report[], name: string): Promise<string> {
  const cwd = temporaryFolder();
  const folders = reports.map((report, at) => {
    const folder = `all/${at + 100}`;
    mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, folder, 'report.json'), JSON.stringify(report));
    return folder;
  });
  for (const folder of folders.slice(0, 10))
    await conformance(['render', `${folder}/report.json`, '--reporter', 'html'], { cwd });
  const given = folders.length === 2 ? folders : ['all'];
  await conformance(['compare', ...given, '--out', 'all', '--reporter', 'html'], { cwd });
  return join(cwd, 'all', `${name}.html`);
}

/** The report of a page. */
async function reportOf(name: 'conforming' | 'hostile'): Promise<Report> {
  return JSON.parse(readFileSync((await fileOf(name)).replace('.html', '.json'), 'utf8'));
}

const wrong = { 'delete.data.priority:type': 'deviates' } as const;

async function traffic(): Promise<string> {
  const lines = conformingExchanges().map(asLine);
  const faulty = lines.map((line) => line.replace('\\"enabled\\":true', '\\"enabled\\":\\"yes\\"'));
  const cwd = folderWith({ 'traffic.ndjson': [...lines, ...faulty, ...lines].join('\n') });
  await conformance(['check', 'traffic.ndjson', '--side', 'both', '--out', '.'], { cwd });
  return join(cwd, 'report.html');
}

const makers = {
  conforming: () => ranAgainst(),
  deviating: () => ranAgainst(deviating),
  hostile: () => ranAgainst(hostile),
  huge: () => ranAgainst(huge),
  traffic,
  comparison: async () => compared([await reportOf('conforming'), await reportOf('hostile')], 'comparison'),
  'side by side': async () => {
    const report = await reportOf('hostile');
    const hosts = Array.from({ length: 10 }, (_, at) =>
      onTarget(onDay(report, at, at === 1 ? wrong : {}), `https://host-${at}.europe-west.example.com/api`),
    );
    return compared(hosts, 'matrix');
  },
  history: async () => {
    const report = await reportOf('conforming');
    const nights = Array.from({ length: 100 }, (_, at) => onDay(report, at, at > 71 ? wrong : {}));
    return compared(nights, 'matrix');
  },
} as const;

export type Name = keyof typeof makers;
export const names = Object.keys(makers) as readonly Name[];

const made = new Map<Name, Promise<string>>();

/** Path of a page, which is made when it is first asked for. */
export function fileOf(name: Name): Promise<string> {
  const file = made.get(name) ?? makers[name]();
  made.set(name, file);
  return file;
}
