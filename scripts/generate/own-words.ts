import { isDocumented } from '../../src/secrets/ordinary-text.ts';
import { type Behaviour, conduct, type Reply } from '../../tests/attacks/properties/conduct.ts';
import { plainHead } from '../../tests/attacks/properties/heads.ts';
import { automationRuleId, operationNames } from '../../tests/support/conforming.ts';
import { contract } from '../../tests/support/engine.ts';

/** Shorter texts are no tokens. */
const word = /[A-Za-z][A-Za-z_-]{7,}/g;
/** In one case, or in camel case: no piece of a hash. */
const isReadable = /^(?:[A-Z_-]+|[A-Za-z]?[a-z_-]+(?:[A-Z][a-z_-]+)*)$/;

/** A page names its style and its script by their hash, of which a piece may be readable by chance. */
const sourceHash = /sha256-[A-Za-z0-9+/=]+/g;

const nothing = { head: plainHead, body: Buffer.from('{}') };
const failed = { ...nothing, cause: { kind: 'timeout', message: 'no answer' } } as const;

/** Which recordings of real runs hold as well. */
const requestHeaders = ['user-agent', 'accept-encoding', 'content-type', 'content-length', 'connection'];

function toAll(reply: Reply): Behaviour['answers'] {
  return Object.fromEntries(operationNames.map((name) => [name, [reply]]));
}

/** Of what runs leave, conforming, deviating and failing ones. */
const runs = await Promise.all([
  conduct({ answers: {} }),
  conduct({ answers: toAll(nothing), everyone: true }),
  conduct({ answers: toAll(failed) }),
]);

/**
 * `src/secrets/own-words.json`: the words that every format and the recording are made of. Those of the document, and
 * parts of other words, are left out: whoever asks for a word finds them anyway.
 */
export function ownWords(): string {
  const texts = runs.flatMap(({ outputs }) => Object.values(outputs));
  const text = [...texts, ...requestHeaders].join('\n');
  const found = (text.replaceAll(sourceHash, '').match(word) ?? [])
    .filter((one) => isReadable.test(one) && one !== automationRuleId)
    .map((one) => one.toLowerCase());
  const words = [...new Set(found)].filter((one) => !isDocumented(one, contract)).sort();
  const whole = words.filter((one) => !words.some((other) => other !== one && other.includes(one)));
  return `${JSON.stringify(whole, null, 2)}\n`;
}
