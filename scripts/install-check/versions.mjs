/** `name@version` of everything that a package-lock.json holds for production, sorted, each once. */
export function versionsLocked({ packages }) {
  const entries = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  return unique(entries.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`));
}

/**
 * The same of what stands below a package in the tree that `npm ls --all --json` prints. An optional peer that is not
 * there is listed too, without anything.
 */
export function versionsInstalled({ dependencies = {} }) {
  const there = Object.entries(dependencies).filter(([, one]) => Object.keys(one).length > 0);
  return unique(there.flatMap(([name, one]) => [`${name}@${one.version}`, ...versionsInstalled(one)]));
}

function unique(names) {
  return [...new Set(names)].sort();
}

/** @throws Error that names what is installed in another version than the locked one, not at all, or besides */
export function checkVersions(lock, tree) {
  const [locked, installed] = [versionsLocked(lock), versionsInstalled(tree)];
  const missing = locked.filter((name) => !installed.includes(name));
  const besides = installed.filter((name) => !locked.includes(name));
  if (installed.length === 0 || missing.length + besides.length > 0)
    throw new Error(
      `locked and not installed: ${missing.join(', ')}\ninstalled and not locked: ${besides.join(', ')}`,
    );
}
