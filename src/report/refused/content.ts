import type { Exchange } from '../../../schemas/types.ts';
import { pointerToken } from '../../json/place.ts';
import { isPlainObject } from '../../json/plain.ts';
import type { OperationContract } from '../../model/operation.ts';
import { requestPlace } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import { firstOf } from '../../text/more.ts';
import { joined } from '../../text/plural.ts';
import { keywordsOf, parentOf, parsed } from '../diagnosis/deviation.ts';
import { formOf, formWords } from '../diagnosis/forms.ts';
import { shortened } from '../diagnosis/mistakes.ts';
import { type RefusedRequest, type Rule, settingNames, textOf, unread } from './given.ts';

/** What a service that has the route may not accept: the token, or what the request contains. */

const credentials: Rule = ({ status, operation: { method }, served, isServedElse, isForAll }) => {
  const setting = 'see CONFORMANCE_ACCESS_TOKEN';
  if (status === 401 && isServedElse)
    return {
      first: 'service',
      hint: `the token was accepted for another ${method} of the same run, so the service has to accept it every time`,
      service: `accept the token for every ${method}`,
    };
  if (status === 401)
    return served === ''
      ? {
          first: 'operator',
          hint: `the token was not accepted: ${setting}; if the token is valid, the service has to accept it as Authorization: Bearer TOKEN`,
          operator: 'set a token that the service accepts',
          service: 'if the token is valid, accept it as Authorization: Bearer TOKEN',
        }
      : {
          first: 'service',
          hint: `the token was accepted for the ${served}, so the service has to accept it for the ${method}; else: ${setting}`,
          service: `accept for the ${method} the token that it accepts for the ${served}`,
        };
  if (status !== 403) return null;
  if (isForAll)
    return {
      first: 'operator',
      hint: `requests without a valid token got 403 too, so the token may not be the reason: a firewall or a gateway may refuse requests from here; else: ${setting} and CONFORMANCE_ENTITY_ID`,
      operator: `find out what refuses the ${method} (a firewall, a gateway), or set a token that may send it`,
      service: `if the token has the permission, serve the ${method}`,
    };
  return {
    first: 'operator',
    hint: `the token has no permission for this: ${setting} and CONFORMANCE_ENTITY_ID; if it has the permission, the service has to serve the ${method}`,
    operator: `set a token that may send the ${method}`,
    service: `if the token has the permission, serve the ${method}`,
  };
};

const tooMany: Rule = ({ status }) =>
  status === 429
    ? {
        first: 'operator',
        hint: 'the service limits requests: see --serial and --delay-ms',
      }
    : null;

/** What the headers of the request are, and what the service has to do, where the status says that they are not right. */
const headers: Rule = ({ status, operation: { method, requestSchema } }) => {
  const isEmpty = requestSchema === null;
  const hint = new Map([
    [
      415,
      isEmpty
        ? `the ${method} of the document has no body, so it needs no Content-Type: the service has to accept it without one`
        : `the ${method} was sent as JSON, with the Content-Type of the document: the service has to accept JSON`,
    ],
    [406, `the ${method} accepts JSON, as in the document: the service has to respond with JSON`],
    [
      411,
      `the ${method} of the document has no body, so it needs no Content-Length: the service has to accept it without one`,
    ],
  ]).get(status);
  if (hint === undefined || (status === 411 && !isEmpty)) return null;
  return {
    first: 'service',
    hint,
    service: `accept the ${method} with the headers of the document`,
  };
};

/** `entity[\s_-]?id` for `entityId`. */
function mentionOf(name: string): RegExp {
  return new RegExp(`\\b${name.replaceAll(/(?=[A-Z])/g, '[\\s_-]?')}\\b`, 'i');
}

/** Names with a setting of their own in a text; not where what was sent is only said again. */
function namedIn(text: string, { names }: OperationContract, { request }: Exchange): readonly string[] {
  const { body: _, ...own } = names;
  return Object.keys(own).filter((name) => {
    const echo = `"${name}":"${request.addressed[name]}"`;
    return mentionOf(name).test(text.replaceAll(/"\s*:\s*"/g, '":"').replaceAll(echo, ''));
  });
}

const unknownWords = /unknown|not found|no such|not exist|unrecogni[sz]ed/i;

/** The form that the document has for an identifier in the path, and whether it was sent so. */
function formIn(name: string, { request: { addressed } }: Exchange) {
  const row = contract.requirements.find(
    ({ place, facet }) => place === `/data/${name}` && facet === 'format',
  );
  const { pattern } = keywordsOf(row);
  const { [name]: sent } = addressed;
  if (sent === undefined || pattern === undefined) return [];
  return [{ name, words: formWords(formOf(row) ?? ''), isKept: new RegExp(pattern, 'u').test(sent) }];
}

/** Where the error is about an identifier that is sent. */
const identifiers: Rule = ({ exchange, operation }) => {
  const text = textOf(exchange);
  const named = namedIn(text, operation, exchange);
  if (named.length === 0) return null;
  const forms = named.flatMap((name) => formIn(name, exchange));
  const settings = settingNames(operation, named);
  const wrong = forms.find(({ isKept }) => !isKept);
  if (wrong !== undefined)
    return {
      first: 'operator',
      hint: `the response names ${wrong.name}, whose value does not have the form of the document (${wrong.words}): see ${settings}`,
      operator: `correct ${settings}`,
    };
  const all = joined(named);
  const words = joined([...new Set(forms.map((form) => form.words))]);
  const lead =
    forms.length === named.length
      ? `${all}, which the response names, ${named.length === 1 ? 'was' : 'were'} sent in the form of the document (${words})`
      : `the response names ${all}`;
  if (unknownWords.test(text))
    return {
      first: 'operator',
      hint: `${lead}; if the service does not know the value, see ${settings}; if it requires another form, the service has to change`,
      operator: `correct ${settings}`,
      service: 'if the value is right, find what it names',
    };
  return {
    first: 'service',
    hint: `${lead}; if the service requires another form, the service has to change; if it does not know the value, see ${settings}`,
    service: `accept ${all} in the form of the document`,
    operator: `if the service does not know the value, correct ${settings}`,
  };
};

/** Members of a sent body that the document does not have: whoever runs the check put them there. */
function undocumented({ operation, exchange }: RefusedRequest): readonly string[] {
  const own = contract.requestRequirements.filter((one) => one.operation === operation.name);
  const places = new Set(own.map(({ place }) => place));
  const hasMembers = new Set(own.flatMap(({ place }) => (place === null ? [] : parentOf(place))));
  const below = (value: unknown, place: string): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => below(item, `${place}/*`));
    if (!isPlainObject(value) || !hasMembers.has(place)) return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      const inside = `${place}/${pointerToken(name)}`;
      return places.has(inside) ? below(inner, inside) : [shortened(name)];
    });
  };
  const { body } = exchange.request;
  return body === undefined ? [] : [...new Set(below(parsed(body), requestPlace))];
}

/** Unknown members that are named. */
const mostNamed = 4;

/** The body of whoever runs the check has more than the document: that has to go before anything is said of the service. */
const ownMembers: Rule = (given) => {
  const { status, operation } = given;
  const names = undocumented(given);
  if (names.length === 0 || status < 200 || status > 499) return null;
  const what = firstOf(names, mostNamed);
  const settings = settingNames(operation, ['body']);
  return {
    first: 'operator',
    hint: `the ${operation.method} has ${what}, which the document does not have: take it out of the body (${settings}); if the service then refuses it still, the service has to change`,
    operator: `take ${what} out of the body (${settings})`,
    service: `if it refuses the ${operation.method} without ${what}, find out why`,
  };
};

/** What contradicts the state of what is there, rather than the form of the request. */
const conflicts = [409, 412, 423, 428];

/** Any other error, of whatever status. */
const ofContent: Rule = ({ status, operation, known }) => {
  if (status < 200 || status > 499) return null;
  const { method, object, requestSchema, names } = operation;
  const isEmpty = requestSchema === null;
  // An object may still be that of another entity.
  const own = Object.keys(names).filter((name) => isEmpty || !known.has(name));
  const settings = settingNames(operation, own);
  const [as, more, what] = isEmpty
    ? ['is sent as in the document, without a body', 'requires more', `this ${object}`]
    : [
        'has the fields and types of the document',
        'refuses a field or a type, or requires another',
        'a value',
      ];
  const late = status < 300 ? '; an error is better sent with a status of 4xx or 5xx' : '';
  const isConflict = conflicts.includes(status);
  return {
    first: isConflict ? 'operator' : 'service',
    hint: `the ${method} ${as}; if the service ${more}, the service has to change; if it refuses ${what}, see ${settings}${late}`,
    service: `${isConflict ? 'if nothing conflicts with it, ' : ''}find out why it refuses this ${method}`,
    operator: `if the service refuses ${what}, see ${settings}`,
  };
};

/** A 2xx that is no error; of one without a JSON object a problem is reported instead. */
const noError: Rule = ({ kind, status }) => {
  if (status < 200 || status > 299 || kind === 'refusal') return null;
  if (kind !== 'mixed') return unread;
  return {
    first: 'service',
    hint: 'a response has either the record or an error: the service has to return one of them',
    service: 'return either the record or an error',
  };
};

const undecodable: Rule = ({ exchange }) =>
  exchange.failure?.kind === 'encoding'
    ? {
        first: 'service',
        hint: 'send the body uncompressed (the requests ask for Accept-Encoding: identity), or in the encoding that Content-Encoding names',
        service: 'send the body uncompressed, or in the encoding that Content-Encoding names',
      }
    : null;

/** The most specific first. */
export const contentRules: readonly Rule[] = [
  undecodable,
  credentials,
  tooMany,
  headers,
  noError,
  ownMembers,
  identifiers,
  ofContent,
];
