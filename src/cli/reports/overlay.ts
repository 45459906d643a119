import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { answersName } from '../../model/answer.ts';
import { type Overlay, overlayOf } from '../../openapi/overlay.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { tool } from '../../output/tool.ts';
import { answersIn } from './answers.ts';

/** What a file of answers lays over the contract. @throws UsageError that names the file */
export function overlayFrom(given = answersName, cwd: string): Overlay {
  if (!existsSync(resolve(cwd, given)))
    throw new UsageError(
      `${given} does not exist. Expected a file of answers, as conformance explore writes it.`,
    );
  const { found, declared } = answersIn(given, cwd);
  return overlayOf(contract, { found, declared }, tool.version);
}
