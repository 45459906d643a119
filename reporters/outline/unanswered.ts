import type { Exchange, Report } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { isProtectionUnknown, isUnprotected } from '../../src/report/gaps.ts';
import { credentialsOf } from '../../src/report/results.ts';
import { clipped, visible, visibleDeep } from '../../src/text/escape.ts';
import { breakIn } from './body.ts';
import { curl, maskedPlaces } from './curl.ts';
import { capped, fact, listed, type OutlineSection, type Row, said } from './outline.ts';
import { exchangeRefs } from './rows.ts';
import { failedSign } from './traffic.ts';

/** Characters of a response that a reader sees; error texts say what matters first. */
const longestResponse = 300;

/** Characters in front of the first error of a text that is not JSON, and behind it. */
const beforeError = 200;
const behindError = 100;

/** What a reader sees of a text: its beginning, or what is around the place where it stops being JSON. */
function excerptOf(text: string): string {
  const line = (part: string) => part.replaceAll(/[\t\n\r ]+/g, ' ');
  const at = breakIn(text);
  if (at === null) return clipped(line(text.trim()), longestResponse);
  const before = Array.from(line(text.slice(0, at)).trimStart());
  const end = before.slice(-beforeError).join('');
  const isCut = before.length > beforeError;
  return `${isCut ? '…' : ''}${end}>>>${clipped(line(text.slice(at)).trimEnd(), behindError)}`;
}

/** White space is one space: a page of HTML has line feeds everywhere, which would be shown as escapes. */
function responseOf({ response }: Exchange): string | null {
  if (response === undefined || response.body.bytes === 0) return null;
  return response.body.encoding === 'utf8'
    ? excerptOf(response.body.text.replace(/^\ufeff/, ''))
    : `${response.body.bytes} bytes that are not UTF-8`;
}

/**
 * Requests that leave something unchecked: authorised ones without a response of success, and those without credentials of
 * which it is not known whether they were served. Why, the beginning of the body, and where to look first.
 */
function unansweredRequests({ unanswered, exchanges, requirements, traffic }: Report) {
  const open = new Set(requirements.filter(isUnprotected).map(({ operation }) => operation));
  return exchanges.flatMap((exchange) => {
    const { id, operation, credentials } = exchange;
    const row = requirements.find(
      (one) => one.operation === operation && isProtectionUnknown(one) && credentialsOf(one) === credentials,
    );
    const unclear = traffic === undefined && open.has(operation) ? row?.unclear : undefined;
    const known = unanswered.find((one) => one.exchange === id);
    const reason = known?.reason ?? unclear;
    if (reason === undefined) return [];
    return [{ exchange, reason, response: responseOf(exchange), hint: known?.hint ?? null }];
  });
}

/** Requests that failed, with what came back and where to look first; those to which the same happened together. @param given with its responses */
export function failures(report: Report, given: Report): OutlineSection {
  // Of traffic not every exchange is in the report.
  const isSample = report.traffic !== undefined;
  const failed = visibleDeep(unansweredRequests(given));
  const groups = groupBy(failed, ({ exchange: _, ...rest }) => JSON.stringify(rest));
  const rows = [...groups.values()].map((group): Row => {
    const [{ reason, response, hint }] = group;
    const ids = group.map(({ exchange }) => exchange.id);
    return {
      sign: failedSign(report),
      title: [...exchangeRefs(report, ids, isSample), `: ${reason}`],
      lines: [fact('response', response !== null && [{ value: response }]), fact('hint', hint)],
    };
  });
  const count = isSample ? 'a sample' : failed.length;
  return listed('list', 'failed', 'Requests that failed', rows, { count });
}

/** How to send again what led to deviations and what failed. @param report with what was really sent: commands do their own escaping */
export function commands(report: Report): OutlineSection {
  const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');
  const wanted = new Set([
    ...deviating.flatMap(({ evidence: [first] }) => first?.exchange ?? []),
    ...unansweredRequests(report).map(({ exchange }) => exchange.id),
  ]);
  const exchanges = report.exchanges.filter(({ id }) => wanted.has(id));
  const groups = groupBy(exchanges, (one) => curl(one, report.run.options).join('\n'));
  const rows = [...groups].map(([command, own]) => {
    const { rows: probes, more } = capped(
      own.map(({ probe }) => visible(probe)),
      'names',
    );
    // What has to be known before it is run.
    const masked = visibleDeep(own.flatMap(maskedPlaces));
    const secrets = masked.length > 0 ? `, with the masked ${[...new Set(masked)].join(', ')} filled in` : '';
    const title = `To send ${said(probes.join(', '), more).join(' ')} again${secrets}:`;
    return { title, lines: command.split('\n') };
  });
  return { kind: 'code', only: 'verbose', anchor: 'commands', heading: null, rows };
}
