import { filesOf } from '../../reporters/index.ts';
import { kindOf } from '../files/look.ts';
import { checkOf, type DoctorCheck, fail, pass } from '../model/check.ts';
import { folderProblem, journalName } from './folder.ts';

/** Whether a run could write into the folder for reports. Nothing is made or removed. */
export function folderCheck(folder: string): DoctorCheck {
  const problem = folderProblem(folder, [...filesOf(), journalName]);
  const found =
    problem === null
      ? pass(`${folder} can be ${kindOf(folder) === null ? 'created' : 'written'}`)
      : fail(problem.what, `${problem.remedy}, for example CONFORMANCE_OUT=/tmp/conformance-report`);
  return checkOf('output-folder', 'output folder', 'configuration', found);
}
