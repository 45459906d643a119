/** How runtimes and shippers of logs keep lines of output. */

const time = '2026-03-02T10:00:00.123456789Z';

/** A line in three parts, none of which has to be JSON. */
function parts(line: string): readonly [string, string, string] {
  const third = Math.ceil(line.length / 3);
  return [line.slice(0, third), line.slice(third, 2 * third), line.slice(2 * third)];
}

const docker = (log: string, stream = 'stdout') => JSON.stringify({ log, stream, time });
const cri = (tag: string, text: string, stream = 'stdout') => `${time} ${stream} ${tag} ${text}`;
const beside = { kubernetes: { pod_name: 'a', labels: { app: 'b' } }, host: 'c' };

/** Another line of output, on the other stream. */
const another = (at: number) => (at === 0 ? 'starting' : `{"level":"info","at":${at}}`);

type Wrapper = (line: string) => readonly string[];

/** Wrappers that hold a line as it is, and another line; each in objects of its own. */
const shippers: Readonly<Record<string, (text: string) => object>> = {
  'docker, with labels': (line) => ({ log: `${line}\n`, attrs: { env: 'a' }, stream: 'stdout', time }),
  'fluent bit, parsed': (log) => ({ time, stream: 'stdout', logtag: 'F', log, ...beside }),
  filebeat: (message) => ({ '@timestamp': time, log: { offset: 1, file: { path: '/a' } }, message }),
  'logstash, a log first': (message) => ({ log: { file: { path: '/a' } }, message, tags: ['a'] }),
  journald: (line) => ({ __CURSOR: 's=1', PRIORITY: '6', MESSAGE: line }),
  'google cloud': (line) => ({ insertId: 'a', textPayload: line, resource: { type: 'k8s_container' } }),
  'three shippers': (msg) => ({
    message: JSON.stringify({ log: JSON.stringify({ msg }), ...beside }),
    ...beside,
  }),
};

const ofShippers = Object.entries(shippers).map(([name, wrap]): readonly [string, Wrapper] => [
  name,
  (line) => [line, another(0)].map((text) => JSON.stringify(wrap(text))),
]);

/** For each line of output the lines of the log: the entry is in them once, and the rest is one line that is none. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  ...Object.fromEntries(ofShippers),
  docker: (line) => [docker(`${line}\n`), docker(`${another(0)}\n`, 'stderr')],
  'docker, in parts': (line) => {
    const [first, second, last] = parts(line);
    return [docker(first), docker(second), docker(`${another(0)}\n`, 'stderr'), docker(`${last}\n`)];
  },
  kubernetes: (line) => [cri('F', line), cri('F', another(0), 'stderr')],
  'kubernetes, in parts': (line) => {
    const [first, second, last] = parts(line);
    return [cri('P', first), cri('F', another(1), 'stderr'), cri('P', second), cri('F', last)];
  },
  'kubernetes, parts on both streams': (line) => {
    const [first, second, last] = parts(line);
    const [begin, end] = ['{"level":', '"info"}'];
    return [
      cri('P', begin, 'stderr'),
      cri('P', first),
      cri('F', end, 'stderr'),
      cri('P', second),
      cri('F', last),
    ];
  },
  'kubernetes, with tags and a time zone': (line) => {
    const [first, ...rest] = parts(line);
    const zoned = (tag: string, text: string) => cri(tag, text).replace('Z', '+02:00');
    return [zoned('P:a:b', first), zoned('F:a', rest.join('')), zoned('F', '')];
  },
  'kubernetes, text before the entry': (line) => [cri('F', `INFO ${line}`), cri('F', another(1))],
  'fluent bit, parsed, in parts': (line) => {
    const [first, second, last] = parts(line);
    const one = (_p: string, log: string) => JSON.stringify({ stream: 'stdout', _p, log, ...beside });
    return [one('P', first), one('P', second), one('F', last), one('F', another(1))];
  },
  'fluent bit, not parsed': (line) => {
    const [first, ...rest] = parts(line);
    return [cri('P', first), cri('F', rest.join('')), cri('F', another(0))].map((log) =>
      JSON.stringify({ date: 1_772_445_600.1, log, ...beside }),
    );
  },
  'fluent bit, a last part of brackets, and no stream': (line) => {
    const one = (_p: string, log: string) => JSON.stringify({ _p, log, ...beside });
    return [one('P', line.slice(0, -2)), one('F', line.slice(-2)), one('F', another(1))];
  },
  "docker's driver for fluentd, in parts": (line) => {
    const [first, second, last] = parts(line);
    const one = (log: string, partial_last: string | null) =>
      JSON.stringify({
        container_id: 'a',
        source: 'stdout',
        log,
        ...(partial_last === null ? {} : { partial_message: 'true', partial_id: 'b', partial_last }),
      });
    return [one(first, 'false'), one(second, 'false'), one(last, 'true'), one(another(0), null)];
  },
  'docker in kubernetes': (line) => [cri('F', docker(`${line}\n`)), cri('F', docker(`${another(0)}\n`))],
  'docker in parts, each in a wrapper of its own': (line) => {
    const [first, second, last] = parts(line);
    return [docker(first), docker(second), docker(`${last}\n`), docker(`${another(1)}\n`)].map((message) =>
      JSON.stringify({ message, ...beside }),
    );
  },
};
