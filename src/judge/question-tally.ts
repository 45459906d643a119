import { bounds } from '../bounded/bounds.ts';
import { Lowest } from '../bounded/lowest.ts';
import { hashOf, Sample } from '../bounded/sample.ts';
import { eachAt } from '../json/plain.ts';
import { pointerAt } from '../json/pointer.ts';
import { mostRequests, mostTexts, type SeenAnswer, whyNot } from '../model/answer.ts';
import type { ReadJson } from '../model/json.ts';
import type { Question, Sighting, Sightings } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import type { Observation } from '../model/report.ts';
import { timesOf } from '../questions/typed.ts';

/** Texts of one part that are found again without a hash, and characters of such a text. */
const mostRemembered = 1_000;
const rememberedLength = 200;
/** Places of evidence of all parts. */
const placeLimit = 20;

type EvidencePlace = Observation['evidence'][number];

/** A text that was seen: how often, and where first. */
interface Text {
  readonly text: string;
  readonly part: string;
  count: number;
  key: number;
  at: number;
}

function merged(known: Text | undefined, added: Text): Text {
  if (known === undefined) return { ...added };
  count(known, added.key, added.at, added.count);
  return known;
}

function count(known: Text, key: number, at: number, times = 1): void {
  known.count += times;
  if (key > known.key || (key === known.key && at >= known.at)) return;
  known.key = key;
  known.at = at;
}

/** What was seen of one part of a question. */
class QuestionPart {
  readonly name: string;
  readonly places = new Lowest<EvidencePlace>(bounds.evidence);
  /** Texts that are seen again and again: by the text, or by the plain value that it is JSON of. */
  readonly known = new Map<unknown, Text>();

  constructor(name: string) {
    this.name = name;
  }
}

/** What is known of a question. */
export interface FoundAnswer {
  /** Null where nothing can be said in words. */
  readonly words: Pick<Observation, 'answer' | 'evidence' | 'prominent'> | null;
  readonly typed: SeenAnswer;
}

export type QuestionState = QuestionTally['state'];

/** What the exchanges show of one question, in bounded space. */
export class QuestionTally {
  readonly question: Question;
  /** Its parts that are values at places, each with the tokens of its place. */
  private readonly placed: readonly (readonly [part: QuestionPart, tokens: readonly string[]])[];
  private readonly texts = new Sample<Text>(bounds.texts, merged);
  private readonly parts = new Map<string, QuestionPart>();
  private exchanges = 0;
  private prominent = false;

  constructor(question: Question) {
    this.question = question;
    this.placed = (question.places ?? []).map((place) => [this.part(place), place.split('/').slice(1)]);
  }

  /** Adds what an exchange shows that it asks. */
  add(key: number, read: ReadExchange): void {
    const { places, see, isProminent } = this.question;
    const { exchange, content, meaning } = read;
    if (places !== undefined) {
      if (meaning === 'success' && content?.kind === 'json') this.addValues(key, exchange.id, content.json);
      return;
    }
    const seen = see?.(read) ?? null;
    if (seen === null) return;
    this.prominent ||= seen.length > 0 && isProminent?.(read) === true;
    this.addSightings(key, exchange.id, seen);
  }

  private addSightings(key: number, exchange: string, seen: readonly Sighting[]): void {
    this.exchanges += 1;
    // As many as places are kept, at most.
    const noted: string[] = [];
    let at = 0;
    for (const { text, pointer = '', part: name = '' } of seen) {
      const part = this.part(name);
      const known = part.known.get(text);
      if (known === undefined) this.addText(part, text, text, key, at);
      else count(known, key, at);
      if (key <= part.places.highestKey && !noted.includes(name + pointer)) {
        noted.push(name + pointer);
        part.places.add(key, { exchange, pointer }, at);
      }
      at += 1;
    }
  }

  private addValues(key: number, exchange: string, json: ReadJson): void {
    this.exchanges += 1;
    let at = 0;
    for (const [part, tokens] of this.placed)
      eachAt(json.value, tokens, (value, positions) => {
        const isPlain = json.keys !== null && (typeof value !== 'object' || value === null);
        const known = isPlain ? part.known.get(value) : undefined;
        if (known !== undefined) count(known, key, at);
        else this.addText(part, json.textAt(tokens, positions, value), isPlain ? value : undefined, key, at);
        if (part.places.takes(key, at))
          part.places.add(key, { exchange, pointer: pointerAt(part.name, positions) }, at);
        at += 1;
      });
  }

  /** Adds a text that is new, or was not remembered. @param name by which it is found again; undefined for none */
  private addText(part: QuestionPart, text: string, name: unknown, key: number, at: number): void {
    const hash = hashOf(`${part.name}\n${text}`);
    this.texts.add(hash, { text, part: part.name, count: 1, key, at });
    const kept = this.texts.get(hash);
    if (kept === undefined || name === undefined || text.length > rememberedLength) return;
    if (part.known.size >= mostRemembered) part.known.clear();
    part.known.set(name, kept);
  }

  private part(name: string): QuestionPart {
    const known = this.parts.get(name);
    if (known !== undefined) return known;
    const made = new QuestionPart(name);
    this.parts.set(name, made);
    return made;
  }

  get isEmpty(): boolean {
    return this.exchanges === 0;
  }

  get state() {
    const { exchanges, prominent, texts, parts } = this;
    const seen = [...parts].filter(([, { places }]) => places.state.length > 0);
    const places = Object.fromEntries(seen.map(([name, part]) => [name, part.places.state]));
    return { exchanges, prominent, texts: texts.state, places };
  }

  take({ exchanges, prominent, texts, places }: QuestionState): void {
    this.exchanges += exchanges;
    this.prominent ||= prominent;
    this.texts.take(texts);
    for (const [part, state] of Object.entries(places)) this.part(part).places.take(state);
  }

  /** What was seen, in words and as an answer of the question's form. */
  found(): FoundAnswer {
    const { id, parts = [''], say, answer } = this.question;
    const seen = this.sightings();
    const words = this.isEmpty ? null : (say?.(seen) ?? null);
    const typed = this.isEmpty ? null : (answer?.(seen) ?? null);
    const evidence = this.placesOf(parts).slice(0, placeLimit);
    const some = seen.isPartial ? '; only a sample of the different values was kept' : '';
    return {
      words: words === null ? null : { answer: words + some, evidence, prominent: this.prominent },
      typed:
        typed === null
          ? { id, answer: null, why: this.whyNot(), seen: 0, requests: [] }
          : { id, answer: typed, ...this.shown(seen) },
    };
  }

  private placesOf(parts: readonly string[]): readonly EvidencePlace[] {
    return parts.flatMap((part) => this.parts.get(part)?.places.values ?? []);
  }

  /** How often an answer is seen, and where. */
  private shown(seen: Sightings): Pick<SeenAnswer, 'seen' | 'requests'> {
    const { shownBy, parts = [''] } = this.question;
    const exchanges = this.placesOf(shownBy ?? parts).map(({ exchange }) => exchange);
    return {
      seen: shownBy === undefined ? seen.exchanges : timesOf(seen, shownBy),
      requests: [...new Set(exchanges)].slice(0, mostRequests),
    };
  }

  private sightings(): Sightings {
    const texts = [...this.texts.values()].sort((left, right) => left.key - right.key || left.at - right.at);
    return {
      exchanges: this.exchanges,
      isPartial: this.texts.isPartial,
      of: (part = '') => texts.filter((text) => text.part === part),
    };
  }

  private whyNot(): string {
    if (this.question.answer === undefined || this.isEmpty) return whyNot.neverAsked;
    const isLarge = [...this.texts.values()].length > mostTexts;
    return whyNot.couldNotBeAsked(isLarge ? 'too many different values were seen' : 'nothing shows it');
  }
}
