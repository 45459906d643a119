import { Client } from 'undici';
import Loaded from 'undici/lib/dispatcher/client.js';
import { expect, test } from 'vitest';

test('the one module of undici that is loaded is what its index exports as Client', () => {
  expect(Loaded).toBe(Client);
});
