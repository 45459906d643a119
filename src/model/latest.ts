/**
 * The same function, which remembers what it made of the latest keys: what comes again mostly comes soon.
 * @param most keys that are remembered
 * @param areSame whether two keys are one
 */
export function rememberingLatest<Key, Value>(
  make: (key: Key) => Value,
  most = 1,
  areSame = (one: Key, other: Key) => one === other,
): (key: Key) => Value {
  const latest: { readonly key: Key; readonly value: Value }[] = [];
  let next = 0;
  return (key) => {
    for (let at = 0; at < latest.length; at += 1) {
      const known = latest[at];
      if (known !== undefined && areSame(known.key, key)) return known.value;
    }
    const value = make(key);
    latest[next] = { key, value };
    next = (next + 1) % most;
    return value;
  };
}
