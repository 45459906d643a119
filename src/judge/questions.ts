import type { Observation, OpenQuestion } from '../../schemas/types.ts';
import { bounds } from '../bounded/bounds.ts';
import { addLowest, lowest, takesLowest, valuesOf } from '../bounded/lowest.ts';
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
import type { JsonShape, ReadJson } from '../model/json.ts';
import type { Question, Sightings } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import { contract } from '../operations/index.ts';
import { answerOf, timesOf, wordsOf } from '../questions/typed.ts';
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

/** Where something was seen: the exchange, and the position in it. */
interface SeenAt {
  readonly key: number;
  readonly at: number;
  readonly exchange: string;
}

/** What is known of one part of a question; its texts are found again by their names, without being made. */
function partOf(state: Seen, part: string) {
  const remembered = new Map<unknown, Text>();
  const kept = entryOf(state.places, part, places);
  const addText = (name: unknown, text: string, key: number, at: number) => {
    const hash = hashOf(`${part}\n${text}`);
    texts.add(state.texts, hash, { text, part, count: 1, key, at });
    const known = state.texts.kept.get(hash) ?? null;
    if (known === null || name === undefined || text.length > rememberedLength) return;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(name, known);
  };
  return {
    /** Whether it is enough to count a text that is known. @param name the text itself, or the plain value that it is JSON of */
    isCounted: (name: unknown, key: number, at: number): boolean => {
      const known = remembered.get(name);
      if (known === undefined || takesLowest(kept, bounds.evidence, key, at)) return false;
      countText(known, key, at);
      return true;
    },
    /** @param name undefined for none */
    add: (name: unknown, text: string, pointer: string, { key, at, exchange }: SeenAt): void => {
      const known = name === undefined ? undefined : remembered.get(name);
      if (known === undefined) addText(name, text, key, at);
      else countText(known, key, at);
      if (kept.some(([other, , place]) => other === key && place.pointer === pointer)) return;
      addLowest(kept, bounds.evidence, [key, at, { exchange, pointer }]);
    },
  };
}

/** A place of a question, and what is there: a value, or the number of a scalar. */
interface Placed {
  readonly part: string;
  readonly tokens: readonly string[];
  readonly positions: readonly number[];
  readonly value: unknown;
}

function placedIn(outline: unknown, parts: readonly string[]): readonly Placed[] {
  const found: Placed[] = [];
  for (const part of parts) {
    const tokens = part.split('/').slice(1);
    eachAt(outline, tokens, (value, positions) => found.push({ part, tokens, positions, value }));
  }
  return found;
}

/** Gives what adds to `known` what exchanges show of one question. */
function questionReading(known: Named<Seen>, question: Question) {
  const { id, places: asked, see, isProminent } = question;
  const parts = new Map<string, ReturnType<typeof partOf>>();
  const ofShape = new WeakMap<JsonShape, readonly Placed[]>();
  const partIn = (state: Seen, name: string) => {
    const part = parts.get(name) ?? partOf(state, name);
    parts.set(name, part);
    return part;
  };
  const begun = () => {
    const state = entryOf(known, id, seen);
    state.exchanges += 1;
    return state;
  };
  const placedOf = ({ shape, outline }: ReadJson) => {
    const found = (shape && ofShape.get(shape)) ?? placedIn(outline, asked ?? []);
    if (shape !== null) ofShape.set(shape, found);
    return found;
  };
  const readPlaces = (key: number, { exchange, content, meaning }: ReadExchange): void => {
    if (meaning !== 'success' || content?.kind !== 'json') return;
    const { json } = content;
    const state = begun();
    for (const [at, { part, tokens, positions, value: found }] of placedOf(json).entries()) {
      const value = json.shape !== null && typeof found === 'number' ? json.scalar(found) : found;
      const isPlain = json.keys !== null && (typeof value !== 'object' || value === null);
      const known = partIn(state, part);
      if (isPlain && known.isCounted(value, key, at)) continue;
      const text = json.textAt(tokens, positions, value);
      const pointer = pointerAt(part, positions);
      known.add(isPlain ? value : undefined, text, pointer, { key, at, exchange: exchange.id });
    }
  };
  const readSeen = (key: number, read: ReadExchange): void => {
    const sightings = see?.(read) ?? null;
    if (sightings === null) return;
    const state = begun();
    if (sightings.length > 0 && isProminent?.(read) === true) state.prominent = true;
    for (const [at, { text, pointer = '', part = '' }] of sightings.entries()) {
      const known = partIn(state, part);
      if (!known.isCounted(text, key, at))
        known.add(text, text, pointer, { key, at, exchange: read.exchange.id });
    }
  };
  return asked === undefined ? readSeen : readPlaces;
}

/** Gives what adds to `known` what an exchange shows of the open questions. */
export function questionReader(known: Named<Seen>): (key: number, read: ReadExchange) => void {
  const asked = contract.questions.filter(({ see, places }) => (see ?? places) !== undefined);
  const readings = (operation: string) =>
    asked
      .filter((one) => (one.operation ?? operation) === operation)
      .map((one) => questionReading(known, one));
  const byOperation = new Map(contract.operations.map(({ name }) => [name, readings(name)]));
  return (key, read) => {
    for (const add of byOperation.get(read.exchange.operation) ?? []) add(key, read);
  };
}

function sightingsIn({ exchanges, texts: seenTexts }: Seen): Sightings {
  const { bound, kept } = texts.reduce(seenTexts);
  const all = [...kept.values()].flatMap((one) => one ?? []);
  all.sort((left, right) => left.key - right.key || left.at - right.at);
  return { exchanges, isPartial: bound !== null, of: (part = '') => all.filter((one) => one.part === part) };
}

function partsOf({ parts, places: own }: Question): readonly string[] {
  return parts ?? own ?? [''];
}

function evidenceIn(state: Seen, parts: readonly string[]): readonly EvidencePlace[] {
  return parts.flatMap((part) => valuesOf(state.places[part] ?? []));
}

/** What was seen as an answer of the form of a question. */
function answerIn(question: Question, state: Seen | undefined, all: Sightings | null): SeenAnswer {
  const { id, shownBy } = question;
  const answer = all && answerOf(question, all);
  if (state === undefined || all === null || answer === null) {
    const isLarge = state !== undefined && state.texts.kept.size > mostTexts;
    const cause = isLarge ? 'too many different values were seen' : 'nothing shows it';
    const why = state !== undefined ? whyNot.couldNotBeAsked(cause) : whyNot.neverAsked;
    return { id, answer: null, why, seen: 0, requests: [] };
  }
  const exchanges = evidenceIn(state, shownBy ?? partsOf(question)).map(({ exchange }) => exchange);
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
    const { id, question, section, asks, onlyWhenSeen } = one;
    const state = known[id];
    const all = state === undefined ? null : sightingsIn(state);
    const words = all && wordsOf(one, all);
    const typed = answerIn(one, state, all);
    if (state !== undefined && words !== null) {
      const some = all?.isPartial ? '; only a sample of the different values was kept' : '';
      const evidence = evidenceIn(state, partsOf(one)).slice(0, placeLimit);
      const answer = cut(words + some, answerLimit);
      observations.push({ id, question, section, answer, evidence, prominent: state.prominent });
    } else if (typed.answer === null && onlyWhenSeen !== true) notAsked.push({ id, question, section });
    if (asks === 'passive' || typed.answer !== null) answers.push(typed);
  }
  return { observations, notAsked, answers };
}
