/** The proxy of `conformance watch` without its judge: everything passes, nothing is copied. */
const { startRelay } = await import(new URL('../../build/src/http/relay/relay.js', import.meta.url));

const relay = await startRelay({
  upstream: new URL(process.argv[2]),
  tls: {},
  proxy: {},
  host: '127.0.0.1',
  port: 0,
  isWatched: () => false,
  onPassed: ({ release }) => release(),
  onUpgrade: () => undefined,
});
process.stdout.write(`listens on ${relay.address.port}\n`);
