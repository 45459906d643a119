import { type Case, enabled, textual } from './waiver-cases.ts';

/** Refused: nothing is sent. */
export const refused: readonly Case[] = [
  {
    name: 'dead',
    script: textual,
    waivers: [{ ...enabled, id: 'put.data.enabeld:type' }],
    exitCode: 2,
    says: [
      /line 4, entry 1 .* is not the id of a requirement: remove it/,
      'Did you mean put.data.enabled:type',
    ],
  },
  {
    name: 'dead pattern',
    script: textual,
    waivers: [{ ...enabled, id: 'put.gone*' }],
    exitCode: 2,
    says: ['is not the id of a requirement'],
  },
  {
    name: 'malformed',
    script: textual,
    waivers: '{"waivers": [\n  {"id": }\n]}',
    exitCode: 2,
    says: ['line 2 is not JSON'],
  },
  {
    name: 'a key twice',
    script: textual,
    waivers: '{"waivers": [],\n"waivers": []}',
    exitCode: 2,
    says: ['line 2, the file has the key /waivers twice'],
  },
  {
    name: 'not filled in',
    script: textual,
    waivers: [{ ...enabled, owner: 'FILL IN who is responsible for it' }],
    exitCode: 2,
    says: ['has "FILL IN who is responsible for it" as its owner'],
  },
  {
    name: 'twice',
    script: textual,
    waivers: [enabled, enabled],
    exitCode: 2,
    says: [/entry 2 .* and so does entry 1 in line 3/],
  },
  {
    name: 'several things at once',
    script: textual,
    waivers: [{ ...enabled, expires: '2020-01-01', owner: '' }, { id: 'x' }],
    exitCode: 2,
    says: [
      /^conformance: 5 problems/m,
      'needs text as its owner',
      'is not the id of a requirement',
      'lacks reason',
      'lacks owner',
      'lacks expires',
    ],
  },
];
