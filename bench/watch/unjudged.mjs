/** The proxy of `conformance watch` without its judge: everything passes, nothing is copied. */
const { startRelay } = await import(new URL('../../build/src/http/relay.js', import.meta.url));

const ignored = () => undefined;
const relay = await startRelay({
  upstream: new URL(process.argv[2]),
  tls: {},
  proxy: {},
  host: '127.0.0.1',
  port: 0,
  allowedHosts: [],
  onRequest: () => ({ onRequestBody: ignored, onAnswerBody: ignored, onEnd: ignored, onUpgrade: ignored }),
});
process.stdout.write(`listens on ${relay.address.port}\n`);
