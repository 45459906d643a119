import { isArray, isObject, type Json, type JsonObject, NumberText } from '../json.ts';
import type { Profile } from '../profiles.ts';
import type { Problem } from '../refusal.ts';

/** Gives a value as the service keeps it, and adds what is wrong at `pointer` to `problems`. */
type ReadValue = (value: Json, pointer: string, problems: Problem[]) => Json;

/** A member of an object, and what is kept where it was left out. */
interface KnownField {
  readonly read: ReadValue;
  readonly absent: Json;
}

const same = (value: Json) => value;

function rule(
  message: string,
  holds: (value: Json) => boolean,
  convert: (value: Json) => Json = same,
): ReadValue {
  return (value, pointer, problems) => {
    const kept = convert(value);
    if (!holds(kept)) problems.push({ pointer, message });
    return kept;
  };
}

/** Names of the database, once somebody has asked for one. */
let known: Set<string> | undefined;

/** Names differ by more than case. The list does not have the names that lead to another; to ask for one takes 20 ms. */
function isTimeZone(name: string): boolean {
  // Newer engines take offsets such as +01:00 too, which are not names.
  if (!/^[A-Z]/i.test(name)) return false;
  known ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    known.add(name);
    return true;
  } catch {
    return false;
  }
}

const isOffset = (name: string) => /^[+-]\d{2}:\d{2}$/.test(name);

const zones: Readonly<Record<Profile['timeZones'], (name: string) => boolean>> = {
  names: isTimeZone,
  'names-and-offsets': (name) => isOffset(name) || isTimeZone(name),
  any: () => true,
};

const alphabets: Readonly<Record<Profile['characters'], RegExp>> = {
  any: /^/,
  'basic-plane': /^[^\ud800-\udfff]*$/,
  ascii: /^[\x20-\x7e]*$/,
};

function whole({ text }: NumberText): bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : BigInt(Number(text));
}

/** The values that the document shows, by the names of fields. */
const shownValues: Readonly<Record<string, string>> = {
  derivativeType: 'FUTURE',
  'conditions.columnType': 'CURRENCY_TYPE',
  'conditions.type': 'CURRENCY_FIAT',
  'conditions.operator': 'EQ',
  'action.type': 'FUTURE_UNREALIZED',
};

/** The fields of a body as a profile takes them. */
class Fields {
  private readonly profile: Profile;

  constructor(profile: Profile) {
    this.profile = profile;
  }

  private textOf(value: Json): Json {
    if (!this.profile.converts) return value;
    if (typeof value === 'boolean') return String(value);
    return value instanceof NumberText ? value.text : value;
  }

  private numberOf(value: Json): Json {
    const isDigits = this.profile.converts && typeof value === 'string' && /^-?\d+$/.test(value);
    return isDigits ? new NumberText(value) : value;
  }

  private text(message: string, holds: (text: string) => boolean): KnownField {
    const isHeld = (value: Json) => typeof value === 'string' && holds(value);
    return { read: rule(message, isHeld, (value) => this.textOf(value)), absent: '' };
  }

  /** A text that may be empty. */
  anyText(): KnownField {
    return this.text('must be a string', () => true);
  }

  filled(name: string): KnownField {
    const { emptyTexts, shownValuesOnly } = this.profile;
    const shown = shownValuesOnly ? shownValues[name] : undefined;
    if (shown !== undefined) return this.text(`must be ${shown}`, (text) => text === shown);
    return emptyTexts
      ? this.anyText()
      : this.text('must be a string that is not empty', (text) => text !== '');
  }

  /** Of a condition. */
  value(): KnownField {
    const { valueLength } = this.profile;
    return this.text(
      `must be a string of ${valueLength} characters at most`,
      ({ length }) => length <= valueLength,
    );
  }

  name(): KnownField {
    const { nameLength, characters } = this.profile;
    const { read } = this.filled('name');
    const fits = rule(
      `must have ${nameLength} characters at most, and none that this service does not keep`,
      (value) =>
        typeof value !== 'string' || (value.length <= nameLength && alphabets[characters].test(value)),
    );
    return {
      read: (value, pointer, problems) => fits(read(value, pointer, problems), pointer, problems),
      absent: '',
    };
  }

  integer(): KnownField {
    const { integers } = this.profile;
    const isInRange = (number: NumberText) => {
      const [least, greatest] = integers ?? [0n, 0n];
      return integers === null || (whole(number) >= least && whole(number) <= greatest);
    };
    const message =
      integers === null ? 'must be an integer' : `must be an integer from ${integers.join(' to ')}`;
    const holds = (value: Json) => value instanceof NumberText && value.isInteger() && isInRange(value);
    return { read: rule(message, holds, (value) => this.numberOf(value)), absent: new NumberText('0') };
  }

  timeZone(): KnownField {
    const { timeZones } = this.profile;
    return this.text('must be a time zone name of the IANA database', zones[timeZones]);
  }

  listOf(element: ReadValue): KnownField {
    const { fewestConditions, mostConditions } = this.profile;
    const read: ReadValue = (value, pointer, problems) => {
      if (!isArray(value)) {
        problems.push({ pointer, message: 'must be an array' });
        return [];
      }
      if (value.length < fewestConditions || value.length > mostConditions)
        problems.push({ pointer, message: `must have ${fewestConditions} to ${mostConditions} elements` });
      return value.map((item, index) => element(item, `${pointer}/${index}`, problems));
    };
    return { read, absent: [] };
  }

  /** @param above what the names of its fields begin with: `action.` */
  record(above: string, fields: Readonly<Record<string, KnownField>>): ReadValue {
    const { optional, nullable, furtherFields } = this.profile;
    return (value, pointer, problems) => {
      if (!isObject(value)) {
        problems.push({ pointer, message: 'must be an object' });
        return {};
      }
      const further = Object.entries(value).filter(([name]) => !Object.hasOwn(fields, name));
      const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
      if (furtherFields === 'refused')
        for (const [name] of further)
          problems.push({
            pointer: `${pointer}/${escaped(name)}`,
            message: 'is not a field of this resource',
          });
      const known = Object.entries(fields).map(([name, { read, absent }]) => {
        const member = Object.hasOwn(value, name) ? value[name] : undefined;
        const at = `${pointer}/${name}`;
        const isLeftOut = member === undefined || (member === null && nullable.includes(above + name));
        if (!isLeftOut) return [name, read(member, at, problems)] as const;
        if (member === undefined && !optional.includes(above + name))
          problems.push({ pointer: at, message: 'is missing' });
        return [name, absent] as const;
      });
      return Object.fromEntries([...known, ...(furtherFields === 'returned' ? further : [])]);
    };
  }
}

/** Reads the request body of section 2.2 as a profile takes it; names every problem at once. */
export function transformerReader(profile: Profile): (body: Json) => {
  readonly transformer: JsonObject;
  readonly problems: readonly Problem[];
} {
  const fields = new Fields(profile);
  const integer = fields.integer();
  const condition = fields.record('conditions.', {
    column: integer,
    columnType: fields.filled('conditions.columnType'),
    type: fields.filled('conditions.type'),
    operator: fields.filled('conditions.operator'),
    value: fields.value(),
    jsonPath: fields.anyText(),
  });
  const action = fields.record('action.', {
    datetime: integer,
    timezone: fields.timeZone(),
    referenceNo: integer,
    type: fields.filled('action.type'),
    assetName: integer,
    positionSide: integer,
    currency: integer,
    amount: integer,
  });
  const read = fields.record('', {
    name: fields.name(),
    businessDataTypeId: fields.filled('businessDataTypeId'),
    conditions: fields.listOf(condition),
    derivativeType: fields.filled('derivativeType'),
    action: { read: action, absent: action({}, '', []) },
  });
  return (body) => {
    const problems: Problem[] = [];
    const transformer = read(body, '', problems);
    return { transformer: isObject(transformer) ? transformer : {}, problems };
  };
}
