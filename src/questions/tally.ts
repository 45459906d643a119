import { byRank, Lowest, type Rank } from '../bounded/lowest.ts';
import { quickHash, Sample, sampleHash } from '../bounded/sample.ts';
import type { LowestState, SampleState, StateOptions } from '../bounded/state.ts';
import type { Observed, ReadExchange } from '../model/answer.ts';
import type { Question, Sighting } from '../model/question.ts';
import type { Observation } from '../model/report.ts';

/** Different texts of one question that are kept. */
const textLimit = 1_000;
/** Characters of a text that is found again without a hash. */
const rememberedLength = 200;
/** Places of evidence of one part. */
const placeLimit = 20;

export interface TextState {
  readonly text: string;
  readonly part: string;
  readonly count: number;
  readonly key: number;
  readonly at: number;
}

export interface QuestionState {
  readonly exchanges: number;
  readonly prominent: boolean;
  readonly texts: SampleState<TextState>;
  readonly places: Readonly<Record<string, LowestState<EvidencePlace>>>;
}

type EvidencePlace = Observation['evidence'][number];

interface Text {
  text: string;
  part: string;
  count: number;
  key: number;
  at: number;
}

const noText = (): Text => ({ text: '', part: '', count: 0, key: Number.POSITIVE_INFINITY, at: 0 });

function count(text: Text, times: number, key: number, at: number): void {
  text.count += times;
  if (key > text.key || (key === text.key && at >= text.at)) return;
  text.key = key;
  text.at = at;
}

/** Into the very object, as it is remembered where it was seen. */
function mergedText(into: Text, from: Text): Text {
  into.text = from.text;
  into.part = from.part;
  count(into, from.count, from.key, from.at);
  return into;
}

/** What was seen of one part of a question. */
class QuestionPart {
  readonly name: string;
  readonly quick: number;
  readonly places = new Lowest<EvidencePlace>(placeLimit);
  /** Texts that are seen again and again, by the text and by the plain value that it is JSON of. */
  readonly byText = new Map<string, Text>();
  readonly byValue = new Map<unknown, Text>();
  /** The value that was seen last, as they often come again at once, and its text; null for one that is not kept. */
  readonly latest: { value: unknown; text: Text | null | undefined } = { value: undefined, text: undefined };

  constructor(name: string) {
    this.name = name;
    this.quick = quickHash(name);
  }
}

/** What an exchange showed of a question. */
export interface QuestionFindings {
  readonly tally: QuestionTally;
  readonly seen: readonly Sighting[];
  readonly prominent: boolean;
}

/** Places of plain answers of an operation at which somebody asks for the values, each once. */
export function observedPlaces(questions: readonly Question[], operation: string): readonly string[] {
  const own = questions.filter((question) => question.operation === operation);
  return [...new Set(own.flatMap(({ places = [] }) => places))];
}

/** What the exchanges show of one question, in bounded space. */
export class QuestionTally {
  private readonly question: Question;
  /** Its parts that are values at places, each with the position of the place among all that are asked for. */
  private readonly placed: readonly (readonly [part: QuestionPart, at: number])[];
  private readonly texts = new Sample(textLimit, noText, mergedText);
  private readonly parts = new Map<string, QuestionPart>();
  private exchanges = 0;
  private prominent = false;

  /** @param all questions that are asked */
  constructor(question: Question, all: readonly Question[] = [question]) {
    this.question = question;
    const { places = [], operation = '' } = question;
    const observed = observedPlaces(all, operation);
    this.placed = places.map((place) => [this.part(place), observed.indexOf(place)]);
  }

  /** Whether exchanges of an operation may show something. */
  asks(operation: string): boolean {
    return (
      (this.question.see ?? this.question.places) !== undefined &&
      (this.question.operation ?? operation) === operation
    );
  }

  /** Whether the head of an ordinary answer tells all that it shows. */
  get isOfHead(): boolean {
    return this.question.ofHead !== undefined;
  }

  /** Whether it looks at the values of a header. */
  readsHeader(name: string): boolean {
    return this.question.ofHead?.test(name) === true;
  }

  /** Keys up to this one are evidence of what was seen. */
  evidenceUpTo(seen: readonly Sighting[]): number {
    return Math.max(-Infinity, ...seen.map(({ part = '' }) => this.part(part).places.highestKey));
  }

  /** Adds what an exchange shows that it asks. */
  add(key: number, read: ReadExchange): void {
    if (this.question.places === undefined) this.addRead(key, read);
    else if (isAsked(read, this.question)) this.addValues(key, read);
  }

  /** The same, of its head or of an answer that is read as it was written. @returns null where it has nothing to do with the question */
  addRead(key: number, read: ReadExchange): QuestionFindings | null {
    const { see, isProminent } = this.question;
    const seen = see?.(read) ?? null;
    if (seen === null) return null;
    const prominent = isProminent?.(read) === true;
    this.addSeen(key, read.exchange.id, seen, prominent);
    return { tally: this, seen, prominent };
  }

  /** Adds it for so many exchanges, of which no evidence is kept. @param key the lowest of theirs */
  addUnlisted(exchanges: number, key: number, { seen, prominent }: QuestionFindings): void {
    this.exchanges += exchanges;
    if (seen.length > 0) this.prominent ||= prominent;
    for (const [at, { text, part = '' }] of seen.entries())
      this.countText(key, at, this.part(part), text, exchanges);
  }

  private addSeen(key: number, exchange: string, seen: readonly Sighting[], prominent: boolean): void {
    this.exchanges += 1;
    if (seen.length === 0) return;
    this.prominent ||= prominent;
    // As many as places are kept, at most.
    const noted: string[] = [];
    let at = 0;
    for (const { text, pointer = '', part: name = '' } of seen) {
      const part = this.part(name);
      this.countText(key, at, part, text, 1);
      if (key <= part.places.highestKey && !noted.includes(name + pointer)) {
        noted.push(name + pointer);
        part.places.add({ key, at }, { exchange, pointer });
      }
      at += 1;
    }
  }

  private countText(key: number, at: number, part: QuestionPart, text: string, times: number): void {
    const known = part.byText.get(text);
    if (known === undefined) this.addText(key, at, part, text, part.byText, text, times);
    else count(known, times, key, at);
  }

  private addValues(key: number, { exchange, observed }: ReadExchange): void {
    this.exchanges += 1;
    let at = 0;
    for (const [part, place] of this.placed)
      for (const found of observed[place] ?? []) {
        this.addValue(key, at, part, found);
        if (part.places.takes({ key, at }))
          part.places.add({ key, at }, { exchange: exchange.id, pointer: found.pointer });
        at += 1;
      }
  }

  private addValue(key: number, at: number, part: QuestionPart, found: Observed): void {
    const { latest, byValue } = part;
    const { value } = found;
    if (value === undefined) {
      this.countText(key, at, part, found.text, 1);
      return;
    }
    if (value !== latest.value) {
      latest.value = value;
      latest.text = byValue.get(value);
    }
    const { text } = latest;
    if (text === undefined) latest.text = this.addText(key, at, part, value, byValue, found.text);
    else if (text !== null) count(text, 1, key, at);
  }

  /**
   * Adds a text that is new, or was not remembered.
   * @param known where it is remembered, under its name
   * @returns it, if it is remembered; null if it is not kept, and never will be
   */
  private addText<Name>(
    key: number,
    at: number,
    { name: part, quick: seed }: QuestionPart,
    name: Name,
    known: Map<Name, Text>,
    text: string,
    times = 1,
  ): Text | null | undefined {
    const quick = quickHash(text, seed);
    if (!this.texts.mayTake(quick)) return null;
    const hash = sampleHash(quick, `${part}\n${text}`);
    this.texts.add(hash, { text, part, count: times, key, at });
    const kept = this.texts.get(hash);
    if (kept === undefined) return null;
    if (text.length > rememberedLength) return undefined;
    if (known.size >= textLimit) known.clear();
    known.set(name, kept);
    return kept;
  }

  get isEmpty(): boolean {
    return this.exchanges === 0;
  }

  state(options: StateOptions): QuestionState {
    const { limits, keyOf } = options;
    const seen = [...this.parts].filter(([, { places }]) => places.values.length > 0);
    const places = seen.map(([name, part]) => {
      return [name, part.places.state(options, limits.evidence, (place) => place)] as const;
    });
    return {
      exchanges: this.exchanges,
      prominent: this.prominent,
      texts: this.texts.state(limits.texts, ({ text, part, count, key, at }) => {
        return { text, part, count, key: keyOf(key), at };
      }),
      places: Object.fromEntries(places),
    };
  }

  take({ exchanges, prominent, texts, places }: QuestionState): void {
    this.exchanges += exchanges;
    this.prominent ||= prominent;
    this.texts.take(texts, (text) => ({ ...text }));
    for (const [part, state] of Object.entries(places)) this.part(part).places.take(state, (place) => place);
  }

  private part(name: string): QuestionPart {
    const known = this.parts.get(name);
    if (known !== undefined) return known;
    const made = new QuestionPart(name);
    this.parts.set(name, made);
    return made;
  }

  /** The answer to the question, or null where there is none. */
  answer(): Pick<Observation, 'answer' | 'evidence' | 'prominent'> | null {
    const { parts = [''], say } = this.question;
    if (this.exchanges === 0) return null;
    const rank = ({ key, at }: Text): Rank => ({ key, at });
    const texts = [...this.texts.values()].sort((left, right) => byRank(rank(left), rank(right)));
    const answer = say({
      exchanges: this.exchanges,
      isPartial: this.texts.isPartial,
      of: (part = '') => texts.filter((text) => text.part === part),
    });
    if (answer === null) return null;
    const evidence = parts.flatMap((part) => this.parts.get(part)?.places.values ?? []).slice(0, placeLimit);
    const some = this.texts.isPartial ? '; only a sample of the different values was kept' : '';
    return { answer: answer + some, evidence, prominent: this.prominent };
  }
}

function isAsked({ meaning, answer, exchange }: ReadExchange, { asksOf }: Question): boolean {
  return meaning === 'success' && answer?.kind === 'json' && asksOf?.(exchange) !== false;
}
