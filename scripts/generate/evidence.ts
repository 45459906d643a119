import { diagnosisTable } from './diagnosis-table.ts';
import { hostileServicesTable } from './hostile-services-table.ts';
import { sensitivityTable } from './sensitivity-table.ts';

/** What `npm run evidence` writes into a folder, by file name; tests check the same facts. */
export const evidence: Readonly<Record<string, () => string>> = {
  'diagnosis.md': () => diagnosisTable(),
  'hostile-services.md': hostileServicesTable,
  'sensitivity.md': sensitivityTable,
};
