import type { Problem } from '../model/conclusion.ts';
import type { RequirementResult } from '../model/report.ts';
import type { Severity } from '../model/severity.ts';
import type { Unconcluded } from './conclude.ts';

function severityOf({ facet, strength }: RequirementResult): Severity {
  if (facet === 'authorization' || facet === 'made-up-token') return 'security';
  if (strength === 'shown') return 'shown';
  return facet === 'json' || facet === 'presence' || facet === 'type' ? 'type' : 'form';
}

/** What is wrong with the service, the gravest first. */
export function problemsOf({ requirements }: Pick<Unconcluded, 'requirements'>): readonly Problem[] {
  return requirements
    .filter(({ verdict }) => verdict === 'deviates')
    .map((row) => ({
      title: row.statement,
      severity: severityOf(row),
      cure: null,
      requirements: [row.id],
      seen: { deviates: row.counts.deviates, judged: row.counts.conforms + row.counts.deviates },
      blocks: requirements.filter(({ because }) => because === row.id).length,
    }));
}
