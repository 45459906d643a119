import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/model/report.ts';
import { visibleDeep } from '../../src/text/escape.ts';

/**
 * The report with every string made visible, once for a whole rendering. Answers are left out: they can be large,
 * and nothing of them is printed but the evidence.
 */
export function visibleReport(report: Report): Report {
  return visibleDeep({ ...report, exchanges: report.exchanges.map(withoutAnswer) });
}

function withoutAnswer({ response: _response, ...exchange }: Exchange): Exchange {
  return exchange;
}
