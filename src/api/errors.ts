import type { Problem } from '../model/setting.ts';

/** What can be wrong with a call. The judge itself never throws: whatever a service sends is a finding. */
export class ConformanceError extends Error {
  override readonly name: string = 'ConformanceError';
}

/** Settings that cannot be used. Nothing was sent. */
export class SettingsError extends ConformanceError {
  override readonly name = 'SettingsError';
  /** Every problem at once; none of them holds a secret. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ setting, message, example, remedies = [`for example: ${example}`] }) =>
      [`  ${setting} ${message}`, ...remedies].join('\n    '),
    );
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    super(`${count} with the settings; nothing was sent.\n${lines.join('\n')}`);
    this.problems = problems;
  }
}

/** The request is none of the document's two, or is not in a form that can be kept. */
export class RequestError extends ConformanceError {
  override readonly name = 'RequestError';
}

/** The response cannot be read any more, or is not the response to the request. */
export class ResponseError extends ConformanceError {
  override readonly name = 'ResponseError';
}

/** There is no report format of that name. */
export class FormatError extends ConformanceError {
  override readonly name = 'FormatError';
}

/** A fault of the suite itself: please report it. */
export class FaultError extends ConformanceError {
  override readonly name = 'FaultError';
}
