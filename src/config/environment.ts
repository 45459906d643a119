/**
 * Names of environment variables that hold a secret, or may: the URL of a proxy carries its credentials. What the
 * settings' definitions say of it, written out, so that a command that reads no settings starts without them.
 */
export const secretNames: readonly string[] = [
  'CONFORMANCE_ACCESS_TOKEN',
  'CONFORMANCE_ACCESS_TOKEN_COMMAND',
  'CONFORMANCE_RULE_COMMAND',
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'HTTP_PROXY',
  'all_proxy',
  'ALL_PROXY',
];

/**
 * A copy of the environment; the secrets among our settings are taken out of the original, so that no worker and
 * no child process inherits them. The one place that reads process.env.
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const copy = { ...environment };
  for (const name of secretNames) delete environment[name];
  return copy;
}
