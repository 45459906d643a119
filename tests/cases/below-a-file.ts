/** Command lines with a path where a folder of it is a file, `report.json`. Each is refused with exit 2. */

const folders = ['report.json/a', 'report.json/a/b', 'report.json/a/b/c.json'];

/** The place of the path is `PATH`. `part.json`, `report.json` and `exchanges.ndjson` are of a run. */
export const belowAFile = [
  'check exchanges.ndjson --partial PATH --part-id 1 --parts 1',
  'check exchanges.ndjson --out PATH',
  'check part.json --out PATH',
  'render exchanges.ndjson --out PATH',
  'run --reference --out PATH',
  'run --reference --history PATH',
  'compare report.json report.json --out PATH',
  'waive report.json --out PATH',
  'watch --upstream http://127.0.0.1:9 --port 0 --record PATH',
  'watch --upstream http://127.0.0.1:9 --port 0 --out PATH',
  'check PATH',
  'render PATH',
  'compare PATH report.json',
  'waive PATH',
  'run --reference --waivers PATH',
  'check exchanges.ndjson --answers PATH',
  'run --env-file PATH',
].flatMap((line) => folders.map((path) => line.replace('PATH', path)));
