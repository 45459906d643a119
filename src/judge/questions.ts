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
import type { Question, Sightings } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import type { Observation, OpenQuestion } from '../model/report.ts';
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

/** What an exchange shows of one part of a question, put into words only where that is needed. */
interface Seeing extends Pick<Text, 'part' | 'key' | 'at'> {
  readonly exchange: string;
  readonly textOf: () => string;
  readonly pointerOf: () => string;
}

/** Gives what adds to what is known of one question, and finds texts again by their names without making them. */
function adding() {
  const remembered = new Map<string, Map<unknown, Text>>();
  const addText = (state: Seen, name: unknown, { part, key, at, textOf }: Seeing) => {
    const text = textOf();
    const hash = hashOf(`${part}\n${text}`);
    texts.add(state.texts, hash, { text, part, count: 1, key, at });
    const kept = state.texts.kept.get(hash) ?? null;
    if (kept === null || name === undefined || text.length > rememberedLength) return;
    const ofPart = remembered.get(part) ?? new Map<unknown, Text>();
    if (ofPart.size >= mostRemembered) ofPart.clear();
    ofPart.set(name, kept);
    remembered.set(part, ofPart);
  };
  /** @param name the text itself, or the plain value that it is JSON of; undefined for none */
  return (state: Seen, name: unknown, seeing: Seeing): void => {
    const { part, key, at, exchange, pointerOf } = seeing;
    const known = name === undefined ? undefined : remembered.get(part)?.get(name);
    if (known === undefined) addText(state, name, seeing);
    else countText(known, key, at);
    const kept = entryOf(state.places, part, places);
    if (!takesLowest(kept, bounds.evidence, key, at)) return;
    const pointer = pointerOf();
    if (kept.some(([other, , place]) => other === key && place.pointer === pointer)) return;
    addLowest(kept, bounds.evidence, [key, at, { exchange, pointer }]);
  };
}

/** The questions of which exchanges of an operation may show something; places as their tokens. */
function askedOf(operation: string) {
  const own = contract.questions.filter((one) => (one.operation ?? operation) === operation);
  return own
    .filter(({ see, places }) => (see ?? places) !== undefined)
    .map((question) => ({
      question,
      placed: question.places?.map((place) => [place, place.split('/').slice(1)] as const) ?? null,
      add: adding(),
    }));
}

/** Gives what adds to `known` what an exchange shows of the open questions. */
export function questionReader(known: Named<Seen>): (key: number, read: ReadExchange) => void {
  const byOperation = new Map(contract.operations.map(({ name }) => [name, askedOf(name)]));
  return (key, read) => {
    const { content, meaning } = read;
    const exchange = read.exchange.id;
    const json = meaning === 'success' && content?.kind === 'json' ? content.json : null;
    for (const { question, placed, add } of byOperation.get(read.exchange.operation) ?? []) {
      const sightings = placed === null ? (question.see?.(read) ?? null) : json && [];
      if (sightings === null) continue;
      const state = entryOf(known, question.id, seen);
      state.exchanges += 1;
      if (sightings.length > 0 && question.isProminent?.(read) === true) state.prominent = true;
      for (const [at, { text, pointer = '', part = '' }] of sightings.entries())
        add(state, text, { part, key, at, exchange, textOf: () => text, pointerOf: () => pointer });
      let at = 0;
      for (const [part, tokens] of placed ?? [])
        eachAt(json?.value, tokens, (value, positions) => {
          const isPlain = json?.keys !== null && (typeof value !== 'object' || value === null);
          const textOf = () => json?.textAt(tokens, positions, value) ?? '';
          const pointerOf = () => pointerAt(part, positions);
          add(state, isPlain ? value : undefined, { part, key, at, exchange, textOf, pointerOf });
          at += 1;
        });
    }
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
