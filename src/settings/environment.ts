/**
 * Names of secrets are recognised by their form, and a test compares that with the declarations: a command that reads
 * no settings loads none.
 */

/** Variables of an environment, or what a file gives in their place. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Whether a variable holds a secret, or may: a token, a command, the URL of a proxy with its credentials. What the
 * declarations of settings say of it, by the form of the name, so that a command that reads no settings starts without them.
 */
export function isSecretName(name: string): boolean {
  return /^(?:CONFORMANCE_ACCESS_TOKEN|CONFORMANCE_\w+_COMMAND|(?:HTTPS?|ALL)_PROXY|(?:https?|all)_proxy)$/.test(
    name,
  );
}

/**
 * A copy of the environment; the secrets among our settings are taken out of the original, so that no worker and
 * no child process inherits them.
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const copy = { ...environment };
  for (const name of Object.keys(copy).filter(isSecretName)) delete environment[name];
  return copy;
}

/** The environment itself, which workers inherit. This module alone reads process.env. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
