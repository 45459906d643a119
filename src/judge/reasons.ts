import { placeName } from '../contract/statements.ts';

/** Why a requirement was not exercised, in words that several judges have to agree on. */

export const echoNotSent = 'it was not sent, so nothing can be compared';

export function isAbsent(place: string): string {
  return `${placeName(place)} is absent`;
}

export function withoutElements(place: string): string {
  return `${placeName(place)} has no elements`;
}

export function saysNothing(value: string): string {
  return `${JSON.stringify(value)} says nothing about it`;
}

export function wasNotSent(value: string): string {
  return `${value} was not sent`;
}
