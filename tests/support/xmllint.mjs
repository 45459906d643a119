import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

/** Reads `{ xml, schema }` as JSON from standard input; prints the messages of xmllint as a JSON array. */
const { xml, schema } = JSON.parse(readFileSync(0, 'utf8'));
const { errors } = await validateXML({
  xml: [{ fileName: 'junit.xml', contents: xml }],
  schema: [{ fileName: 'junit.xsd', contents: schema }],
});
process.stdout.write(JSON.stringify(errors.map(({ message }) => message)));
