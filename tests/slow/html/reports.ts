import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/cli.ts';
import { page as render } from '../../support/rendered.ts';
import { noRule, runAgainst, runScript, targetSettings } from '../../support/run-target.ts';
import { type Script, sendPrepared } from '../../support/service.ts';
import type { Report } from '../../support/subject.ts';
import { reportOfLines, threeClients } from '../../support/three-clients.ts';
import { report as handMade } from '../../unit/reporters/fixture.ts';
import { hostile, hostileTexts, withText } from '../../unit/reporters/hostile.ts';

/** Markup that would run, load or submit something wherever it came to stand unescaped; each calls owned(). */
export const attacks: readonly string[] = [
  '<script>owned()</script>',
  '</script><script>owned()</script>',
  '</title></style></textarea><img src=x onerror=owned()>',
  '"><svg onload=owned()>',
  "' onmouseover=owned() autofocus onfocus=owned() x='",
  '<a href="javascript:owned()">x</a><iframe srcdoc="<script>parent.owned()</script>"></iframe>',
  '<link rel=stylesheet href=http://127.0.0.1:9/x.css><img src=http://127.0.0.1:9/x.png>',
  '--><base href=http://127.0.0.1:9/><meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '<details open ontoggle=owned()><form action=http://127.0.0.1:9/><button>',
];

/** Answers to the authorised requests changed by a function; the others are refused as they should be. */
function changing(change: (body: string) => string): Script {
  return ({ credentials }, prepared, response) => {
    const body = credentials === 'authorised' ? change(prepared.body) : prepared.body;
    sendPrepared({ ...prepared, body }, response);
  };
}

interface Envelope {
  readonly data: Record<string, unknown>;
}

/** The record with one member that is wrong, one that is missing, and one that differs from what is only shown. */
function deviatingBody(text: string): string {
  const { data, ...envelope } = JSON.parse(text) as Envelope;
  const { enabled: _, ...record } = data;
  return JSON.stringify({
    ...envelope,
    data: { ...record, createdAt: '2026-01-15T09:30:00', entityId: 'f' },
  });
}

/** The record with ten mistakes between both operations. */
function ofTenMistakes(text: string): string {
  const { data, ...envelope } = JSON.parse(text) as Envelope;
  const { action } = data as { readonly action?: Record<string, unknown> };
  const { createdAt, priority: _, ...record } = data;
  const changed =
    action === undefined
      ? {
          ...record,
          createdAt: '2026-01-15T09:30:00Z',
          deletedAt: '2026-01-15T09:30:00Z',
          enableAutomationJournalApproved: true,
          integrationId: '01234567-89AB-cdef-0123-456789abcdef',
        }
      : {
          ...record,
          created_at: createdAt,
          name: 'another',
          entityId: 'f',
          action: { ...action, amount: '16', currency: '15', datetime: '11' },
        };
  return JSON.stringify({ ...envelope, data: changed });
}

/** A value of the third of five responses to the PUT is text where it is none. */
function nowAndThen(): Script {
  let responses = 0;
  return changing((text) => {
    // The DELETE is sent meanwhile.
    if (!text.includes('"derivativeType"')) return text;
    responses += 1;
    return responses === 3 ? text.replace('"enabled":true', '"enabled":"true"') : text;
  });
}

/** The record beside a list of a thousand lines and a text of a hundred thousand characters. */
function withMuch(text: string): string {
  const { data, ...envelope } = JSON.parse(text) as Envelope;
  const list = Array.from({ length: 1_000 }, (_, at) => `item ${at}`);
  return JSON.stringify({ list, text: 'x'.repeat(100_000), ...envelope, data });
}

/** Every string of the record, some keys and a header, all hostile. */
const hostileScript: Script = ({ credentials }, prepared, response) => {
  if (credentials !== 'authorised') return sendPrepared(prepared, response);
  const texts = [...attacks, ...hostileTexts];
  const { data, ...envelope } = JSON.parse(prepared.body) as Envelope;
  const changed = Object.entries(data).map(([key, value], at) => [
    key,
    typeof value === 'string' ? texts[at % texts.length] : value,
  ]);
  const extra = texts.map((text) => [text, text] as const);
  const body = JSON.stringify({ ...envelope, data: Object.fromEntries([...changed, ...extra]) });
  const headers = { ...prepared.headers, server: attacks.join(' '), 'x-echo': attacks.join(' ') };
  sendPrepared({ status: 200, headers, body }, response);
};

const makers = {
  conforming: async () => (await runScript()).report,
  deviating: async () => (await runScript(changing(deviatingBody), { repeat: 2 })).report,
  incomplete: async () => {
    const refused = changing(() => '{"error":"no"}');
    return (await runScript(refused, { values: noRule })).report;
  },
  hostile: async () => (await runScript(hostileScript)).report,
  'ten mistakes': async () => (await runScript(changing(ofTenMistakes))).report,
  intermittent: async () => (await runScript(nowAndThen(), { repeat: 5 })).report,
  unreachable: async () => (await runAgainst(targetSettings('http://127.0.0.1:9'))).report,
  huge: async () => (await runScript(changing(withMuch))).report,
  'made by hand': async () => ({
    ...handMade,
    document: { ...handMade.document, url: 'https://wiki.example/document' },
  }),
  traffic: () => reportOfLines(threeClients(600)),
  'hostile throughout': async () => withText(`${attacks.join(' ')} ${hostile}`),
} as const satisfies Readonly<Record<string, () => Promise<Report>>>;

export type PageName = keyof typeof makers;
export const pageNames = Object.keys(makers) as readonly PageName[];

const texts = new Map<PageName, Promise<string>>();

/** The text of a page; each is made once, for all files of a worker. */
export function pageText(name: PageName): Promise<string> {
  const text = texts.get(name) ?? makers[name]().then(render);
  texts.set(name, text);
  return text;
}

/** Path of a new file that holds a page. */
export async function pageFile(name: PageName): Promise<string> {
  const path = join(temporaryFolder(), `${name.replaceAll(' ', '-')}.html`);
  writeFileSync(path, await pageText(name));
  return path;
}
