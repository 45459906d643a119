import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/model/report.ts';
import { visibleDeep } from '../../src/text/escape.ts';

const made = new WeakMap<Report, Report>();

/**
 * The report with every string made visible, once for all formats. Answers are left out: they can be large,
 * and nothing of them is printed but the evidence.
 */
export function visibleReport(report: Report): Report {
  const shown =
    made.get(report) ?? visibleDeep({ ...report, exchanges: report.exchanges.map(withoutAnswer) });
  made.set(report, shown);
  return shown;
}

function withoutAnswer({ response: _response, ...exchange }: Exchange): Exchange {
  return exchange;
}
