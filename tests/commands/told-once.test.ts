import { describe, expect, test } from 'vitest';
import { requestsOf } from '../support/engine.ts';
import { sendPrepared, startService } from '../support/service.ts';
import { aimedAt, run } from './targets.ts';

/** What a reader of the terminal is told once, and what is said beside a command that cannot be repeated. */

describe.concurrent('the report at the terminal', () => {
  test('names a failure that met all requests once for each operation, and whom it met', async () => {
    const service = await startService();
    await service.close();
    const { code, stdout } = await run(['--repeat', '5'], { env: aimedAt(service) });
    expect(code).toBe(3);
    const more = requestsOf(5) - 3;
    expect(stdout).toMatch(
      new RegExp(`\n  \\? put-no-header, put-made-up-token, \\S+ and ${more} more: nothing is listening at`),
    );
    expect(stdout).toMatch(/– PUT, \d+ requirements: the request failed$/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^INCOMPLETE \(exit 3\): No connection to /);
  });

  test('says that a rule is gone which the command it gives would delete again', async () => {
    await using service = await startService((_, prepared, response) =>
      sendPrepared({ ...prepared, body: prepared.body.replace('"requestId"', '"requestID"') }, response),
    );
    const { stdout } = await run(['--verbose'], { env: aimedAt(service) });
    expect(stdout).toMatch(
      /^To send delete-authorised again \(the automation rule is gone by now, so the\s+response/m,
    );
    expect(stdout).toMatch(/^To send put-authorised again:$/m);
  });
});
