import { createRequire } from 'node:module';
import { Client } from 'undici';
import { expect, test } from 'vitest';

test('the one module of undici that is loaded is what its index exports as Client', () =>
  expect(createRequire(import.meta.url)('undici/lib/dispatcher/client.js')).toBe(Client));
