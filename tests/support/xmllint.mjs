import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

/** Reads `{ files, schema }` as JSON from standard input; prints the messages of xmllint, an array for each file, as JSON. */
const { files, schema } = JSON.parse(readFileSync(0, 'utf8'));
const problems = [];
for (const contents of files) {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents }],
    schema: [{ fileName: 'junit.xsd', contents: schema }],
  });
  problems.push(errors.map(({ message }) => message));
}
process.stdout.write(JSON.stringify(problems));
