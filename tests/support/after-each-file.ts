import { afterAll } from 'vitest';
import { endAll } from './cli.ts';

/** Vitest runs this before every test file, also where the files of a worker share their modules. */
afterAll(endAll);
