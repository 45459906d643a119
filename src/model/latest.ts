/** The same function, which remembers what it made of the latest keys: what comes again mostly comes soon. */
export function rememberingLatest<Key, Value>(make: (key: Key) => Value, most = 1): (key: Key) => Value {
  const latest: { readonly key: Key; readonly value: Value }[] = [];
  let next = 0;
  return (key) => {
    for (const known of latest) if (known.key === key) return known.value;
    const value = make(key);
    latest[next] = { key, value };
    next = (next + 1) % most;
    return value;
  };
}

/** The same function, which remembers what it made of texts until they are too many: then it forgets all. */
export function remembering<Value>(
  make: (text: string) => Value,
  mostTexts: number,
  mostCharacters: number,
): (text: string) => Value {
  const made = new Map<string, Value>();
  let characters = 0;
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (text.length > mostCharacters) return value;
    if (made.size >= mostTexts || characters + text.length > mostCharacters) {
      made.clear();
      characters = 0;
    }
    characters += text.length;
    made.set(text, value);
    return value;
  };
}
