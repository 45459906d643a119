/** What is in place of a value where a program, a shell or a template did not fill it in, or a reader kept its quotes. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/^(["'`]).*\1$/s, 'has quotation marks around it'],
  [/^[{[]|\{\w+\}/, 'looks like JSON, or a placeholder'],
  [/^</, 'looks like HTML, XML, or a placeholder'],
  [/^\$\w+$|\$[{(]/, 'looks like a variable that was not replaced'],
  [/^(?:null|NULL|undefined|None|NaN)$/, 'is what programs print for no value'],
];

/** Why an identifier, a token or an address is certainly not the one that was meant, or null. */
export function slipProblem(value: string): string | null {
  return slips.find(([form]) => form.test(value))?.[1] ?? null;
}

/** What may not be one segment of a path. The document bounds no length; 256 UTF-16 code units are ours. */
const unfit: typeof slips = [
  [/^$/, 'is empty'],
  [/^\.\.?$/, 'is a dot segment, which changes the path'],
  [/[/\\]/, 'holds a slash or a backslash'],
  [/[%?#]/, 'holds one of % ? #, which mean something in a URL'],
  [/[\s\p{Z}\p{Cc}\p{Cf}]/u, 'holds white space, a control character or an invisible one'],
  [/\p{Cs}/u, 'holds half of a surrogate pair'],
  [/^.{257}/s, 'is longer than 256 characters'],
];

/** Why a value may not be one segment of a path, or null when it may. Continues "the identifier …". */
export function identifierProblem(value: string): string | null {
  return slipProblem(value) ?? unfit.find(([form]) => form.test(value))?.[1] ?? null;
}

/** What is wrong with a list of identifiers; names a value that occurs twice once. Empty when nothing is wrong. */
export function identifierListProblems(values: readonly string[]): readonly string[] {
  const broken = values.flatMap((value, index) => {
    const problem = identifierProblem(value);
    return problem === null ? [] : [`identifier ${index + 1} of ${values.length} ${problem}`];
  });
  const twice = new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index));
  return [...broken, ...[...twice].map((value) => `${JSON.stringify(value)} appears more than once`)];
}
