/**
 * The same function, which remembers what it made of the latest keys: what comes again mostly comes soon.
 * @param most keys that are remembered
 * @param areSame whether a key is one that is remembered; what was made of that one may tell it more quickly
 */
export function rememberingLatest<Key, Value>(
  make: (key: Key) => Value,
  most = 1,
  areSame = (known: Key, key: Key, _made: Value) => known === key,
): (key: Key) => Value {
  const latest: { readonly key: Key; readonly value: Value }[] = [];
  let next = 0;
  return (key) => {
    for (let at = 0; at < latest.length; at += 1) {
      const known = latest[at];
      if (known !== undefined && areSame(known.key, key, known.value)) return known.value;
    }
    const value = make(key);
    latest[next] = { key, value };
    next = (next + 1) % most;
    return value;
  };
}

/**
 * The same function, which remembers what it made of texts, until they are too many: then it forgets all.
 * @param most texts that are remembered
 * @param mostCharacters of all of them
 */
export function remembering<Value>(
  make: (text: string) => Value,
  most: number,
  mostCharacters: number,
): (text: string) => Value {
  const made = new Map<string, Value>();
  let characters = 0;
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (text.length > mostCharacters) return value;
    characters += text.length;
    if (made.size >= most || characters > mostCharacters) {
      made.clear();
      characters = text.length;
    }
    made.set(text, value);
    return value;
  };
}
