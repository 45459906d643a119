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

/** Gives what adds to `known` what an exchange shows of the open questions. */
export function questionReader(known: Named<Seen>): (key: number, read: ReadExchange) => void {
  const byOperation = new Map(contract.operations.map(({ name }) => [name, askedOf(name)]));
  return (key, read) => {
    const { exchange, content, meaning } = read;
    for (const asked of byOperation.get(exchange.operation) ?? []) {
      const { placed, question } = asked;
      const hasValues = placed !== null && meaning === 'success' && content?.kind === 'json';
      const sightings = placed === null ? (question.see?.(read) ?? null) : null;
      if (!hasValues && sightings === null) continue;
      const state = entryOf(known, question.id, seen);
      state.exchanges += 1;
      if (hasValues) addValues(asked, state, key, exchange.id, content.json);
      else if (sightings !== null && sightings.length > 0) {
        if (question.isProminent?.(read) === true) state.prominent = true;
        addSightings(asked, state, key, exchange.id, sightings);
      }
    }
  };
}

function addSightings(
  asked: Asked,
  state: Seen,
  key: number,
  exchange: string,
  all: readonly Sighting[],
): void {
  // As many as places are kept, at most.
  const noted: string[] = [];
  for (const [at, { text, pointer = '', part = '' }] of all.entries()) {
    addText(asked, state, { part, name: text, key, at, textOf: () => text });
    const kept = entryOf(state.places, part, places);
    if (key > highestKey(kept, bounds.evidence) || noted.includes(part + pointer)) continue;
    noted.push(part + pointer);
    addLowest(kept, bounds.evidence, [key, at, { exchange, pointer }]);
  }
}

function addValues(asked: Asked, state: Seen, key: number, exchange: string, json: ReadJson) {
  let at = 0;
  for (const [part, tokens] of asked.placed ?? []) {
    const kept = entryOf(state.places, part, places);
    const isKept = key <= highestKey(kept, bounds.evidence);
    eachAt(json.value, tokens, (value, positions) => {
      const isPlain = json.keys !== null && (typeof value !== 'object' || value === null);
      const textOf = () => json.textAt(tokens, positions, value);
      addText(asked, state, { part, name: isPlain ? value : undefined, key, at, textOf });
      if (isKept && takesLowest(kept, bounds.evidence, key, at))
        addLowest(kept, bounds.evidence, [key, at, { exchange, pointer: pointerAt(part, positions) }]);
      at += 1;
    });
  }
}

/** A text of one exchange, which is made only where it is not remembered. */
interface NewText extends Pick<Text, 'part' | 'key' | 'at'> {
  /** By which it is found again without being made; undefined for none. */
  readonly name: unknown;
  readonly textOf: () => string;
}

function addText({ remembered }: Asked, state: Seen, added: NewText): void {
  const { part, name, key, at, textOf } = added;
  const known = name === undefined ? undefined : remembered.get(part)?.get(name);
  if (known !== undefined) {
    countText(known, key, at);
    return;
  }
  const text = textOf();
  const hash = hashOf(`${part}\n${text}`);
  texts.add(state.texts, hash, { text, part, count: 1, key, at });
  const kept = state.texts.kept.get(hash) ?? null;
  if (kept === null || name === undefined || text.length > rememberedLength) return;
  const ofPart = remembered.get(part) ?? new Map<unknown, Text>();
  if (ofPart.size >= mostRemembered) ofPart.clear();
  ofPart.set(name, kept);
  remembered.set(part, ofPart);
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
