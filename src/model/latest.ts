/** The same function, which remembers what it made of the latest text: what comes again mostly comes at once. */
export function rememberingLatest<Value>(make: (text: string) => Value): (text: string) => Value {
  let latest: { readonly text: string; readonly value: Value } | null = null;
  return (text) => {
    if (latest?.text !== text) latest = { text, value: make(text) };
    return latest.value;
  };
}
