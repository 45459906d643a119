import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The shapes of documents are declared once, in the schemas that their readers validate with. Written here, as
 * json-schema-to-typescript brings 15 packages, and its types can be written to.
 */

/** What a schema of `schemas/suite` may say of a shape; bounds and conditions are for validators. */
interface Shape {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  /** With shapes, not with conditions, where the schema has no properties of its own. */
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: false | Shape;
  readonly prefixItems?: readonly Shape[];
  /** Where one member has one of some values, others are required; they are absent for all other values. */
  readonly if?: Shape;
  readonly then?: Shape;
}

/** Where the types are: a module for each module of `src/model` that passes them on. */
const folder = 'schemas/types';

/**
 * The names of the types: by their module, where in a schema each is. Of several places that have the same shape the
 * first is written, and the others refer to it.
 */
const names: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  answer: {
    AnswersFile: 'answers#',
    AnswerFinding: 'report#/$defs/answerFinding',
    AnswerValue: 'report#/$defs/answerValue',
    Bound: 'report#/$defs/answerValue/anyOf/2',
    DeclaredAnswer: 'answers#/$defs/declared',
    DeclaredAnswers: 'answers#/properties/declared',
    FoundAnswers: 'answers#/properties/found',
    NoAnswer: 'answers#/$defs/none',
    ObservedAnswer: 'answers#/$defs/observed',
  },
  change: {
    Change: 'report#/$defs/change',
    ChangeVerdict: 'report#/$defs/change/properties/verdict',
    EarlierRun: 'report#/$defs/earlierRun',
    StillDeviating: 'report#/$defs/stillDeviating',
  },
  comparison: {
    ComparedRun: 'comparison#/$defs/run',
    Comparison: 'comparison#',
    ComparisonSummary: 'comparison#/properties/summary',
    Direction: 'comparison#/$defs/flip/properties/direction',
    Flip: 'comparison#/$defs/flip',
    Mismatch: ['comparison#/$defs/seen', 'matrix#/$defs/seen'],
    ObservationChange: ['comparison#/$defs/observation', 'report#/$defs/observationChange'],
    Standing: 'comparison#/$defs/standing',
    Still: 'comparison#/$defs/still',
    Unmatched: 'comparison#/$defs/unmatched',
  },
  conclusion: {
    Act: 'report#/$defs/conclusion/properties/acts/items',
    Actor: 'report#/$defs/actor',
    Conclusion: 'report#/$defs/conclusion',
    ServiceProblem: 'report#/$defs/problem',
  },
  exchange: {
    Body: 'report#/$defs/body',
    BodyRecorded: 'report#/$defs/recordedMessage/properties/body',
    Credentials: 'report#/$defs/credentials',
    Exchange: 'report#/$defs/exchange',
    Failure: 'report#/$defs/failure',
    Header: 'report#/$defs/header',
    Masked: 'report#/$defs/masked',
    Probe: 'recording#/$defs/probe',
    Recorded: 'report#/$defs/recorded',
    RecordedMessage: 'report#/$defs/recordedMessage',
    Response: 'report#/$defs/response',
    ResponseHead: 'report#/$defs/responseHead',
    SentRequest: 'report#/$defs/request',
    Timings: 'report#/$defs/timings',
  },
  finding: {
    Evidence: 'report#/$defs/evidence',
    Verdict: ['report#/$defs/requirement/properties/verdict', 'comparison#/$defs/verdict'],
  },
  matrix: {
    Cell: 'matrix#/$defs/cell',
    CellVerdict: 'matrix#/$defs/verdict',
    Course: 'matrix#/$defs/history/properties/course',
    Difference: 'matrix#/$defs/row/properties/difference',
    History: 'matrix#/$defs/history',
    Matrix: 'matrix#',
    MatrixRow: 'matrix#/$defs/row',
    MatrixRun: 'matrix#/$defs/run',
    ObservationRow: 'matrix#/properties/observations/items',
    RunState: 'matrix#/$defs/runStretch/properties/state',
    RunStretch: 'matrix#/$defs/runStretch',
    Stretch: 'matrix#/$defs/history/properties/stretches/items',
    TargetCourse: 'matrix#/$defs/course',
    Unchecked: 'matrix#/$defs/history/properties/unchecked',
  },
  recording: {
    Gap: 'recording#/$defs/header/properties/gaps/items',
    JournalLine: 'recording#',
    RecordingHeader: 'recording#/$defs/header',
    Unsent: 'recording#/$defs/unsent/properties/unsent',
  },
  report: {
    CheckKeywords: 'report#/$defs/requirement/properties/check',
    DocumentNote: 'report#/$defs/documentNote',
    Effect: 'report#/$defs/effect',
    EffectWords: 'report#/$defs/operationSummary/properties/effect',
    FollowingDeviations: 'report#/$defs/requirement/properties/follows/items',
    Observation: 'report#/$defs/observation',
    OpenQuestion: 'report#/$defs/openQuestion',
    OperationSummary: 'report#/$defs/operationSummary',
    Outcome: [
      'report#/properties/summary/properties/outcome',
      'comparison#/$defs/run/properties/outcome',
      'matrix#/$defs/run/properties/outcome',
    ],
    PlannedRequest: 'report#/$defs/plannedRequest',
    Report: 'report#',
    ReportAnswer: 'report#/$defs/answer',
    ReportEvidence: 'report#/properties/evidence',
    ReportTarget: 'report#/properties/target',
    RequirementResult: 'report#/$defs/requirement',
    RunInfo: 'report#/properties/run',
    RunOptions: 'report#/properties/run/properties/options',
    Scope: 'report#/properties/run/properties/scope',
    ScopeFlag: 'report#/$defs/scopeFlag',
    Summary: 'report#/properties/summary',
    Tally: ['report#/$defs/tally', 'comparison#/properties/summary/properties/unchanged'],
    Unanswered: 'report#/$defs/unanswered',
  },
  requirement: {
    Facet: [
      'report#/$defs/requirement/properties/facet',
      ...['flip', 'still', 'unmatched'].map((name) => `comparison#/$defs/${name}/properties/facet`),
      'matrix#/$defs/row/properties/facet',
    ],
    SchemaPlace: 'report#/$defs/requirement/properties/schema',
    Strength: ['report#/$defs/requirement/properties/strength', 'comparison#/$defs/strength'],
  },
  tool: { Tool: 'report#/properties/tool' },
  traffic: {
    BadEntry: 'report#/$defs/traffic/properties/badEntries/items',
    DeviationCourse: 'report#/$defs/course',
    OperationTraffic: 'report#/$defs/traffic/properties/operations/items',
    PartsInfo: 'report#/$defs/traffic/properties/parts',
    Rate: 'report#/$defs/rate',
    RequirementTraffic: 'report#/$defs/requirementTraffic',
    TrafficClient: 'report#/$defs/clients/items',
    TrafficInfo: 'report#/$defs/traffic',
    TrafficSourceInfo: 'report#/$defs/traffic/properties/sources/items',
  },
  waiver: {
    Waiver: 'waivers#/properties/waivers/items',
    WaiverResult: 'report#/$defs/waiver',
    WaiverState: 'report#/$defs/waiver/properties/state',
  },
};

/** By the place in a schema: the type that is written for it, and its module. */
const named = new Map(
  Object.entries(names).flatMap(([module, types]) =>
    Object.entries(types).flatMap(([name, places]) =>
      [places].flat().map((at) => [at, { name, module }] as const),
    ),
  ),
);

const schemas = new Map<string, Shape>();

function schemaOf(file: string): Shape {
  const path = fileURLToPath(new URL(`../../schemas/suite/${file}.schema.json`, import.meta.url));
  const schema = schemas.get(file) ?? (JSON.parse(readFileSync(path, 'utf8')) as Shape);
  schemas.set(file, schema);
  return schema;
}

/** A subschema and where it is: `report#/$defs/evidence`. */
class Place {
  readonly at: string;
  readonly schema: Shape;

  constructor(at: string) {
    const [file = '', pointer = ''] = at.split('#');
    const found = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], schemaOf(file));
    if (found === undefined) throw new Error(`schemas/suite has no ${at}`);
    this.at = at;
    this.schema = found as Shape;
  }

  below(...steps: readonly (string | number)[]): Place {
    return new Place([this.at, ...steps].join('/'));
  }

  /** What `$ref` names; itself without one. */
  get target(): Place {
    const { $ref } = this.schema;
    if ($ref === undefined) return this;
    const [file = '', pointer = ''] = $ref.split('#');
    return new Place(`${file === '' ? this.at.split('#')[0] : file.replace('.schema.json', '')}#${pointer}`);
  }
}

function comment({ schema, target }: Place): string {
  const text = schema.description ?? (named.has(target.at) ? undefined : target.schema.description);
  return text === undefined ? '' : `/** ${text} */\n`;
}

function literals(words: readonly unknown[]): string {
  return words.map((word) => JSON.stringify(word).replaceAll('"', "'")).join(' | ');
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** Writes one module; notes the types of others that it names. */
class Module {
  readonly used = new Map<string, Set<string>>();
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  private reference(name: string, module: string): string {
    if (module !== this.name) this.used.set(module, (this.used.get(module) ?? new Set()).add(name));
    return name;
  }

  /** The type of a place where it is used: by its name, where it has one. */
  use(place: Place): string {
    const known = named.get(place.at);
    if (known === undefined) return place.target === place ? this.typeOf(place) : this.use(place.target);
    const isNullable = [place.schema.type].flat().includes('null');
    return this.reference(known.name, known.module) + (isNullable ? ' | null' : '');
  }

  declaration(name: string, place: Place): string {
    const type = this.typeOf(place, true);
    const isInterface = /^\{[\s\S]*\}$/.test(type) && !type.includes('\n} | ');
    return `${comment(place)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
  }

  /** @param isNamed whether its name stands for what is not null alone */
  private typeOf(place: Place, isNamed = false): string {
    const { schema } = place;
    const words = 'const' in schema ? [schema.const] : schema.enum;
    if (words !== undefined) return literals(words);
    const some = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
    if (schema.anyOf !== undefined || schema.properties === undefined)
      if (schema[some] !== undefined)
        return schema[some].map((_, at) => this.use(place.below(some, at))).join(' | ');
    const types = [schema.type ?? []].flat().filter((type) => !isNamed || type !== 'null');
    return types.map((type) => this.ofType(type, place)).join(' | ') || 'unknown';
  }

  private ofType(type: string, place: Place): string {
    if (type === 'object') return this.variants(place);
    if (type === 'array') return this.elements(place);
    return type === 'integer' ? 'number' : type;
  }

  private elements(place: Place): string {
    const { prefixItems, items } = place.schema;
    if (prefixItems !== undefined)
      return `readonly [${prefixItems.map((_, at) => this.use(place.below('prefixItems', at))).join(', ')}]`;
    if (items === undefined || items === false) return 'readonly unknown[]';
    const type = this.use(place.below('items'));
    return /^readonly | \| (?![^{]*\})/.test(type) ? `readonly (${type})[]` : `readonly ${type}[]`;
  }

  private variants(place: Place): string {
    const { if: condition, then, required = [], properties = {} } = place.schema;
    const [[name, { enum: some = [] }] = ['', {}]] = Object.entries(condition?.properties ?? {});
    const others = properties[name]?.enum?.filter((word) => !some.includes(word));
    if (then?.required === undefined || others === undefined) return this.members(place, required);
    const onlyThen = new Set(then.required);
    return [
      this.members(place, [...required, ...onlyThen], new Map([[name, literals(some)]])),
      this.members(place, required, new Map([[name, literals(others)]]), onlyThen),
    ].join(' | ');
  }

  /** @param types of members that have others here @param absent members that are not there */
  private members(
    place: Place,
    required: readonly string[],
    types: ReadonlyMap<string, string> = new Map(),
    absent: ReadonlySet<string> = new Set(),
  ): string {
    const { properties = {}, additionalProperties: others } = place.schema;
    const own = Object.keys(properties).filter((name) => name !== '$schema' && !absent.has(name));
    const members = own.map((name) => {
      const member = place.below('properties', name);
      const type = types.get(name) ?? this.use(member);
      return { text: comment(member), name, type, isRequired: required.includes(name) };
    });
    const lines = members.map(
      ({ text, name, type, isRequired }) => `${text}readonly ${name}${isRequired ? '' : '?'}: ${type};\n`,
    );
    if (typeof others === 'object') {
      const type = this.use(place.below('additionalProperties'));
      const all = [...new Set([type, ...members.map((member) => member.type)])];
      const optional = members.some(({ isRequired }) => !isRequired) ? ' | undefined' : '';
      lines.push(`readonly [name: string]: ${all.join(' | ')}${optional};\n`);
    }
    return `{\n${indented(lines.join(''))}}`;
  }
}

function moduleText(name: string): string {
  const module = new Module(name);
  const declared = Object.entries(names[name] ?? {}).map(([type, places]) =>
    module.declaration(type, new Place([places].flat()[0] ?? '')),
  );
  const imports = [...module.used]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([other, types]) => `import type { ${[...types].sort().join(', ')} } from './${other}.ts';\n`);
  return [`// Written by \`npm run docs\` from schemas/suite.\n${imports.join('')}`, ...declared].join('\n');
}

/** Types of the documents that the suite writes, by their paths. */
export const documentTypes: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.keys(names).map((name) => [`${folder}/${name}.ts`, () => moduleText(name)]),
);
