import type { Question, Seen, SeenText } from '../model/question.ts';
import type { Observation } from '../model/report.ts';
import { byRank, Lowest, type Rank } from './lowest.ts';
import { hashOf, Sample } from './sample.ts';
import type { QuestionState, StateOptions } from './state.ts';

/** Different texts of one question that are kept. */
const textLimit = 1_000;
/** Characters of a text whose hash is remembered. */
const rememberedLength = 200;
/** Places of evidence of one part. */
const placeLimit = 20;

type Place = Observation['evidence'][number];

interface Text {
  readonly text: string;
  readonly part: string;
  count: number;
  rank: Rank;
}

const noText = (): Text => ({ text: '', part: '', count: 0, rank: { key: Number.POSITIVE_INFINITY, at: 0 } });

function mergedText(into: Text, from: Text): Text {
  const rank = byRank(from.rank, into.rank) < 0 ? from.rank : into.rank;
  return { ...from, count: into.count + from.count, rank };
}

/** What the exchanges show of one question, in bounded space. */
export class QuestionTally {
  private readonly texts = new Sample(textLimit, noText, mergedText);
  private readonly places = new Map<string, Lowest<Place>>();
  private readonly hashes = new Map<string, bigint>();
  private exchanges = 0;
  private prominent = false;

  add(key: number, exchange: string, seen: readonly Seen[], prominent: boolean): void {
    this.exchanges += 1;
    if (seen.length > 0) this.prominent ||= prominent;
    const noted = new Set<string>();
    for (const [at, { text, pointer = '', part = '' }] of seen.entries()) {
      this.texts.add(this.hashOf(part, text), { text, part, count: 1, rank: { key, at } });
      if (noted.has(part + pointer)) continue;
      noted.add(part + pointer);
      this.placesOf(part).add({ key, at }, { exchange, pointer });
    }
  }

  /** Most texts are seen again and again: only those that are new cost a hash. */
  private hashOf(part: string, text: string): bigint {
    const name = `${part}\n${text}`;
    const hash = this.hashes.get(name) ?? hashOf(name);
    if (this.hashes.size < textLimit && name.length < rememberedLength) this.hashes.set(name, hash);
    return hash;
  }

  merge(other: QuestionTally): void {
    this.exchanges += other.exchanges;
    this.prominent ||= other.prominent;
    this.texts.merge(other.texts);
    for (const [part, places] of other.places) this.placesOf(part).merge(places);
  }

  get isEmpty(): boolean {
    return this.exchanges === 0;
  }

  state(options: StateOptions): QuestionState {
    const { limits, keyOf } = options;
    const places = [...this.places].map(([part, lowest]) => {
      return [part, lowest.state(options, limits.evidence, (place) => place)] as const;
    });
    return {
      exchanges: this.exchanges,
      prominent: this.prominent,
      texts: this.texts.state(limits.texts, ({ text, part, count, rank: { key, at } }) => {
        return { text, part, count, key: keyOf(key), at };
      }),
      places: Object.fromEntries(places),
    };
  }

  take({ exchanges, prominent, texts, places }: QuestionState): void {
    this.exchanges += exchanges;
    this.prominent ||= prominent;
    this.texts.take(texts, ({ key, at, ...text }) => ({ ...text, rank: { key, at } }));
    for (const [part, state] of Object.entries(places)) this.placesOf(part).take(state, (place) => place);
  }

  private placesOf(part: string): Lowest<Place> {
    const known = this.places.get(part) ?? new Lowest<Place>(placeLimit);
    this.places.set(part, known);
    return known;
  }

  /** The answer to the question, or null where there is none. */
  answer({ parts = [''], say }: Question): Pick<Observation, 'answer' | 'evidence' | 'prominent'> | null {
    if (this.exchanges === 0) return null;
    const texts = [...this.texts.values()].sort((left, right) => byRank(left.rank, right.rank));
    const answer = say({
      exchanges: this.exchanges,
      isPartial: this.texts.isPartial,
      of: (part = '') => texts.filter((text) => text.part === part),
    });
    if (answer === null) return null;
    const evidence = parts.flatMap((part) => this.places.get(part)?.values ?? []).slice(0, placeLimit);
    return { answer, evidence, prominent: this.prominent };
  }
}

/** Distinct texts with how often each was seen: `200 (3 ×), 201`. */
export function tallied(texts: readonly SeenText[]): string {
  return texts.map(({ text, count }) => (count === 1 ? text : `${text} (${count} ×)`)).join(', ');
}
