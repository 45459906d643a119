/** What a task gives; something else where it throws. */
export function attempt<Value, Other>(task: () => Value, otherwise: Other): Value | Other {
  try {
    return task();
  } catch {
    return otherwise;
  }
}
