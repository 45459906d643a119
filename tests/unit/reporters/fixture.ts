import { operationSummaries } from '../../../src/contract/contract.ts';
import { concluded, type Unconcluded, unconcluded } from '../../../src/report/conclusion.ts';
import { contract } from '../../support/engine.ts';
import type { Report } from '../../support/subject.ts';
import { exchanges } from './fixture-exchanges.ts';
import { put, remove } from './fixture-rows.ts';
import { waivers } from './fixture-waivers.ts';

const parts: Unconcluded = {
  formatVersion: 1,
  tool: { name: 'entity-config-conformance', version: '0.1.0' },
  document: {
    title: 'Entity-scoped valuation and automation configuration interface',
    sha256: '6d0f2b7a9c1e4f5836a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3',
  },
  target: { baseUrl: 'https://staging.example/api', reference: false },
  run: {
    id: '5d0c',
    startedAt: '2026-03-01T12:00:00.000Z',
    durationMs: 1432,
    options: { strict: false, repeat: 2, serial: false, delayMs: 0, timeoutMs: 1000 },
    scope: { operations: ['put', 'delete'], unauthorized: true, conditionsSent: true },
    cut: false,
  },
  plan: [
    ...exchanges.map(({ probe, request: { method, url }, purpose }) => ({
      probe,
      method,
      path: new URL(url).pathname,
      purpose,
    })),
    {
      probe: 'put-made-up-token',
      method: 'PUT',
      path: '/api/entity/e-1/valuation/derivative/fact/transformer/',
      purpose: 'the same request with a made-up token',
    },
  ],
  operations: operationSummaries(contract),
  summary: {
    outcome: 'deviates',
    exitCode: 1,
    stated: { conforms: 5, deviates: 3, waived: 1, notExercised: 3 },
    shown: { conforms: 1, deviates: 1, waived: 0, notExercised: 2 },
    observations: 3,
  },
  ...unconcluded,
  requirements: [...put, ...remove],
  waivers,
  observations: [
    {
      id: 'status-codes',
      question: 'Which HTTP status codes do the answers have?',
      section: '4',
      answer: '200 for every answer',
      prominent: false,
      evidence: [{ exchange: 'e1', pointer: '' }],
    },
    {
      id: 'secrets-returned',
      question: 'Does an answer contain a secret that was sent?',
      section: '5',
      answer: 'the access token stands in the answer to put-authorised, at /data/note; it is masked here',
      prominent: true,
      evidence: [{ exchange: 'e1', pointer: '/data/note' }],
    },
    {
      id: 'unknown-fields',
      question: 'Which fields does the document not name?',
      section: '2.2',
      answer: '/data/note',
      prominent: false,
      evidence: [{ exchange: 'e1', pointer: '/data/note' }],
    },
  ],
  notAsked: [
    { id: 'delete-twice', question: 'What does a second DELETE of the same rule answer?', section: '4.2' },
    { id: 'question.service.rate-limits', question: 'Are there rate limits?', section: '8' },
  ],
  documentNotes: [
    {
      id: 'updated-at-is-a-date',
      sections: ['2.3'],
      note: 'updatedAt of a rule is a date while its neighbours carry a time',
    },
  ],
  unanswered: [],
  effects: [
    { operation: 'put', id: 't-77', state: 'confirmed', exchange: 'e1' },
    { operation: 'put', id: 't-77', state: 'confirmed', exchange: 'e2' },
    { operation: 'put', id: null, state: 'confirmed', exchange: 'e3' },
    {
      operation: 'delete',
      id: '0123456789abcdef0123456789abcdef',
      state: 'confirmed',
      exchange: 'e4',
    },
    { operation: 'delete', id: '0123456789abcdef0123456789abcdef', state: 'unknown', exchange: 'e5' },
  ],
  exchanges,
};

/** A small report made by hand: every verdict, every kind of exchange and of effect occurs in it. */
export const report: Report = concluded(parts, contract);
