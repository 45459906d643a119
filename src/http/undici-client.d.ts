/**
 * One module of undici instead of its index: it loads in a third of the time (ARCHITECTURE.md has the figures), and the
 * rest (fetch, caches, mocks) is not used. The package exports every path.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export = Client;
}
