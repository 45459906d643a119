/** Each file that is read as text, but for traffic, and a command line that reads it. */
export interface TextFileCase {
  readonly file: string;
  readonly text: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that the file replaces. */
  readonly without?: readonly string[];
}

/** Files that a run makes are in `made`. */
export function textFileCases(files: {
  readonly variables: string;
  readonly certificate: string;
  readonly key: string;
  readonly report: string;
  readonly recording: string;
}): readonly TextFileCase[] {
  const plan = ['run', '--plan'];
  const waivers = '{"waivers":[]}';
  const answers = JSON.stringify({ formatVersion: 1, found: {}, declared: {} });
  const certificates = { 'client.pem': files.certificate, 'client.key': files.key };
  const client = { CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'client.key' };
  return [
    { file: 'staging.env', text: files.variables, args: [...plan, '-e', 'staging.env'] },
    { file: '.env', text: files.variables, args: plan },
    {
      file: 'token',
      text: 'token-0123456789\n',
      args: plan,
      env: { CONFORMANCE_ACCESS_TOKEN_FILE: 'token' },
      without: ['CONFORMANCE_ACCESS_TOKEN'],
    },
    { file: 'ca.pem', text: files.certificate, args: plan, env: { CONFORMANCE_CA_FILE: 'ca.pem' } },
    ...Object.entries(certificates).map(([file, text]) => ({ file, text, args: plan, env: client })),
    { file: 'headers', text: 'X-Gateway: one\n', args: plan, env: { CONFORMANCE_HEADERS_FILE: 'headers' } },
    {
      file: 'body.json',
      text: '{"name": "ü"}',
      args: plan,
      env: { CONFORMANCE_TRANSFORMER_FILE: 'body.json' },
    },
    { file: 'waivers.json', text: waivers, args: [...plan, '--waivers', 'waivers.json'] },
    {
      file: 'waivers.json',
      text: waivers,
      args: ['render', 'made/exchanges.ndjson', '--waivers', 'waivers.json'],
    },
    {
      file: 'waivers.json',
      text: waivers,
      args: ['check', 'made/exchanges.ndjson', '--waivers', 'waivers.json'],
    },
    { file: 'answers.json', text: answers, args: [...plan, '--answers', 'answers.json'] },
    { file: 'conformance.answers.json', text: answers, args: plan },
    { file: 'conformance.answers.json', text: answers, args: ['explore', '--list'] },
    { file: 'report.json', text: files.report, args: ['render', 'report.json'] },
    { file: 'report.json', text: files.report, args: ['compare', 'report.json', 'made/report.json'] },
    { file: 'report.json', text: files.report, args: ['waive', 'report.json'] },
    {
      file: 'report.json',
      text: files.report,
      args: ['run', '--reference', '--previous', 'report.json'],
      without: ['*'],
    },
    { file: 'exchanges.ndjson', text: files.recording, args: ['render', 'exchanges.ndjson'] },
  ];
}

export const utf16: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-16LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'UTF-16LE without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16BE without a mark': (text) => Buffer.from(text, 'utf16le').swap16(),
};
