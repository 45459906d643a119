/** Reading every output as its reader would, to find what is left of a secret. */

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...stringsIn(item)]);
}

/** Bodies that are no UTF-8 are kept as Base64; what they hold is looked at too. */
function bytesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { encoding, text } = value as { encoding?: unknown; text?: unknown };
  if (encoding === 'base64' && typeof text === 'string') {
    const bytes = Buffer.from(text, 'base64');
    return [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')];
  }
  return Object.values(value).flatMap(bytesIn);
}

function readJson(text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  return [...stringsIn(value), ...bytesIn(value)];
}

const xmlReferences: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function readXml(text: string): readonly string[] {
  return [text.replaceAll(/&(\w+);/g, (whole, name: string) => xmlReferences[name] ?? whole)];
}

function readMarkdown(text: string): readonly string[] {
  const plain = text.replaceAll('<!-- -->', '');
  return [plain.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))];
}

/** Characters that were made visible, as themselves. */
function unhidden(text: string): string {
  return text.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
    String.fromCodePoint(parseInt(code, 16)),
  );
}

/** Braces stand doubled in messages. */
function readSarif(text: string): readonly string[] {
  return readJson(text).flatMap((one) => [one, one.replaceAll('{{', '{').replaceAll('}}', '}')]);
}

const readers: Readonly<Record<string, (text: string) => readonly string[]>> = {
  json: readJson,
  'code-quality': readJson,
  recording: (text) => text.trimEnd().split('\n').flatMap(readJson),
  junit: readXml,
  html: readXml,
  markdown: readMarkdown,
  sarif: readSarif,
};

/** Outputs in which one of these texts stands, as written or as read, each by the name of its format. */
export function tracesOf(
  texts: readonly string[],
  outputs: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(outputs).flatMap(([name, output]) => {
    const read = [output, ...(readers[name]?.(output) ?? [])];
    const views = [...read, ...read.map(unhidden)];
    const kept = texts.filter((text) => views.some((view) => view.includes(text)));
    return kept.map((text) => `${name}: ${text}`);
  });
}
