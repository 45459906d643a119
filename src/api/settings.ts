import type { OperationName, OperationSettings } from '../operations/index.ts';

/**
 * What `run` takes: the settings of the command, by their names in camel case (`CONFORMANCE_BASE_URL` is `baseUrl`).
 * The same forms, defaults and rules hold. A setting that is left out is not looked for in the environment or in a
 * `.env`.
 */
export interface RunSettings extends OperationSettings {
  /** Where the service is: {base_url} of the document. Needed unless `reference` is given. */
  readonly baseUrl?: string;
  /** Permission to write: the host of the base URL, `host` or `host:port`. Needed unless the service is on loopback. */
  readonly allowWritesTo?: string | readonly string[];
  /** Permission to send the token unencrypted to a host that is not on loopback; false by default. */
  readonly allowHttp?: boolean;
  /** The access token, at least 8 visible ASCII characters. Exactly one of the three. */
  readonly accessToken?: string;
  /** A file that holds the token. */
  readonly accessTokenFile?: string;
  /** A command that prints the token; it runs in a shell. */
  readonly accessTokenCommand?: string;
  /** The entity that the requests are about. Needed unless `reference` is given. */
  readonly entityId?: string;
  /** A command that reads what a run left at the service, as JSON on its standard input; it runs in a shell. */
  readonly cleanupCommand?: string;
  /** A file of further request headers, one `Name: value` per line; the values are secrets. */
  readonly headersFile?: string;
  /** Certificates of authorities to trust, PEM. */
  readonly caFile?: string;
  /** The client certificate, followed by its chain, PEM; together with `clientKeyFile`. */
  readonly clientCertFile?: string;
  /** The private key of the client certificate, PEM, without a passphrase. */
  readonly clientKeyFile?: string;
  /** The proxy for https: base URLs; none by default. A base URL on loopback is never reached through a proxy. */
  readonly httpsProxy?: string;
  /** The proxy for http: base URLs; none by default. */
  readonly httpProxy?: string;
  /** The proxy for base URLs whose scheme has no proxy of its own; none by default. */
  readonly allProxy?: string;
  /** Hosts that are reached without the proxy, comma-separated. */
  readonly noProxy?: string;
  /** Run against the embedded reference service; then nothing about a target may be given. */
  readonly reference?: boolean;
  /** Only this operation; all by default. */
  readonly operation?: OperationName;
  /** Whether requests without credentials and with a made-up token are sent and judged too; true by default. */
  readonly unauthorized?: boolean;
  /** How often a request that may be repeated is sent, 1 to 1000; 1 by default. */
  readonly repeat?: number;
  /** Deviations from what the document only shows fail as well; false by default. */
  readonly strict?: boolean;
  /** One request at a time; false by default. */
  readonly serial?: boolean;
  /** Milliseconds to wait before each request but the first, 0 to 600000; 0 by default. */
  readonly delayMs?: number;
  /** Milliseconds that a request may take, 1 to 600000; 10000 by default. */
  readonly timeoutMs?: number;
  /** Seconds to wait at most until the service can be connected to, 0 to 3600; 0 by default. Nothing is sent meanwhile. */
  readonly waitSeconds?: number;
  /** A file of deviations that are accepted until a day; no file is read unless it is named here. */
  readonly waiversFile?: string;
  /** What happens when a waiver is no longer needed: `fail`, the default, or `warn`. */
  readonly staleWaivers?: 'fail' | 'warn';
  /** The build of the service that is judged, such as a commit; none by default. */
  readonly label?: string;
  /** A file that says where in the service's own sources a requirement is met; none by default. */
  readonly locationsFile?: string;
  /** Formats to write to `out`; all that are files by default. */
  readonly reporter?: string | readonly string[];
  /** Report of an earlier run: what is written to `out` then says what changed since. */
  readonly previousReport?: string;
  /** Folder in which each run leaves a copy of its report, with the time of the run in its name. */
  readonly history?: string;
  /** How many runs that folder keeps; all of them without it. */
  readonly keep?: number;
  /** Where people read the interface document: the page then links to it. */
  readonly documentUrl?: string;
  /** Where people will find the reports of this run, for a link in the Markdown; none by default. */
  readonly reportUrl?: string;
  /** Folder for the recording and the reports. Nothing is written without it. */
  readonly out?: string;
}

export interface RunContext {
  /**
   * Ends the sending; the report then says what was done, and its outcome is incomplete. A command of the settings that
   * runs at that moment is ended, nothing is sent, and the call rejects with a SettingsError.
   */
  readonly signal?: AbortSignal;
  /** Where relative paths start; the working directory by default. */
  readonly cwd?: string;
  /** Variables for the commands among the settings; none by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
