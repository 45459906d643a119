/**
 * What a document may say at its edges: for each place that its schema has, values just inside, at and beyond each bound,
 * and every form of text. Places that the document leaves out are filled in first.
 */

import { otherTypes, prototypeNames, texts, usualNumbers } from './boundary-values.ts';

type Step = string | number;
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A schema of JSON Schema, as far as those of the suite use it. */
type Schema = { readonly [keyword: string]: unknown };

/** A value in a place of a document, as JSON text: -0, 1e400 and keys that occur twice are no values of JavaScript. */
export interface Boundary {
  readonly path: readonly Step[];
  readonly text: string | (() => string);
}

function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [];
}

/** Finds what a reference names, in this schema or in another of the suite. */
class Schemas {
  private readonly roots: ReadonlyMap<string, Schema>;

  constructor(all: readonly Schema[]) {
    this.roots = new Map(all.map((root) => [String(root['$id']), root]));
  }

  /** A schema with all that applies beside it; the root is the one that its references are relative to. */
  applying(schema: Schema, root: Schema): readonly (readonly [Schema, Schema])[] {
    const { $ref, anyOf, oneOf, allOf } = schema;
    const inner = [anyOf, oneOf, allOf].flatMap(listOf).flatMap((one) => this.applying(one, root));
    if (typeof $ref !== 'string') return [[schema, root], ...inner];
    const { at, root: other } = this.found($ref, root);
    return [[schema, root], ...inner, ...this.applying(at, other)];
  }

  private found(reference: string, root: Schema): { readonly at: Schema; readonly root: Schema } {
    const { href, hash } = new URL(reference, String(root['$id']));
    const other = this.roots.get(href.slice(0, href.length - hash.length));
    if (other === undefined) throw new Error(`no schema ${reference}`);
    const at = hash
      .slice(1)
      .split('/')
      .slice(1)
      .reduce<Schema>((node, step) => node[step] as Schema, other);
    return { at, root: other };
  }
}

/** Texts that the patterns of the schemas may accept. */
const candidates: readonly string[] = [
  'text',
  '2025-01-05T10:20:30Z',
  '2099-01-01',
  'put',
  'put.status:value',
  '/data',
  'https://service.example/x',
  '1.2',
  'schemas/envelope.schema.json',
  'src/a.ts',
  'a'.repeat(64),
  'a'.repeat(16),
  'a'.repeat(12),
];

class Places {
  private readonly schemas: Schemas;
  private readonly seen = new Set<Schema>();
  readonly found: Boundary[] = [];

  constructor(all: readonly Schema[]) {
    this.schemas = new Schemas(all);
  }

  private add(path: readonly Step[], all: Iterable<Boundary['text']>): void {
    for (const text of new Set(all)) this.found.push({ path, text });
  }

  /** Each schema is tried in the first place that it applies to. */
  visit(schema: Schema, root: Schema, value: Json, path: readonly Step[]): void {
    const all = this.schemas.applying(schema, root);
    if (!this.seen.has(schema)) {
      this.seen.add(schema);
      this.add(path, [
        ...otherTypes,
        ...this.valuesOf(
          all.map(([one]) => one),
          value,
        ),
      ]);
    }
    if (path.length > 40) return;
    if (isObject(value)) this.visitMembers(all, value, path);
    if (Array.isArray(value)) this.visitItems(all, value, path);
  }

  private valuesOf(all: readonly Schema[], value: Json): readonly Boundary['text'][] {
    const types = new Set(all.flatMap(({ type }) => type).concat(typeof value));
    const bounds = all.flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
      [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((bound) => typeof bound === 'number'),
    );
    const around = bounds.flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5].map(String));
    const counts = all.flatMap(({ maxItems }) => (typeof maxItems === 'number' ? [maxItems] : []));
    const lists = [2, ...counts, ...counts.map((count) => count + 1)].map((count) => () => {
      const first = Array.isArray(value) ? JSON.stringify(value[0] ?? null) : 'null';
      return `[${Array.from({ length: Math.min(count, 6_000) }, () => first).join(',')}]`;
    });
    return [
      ...(types.has('integer') || types.has('number') ? [...usualNumbers, ...around] : ['1e308', '-1']),
      ...texts,
      ...(Array.isArray(value) ? lists : []),
      ...(isObject(value) ? prototypeNames.flatMap((name) => membersOf(value, name)) : []),
    ];
  }

  private visitMembers(
    all: readonly (readonly [Schema, Schema])[],
    value: { readonly [key: string]: Json },
    path: readonly Step[],
  ): void {
    for (const [schema, root] of all) {
      const { properties, additionalProperties } = schema;
      const declared = isObject(properties)
        ? Object.entries(properties as { readonly [k: string]: Schema })
        : [];
      for (const [name, inner] of declared)
        if (isObject(inner))
          this.visit(inner, root, value[name] ?? this.example(inner, root), [...path, name]);
      const known = new Set(declared.map(([name]) => name));
      if (isObject(additionalProperties))
        for (const [name, inner] of Object.entries(value))
          if (!known.has(name)) this.visit(additionalProperties, root, inner, [...path, name]);
    }
  }

  private visitItems(
    all: readonly (readonly [Schema, Schema])[],
    value: readonly Json[],
    path: readonly Step[],
  ): void {
    for (const [schema, root] of all) {
      const { items, prefixItems } = schema;
      for (const [at, inner] of listOf(prefixItems).entries())
        this.visit(inner, root, value[at] ?? this.example(inner, root), [...path, at]);
      if (!isObject(items)) continue;
      const filled = value.length > 0 ? value : [this.example(items, root)];
      for (const [at, inner] of filled.entries()) this.visit(items, root, inner, [...path, at]);
    }
  }

  /** The least value of a schema. */
  private example(schema: Schema, root: Schema): Json {
    const all = this.schemas.applying(schema, root);
    const given = <T>(keyword: string) =>
      all.map(([one]) => one[keyword] as T).find((one) => one !== undefined);
    const constant = given<Json>('const') ?? given<readonly Json[]>('enum')?.[0];
    if (constant !== undefined) return constant;
    const type = [given<string | readonly string[]>('type') ?? 'string'].flat()[0];
    if (type === 'object') return this.exampleObject(all);
    if (type === 'array') return [];
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return given<number>('minimum') ?? 0;
    if (type === 'null') return null;
    const patterns = all.flatMap(([{ pattern }]) =>
      typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [],
    );
    return candidates.find((text) => patterns.every((pattern) => pattern.test(text))) ?? 'text';
  }

  private exampleObject(all: readonly (readonly [Schema, Schema])[]): Json {
    const members = all.flatMap(([{ required, properties }, root]) =>
      (Array.isArray(required) ? (required as readonly string[]) : []).flatMap((name) => {
        const inner = (properties as { readonly [key: string]: Schema } | undefined)?.[name];
        return isObject(inner) ? [[name, this.example(inner, root)] as const] : [];
      }),
    );
    return Object.fromEntries(members);
  }
}

/** An object with a further member, and one whose first member is an object with that name. */
function membersOf(value: { readonly [key: string]: Json }, further: string): readonly (() => string)[] {
  const more = () =>
    JSON.stringify(value)
      .slice(1, -1)
      .replace(/^(?=.)/s, ',');
  const [[name, first] = ['', null]] = Object.entries(value);
  return [
    () => `{${JSON.stringify(further)}:${JSON.stringify(first)}${more()}}`,
    () => `{${JSON.stringify(name)}:{${JSON.stringify(further)}:1}${more()}}`,
  ];
}

/** Numbers that are lower than a list beside them is long, in every place: no schema says that one counts the other. */
function belowLists(value: Json, path: readonly Step[] = []): readonly Boundary[] {
  if (!isObject(value))
    return Array.isArray(value) ? value.flatMap((one, at) => belowLists(one, [...path, at])) : [];
  const members = Object.entries(value);
  const lengths = members.flatMap(([, list]) => (Array.isArray(list) && list.length > 0 ? list.length : []));
  return members.flatMap(([name, inner]) => {
    const counted = Number.isInteger(inner) ? lengths.filter((length) => length <= Number(inner)) : [];
    const lower = new Set(counted.flatMap((length) => ['0', String(length - 1)]));
    const own = [...lower].map((text) => ({ path: [...path, name], text }));
    return [...own, ...belowLists(inner, [...path, name])];
  });
}

/** @param all every schema that one of them may refer to */
export function boundariesOf(document: Json, schema: Schema, all: readonly Schema[]): readonly Boundary[] {
  const places = new Places(all);
  places.visit(schema, schema, document, []);
  return [...places.found, ...belowLists(document)];
}

const mark = '@the boundary@';

function marked(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return mark;
  const copy: Record<Step, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : isObject(value)
      ? { ...value }
      : {};
  copy[step] = marked(copy[step], rest);
  return copy;
}

/** The text of a document with another value in one place. */
export function textWith(document: unknown, { path, text }: Boundary): string {
  return JSON.stringify(marked(document, path)).replace(
    JSON.stringify(mark),
    typeof text === 'string' ? () => text : text,
  );
}
