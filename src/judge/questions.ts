import { bounds } from '../bounded/bounds.ts';
import { addLowest, highestKey, lowest, takesLowest, valuesOf } from '../bounded/lowest.ts';
import { hashOf, sample } from '../bounded/sample.ts';
import {
  count,
  entryOf,
  type Named,
  named,
  once,
  record,
  type Shape,
  type StateOf,
} from '../bounded/state.ts';
import { eachAt, pointerAt } from '../json/place.ts';
import { mostRequests, mostTexts, type SeenAnswer, whyNot } from '../model/answer.ts';
import type { ReadJson } from '../model/json.ts';
import type { Question, Sighting, Sightings } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import type { Observation, OpenQuestion } from '../model/report.ts';
import { contract } from '../operations/index.ts';
import { timesOf } from '../questions/typed.ts';
import { cut } from '../text/cut.ts';

/** Texts of one part that are found again without a hash, and characters of such a text. */
const mostRemembered = 1_000;
const rememberedLength = 200;
/** Places of evidence of all parts. */
const placeLimit = 20;
/** Characters of the answer to an open question that a report keeps. */
const answerLimit = 2_000;

type EvidencePlace = Observation['evidence'][number];

/** A text that was seen: how often, and where first. */
interface Text {
  readonly text: string;
  readonly part: string;
  count: number;
  key: number;
  at: number;
}

function countText(known: Text, key: number, at: number, times = 1): void {
  known.count += times;
  if (key > known.key || (key === known.key && at >= known.at)) return;
  known.key = key;
  known.at = at;
}

const text: Shape<Text | null> = {
  empty: () => null,
  merge: (known, added) => {
    if (known === null || added === null) return known ?? (added && { ...added });
    countText(known, added.key, added.at, added.count);
    return known;
  },
};

const texts = sample(bounds.texts, text);
const places = lowest<EvidencePlace>(bounds.evidence);

/** What is known of one question. */
const seen = record({
  /** Exchanges that have to do with it. */
  exchanges: count,
  prominent: once,
  texts,
  /** By part of the question. */
  places: named(places),
});

type Seen = StateOf<typeof seen>;

/** By id of the question; without those of which nothing is known. */
export const questionStates: Shape<Named<Seen>> = named(seen);

/** A question of which exchanges may show something. */
interface Asked {
  readonly question: Question;
  /** Its parts that are values at places, each with the tokens of its place; null where it sees for itself. */
  readonly placed: readonly (readonly [place: string, tokens: readonly string[]])[] | null;
  /** Texts that are seen again and again, by part: by the text, or by the plain value that it is JSON of. */
  readonly remembered: Map<string, Map<unknown, Text>>;
}

function askedOf(operation: string): readonly Asked[] {
  const own = contract.questions.filter((one) => (one.operation ?? operation) === operation);
  return own
    .filter(({ see, places }) => (see ?? places) !== undefined)
    .map((question) => ({
      question,
      placed: question.places?.map((place) => [place, place.split('/').slice(1)] as const) ?? null,
      remembered: new Map(),
    }));
}

/** Adds what exchanges show of the open questions to what is known of them. */
export class QuestionReader {
  private readonly known: Named<Seen>;
  private readonly asked = new Map(contract.operations.map(({ name }) => [name, askedOf(name)]));

  constructor(known: Named<Seen>) {
    this.known = known;
  }

  add(key: number, read: ReadExchange): void {
    const { exchange, content, meaning } = read;
    for (const asked of this.asked.get(exchange.operation) ?? []) {
      const { placed, question } = asked;
      if (placed !== null) {
        if (meaning === 'success' && content?.kind === 'json')
          this.addValues(asked, placed, key, exchange.id, content.json);
        continue;
      }
      const sightings = question.see?.(read) ?? null;
      if (sightings === null) continue;
      if (sightings.length > 0 && question.isProminent?.(read) === true) this.stateOf(asked).prominent = true;
      this.addSightings(asked, key, exchange.id, sightings);
    }
  }

  private stateOf({ question }: Asked): Seen {
    return entryOf(this.known, question.id, seen);
  }

  private addSightings(asked: Asked, key: number, exchange: string, all: readonly Sighting[]): void {
    const state = this.stateOf(asked);
    state.exchanges += 1;
    // As many as places are kept, at most.
    const noted: string[] = [];
    for (const [at, { text, pointer = '', part = '' }] of all.entries()) {
      if (!this.countKnown(asked, part, text, key, at)) this.addText(asked, part, text, key, at, text);
      const kept = entryOf(state.places, part, places);
      if (key > highestKey(kept, bounds.evidence) || noted.includes(part + pointer)) continue;
      noted.push(part + pointer);
      addLowest(kept, bounds.evidence, [key, at, { exchange, pointer }]);
    }
  }

  private addValues(
    asked: Asked,
    placed: NonNullable<Asked['placed']>,
    key: number,
    exchange: string,
    json: ReadJson,
  ): void {
    const state = this.stateOf(asked);
    state.exchanges += 1;
    let at = 0;
    for (const [place, tokens] of placed) {
      const kept = entryOf(state.places, place, places);
      const isKept = key <= highestKey(kept, bounds.evidence);
      eachAt(json.value, tokens, (value, positions) => {
        const isPlain = json.keys !== null && (typeof value !== 'object' || value === null);
        const name = isPlain ? value : undefined;
        if (!this.countKnown(asked, place, name, key, at))
          this.addText(asked, place, name, key, at, json.textAt(tokens, positions, value));
        if (isKept && takesLowest(kept, bounds.evidence, key, at))
          addLowest(kept, bounds.evidence, [key, at, { exchange, pointer: pointerAt(place, positions) }]);
        at += 1;
      });
    }
  }

  /** @returns whether it is a text that is remembered */
  private countKnown({ remembered }: Asked, part: string, name: unknown, key: number, at: number): boolean {
    const known = name === undefined ? undefined : remembered.get(part)?.get(name);
    if (known === undefined) return false;
    countText(known, key, at);
    return true;
  }

  /** @param name by which the text is found again without being made; undefined for none */
  private addText(asked: Asked, part: string, name: unknown, key: number, at: number, text: string): void {
    const { texts: seenTexts } = this.stateOf(asked);
    const hash = hashOf(`${part}\n${text}`);
    texts.add(seenTexts, hash, { text, part, count: 1, key, at });
    const kept = seenTexts.kept.get(hash) ?? null;
    if (kept === null || name === undefined || text.length > rememberedLength) return;
    const remembered = asked.remembered.get(part) ?? new Map<unknown, Text>();
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(name, kept);
    asked.remembered.set(part, remembered);
  }
}

function sightingsIn({ exchanges, texts: seenTexts }: Seen): Sightings {
  const { bound, kept } = texts.reduce(seenTexts);
  const all = [...kept.values()].flatMap((one) => one ?? []);
  all.sort((left, right) => left.key - right.key || left.at - right.at);
  return { exchanges, isPartial: bound !== null, of: (part = '') => all.filter((one) => one.part === part) };
}

function evidenceIn(state: Seen, parts: readonly string[] = ['']): readonly EvidencePlace[] {
  return parts.flatMap((part) => valuesOf(state.places[part] ?? []));
}

/** What was seen as an answer of the form of a question. */
function answerIn(question: Question, state: Seen | undefined, all: Sightings | null): SeenAnswer {
  const { id, parts, shownBy, answer: answerOf } = question;
  const answer = (all && answerOf?.(all)) ?? null;
  if (state === undefined || all === null || answer === null) {
    const isLarge = state !== undefined && state.texts.kept.size > mostTexts;
    const cause = isLarge ? 'too many different values were seen' : 'nothing shows it';
    const isAsked = state !== undefined && answerOf !== undefined;
    const why = isAsked ? whyNot.couldNotBeAsked(cause) : whyNot.neverAsked;
    return { id, answer: null, why, seen: 0, requests: [] };
  }
  const exchanges = evidenceIn(state, shownBy ?? parts).map(({ exchange }) => exchange);
  const requests = [...new Set(exchanges)].slice(0, mostRequests);
  return { id, answer, seen: shownBy === undefined ? all.exchanges : timesOf(all, shownBy), requests };
}

/** The open questions that could be answered, and those that could not. */
export function answersIn(known: Named<Seen>) {
  const observations: Observation[] = [];
  const notAsked: OpenQuestion[] = [];
  /** Of those that exchanges of any kind may show, and of others that these show. */
  const answers: SeenAnswer[] = [];
  for (const one of contract.questions) {
    const { id, question, section, asks, parts, onlyWhenSeen } = one;
    const state = known[id];
    const all = state === undefined ? null : sightingsIn(state);
    const words = (all && one.say?.(all)) ?? null;
    const typed = answerIn(one, state, all);
    if (state !== undefined && words !== null) {
      const some = all?.isPartial ? '; only a sample of the different values was kept' : '';
      const evidence = evidenceIn(state, parts).slice(0, placeLimit);
      const answer = cut(words + some, answerLimit);
      observations.push({ id, question, section, answer, evidence, prominent: state.prominent });
    } else if (typed.answer === null && onlyWhenSeen !== true) notAsked.push({ id, question, section });
    if (asks === 'passive' || typed.answer !== null) answers.push(typed);
  }
  return { observations, notAsked, answers };
}
