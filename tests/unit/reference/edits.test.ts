import { describe, expect, it } from 'vitest';
import { put, remove, start } from './client.ts';

describe('edits', () => {
  /** One more word behind what an answer is. */
  const says = (operation: string, word: string) => ({
    operation,
    edit: (answer: string) => `${answer} ${word}`,
  });

  it('change the responses of their operation only, in turn, and no refusal', async () => {
    const service = await start({ edits: [says('put', 'one'), says('put', 'two')] });
    const { status, headers, text, bytes } = await put(service);
    expect(status).toBe(200);
    expect(text).toMatch(/\} one two$/);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect((await remove(service)).text).toMatch(/\}$/);
    expect((await put(service, undefined, 'none')).text).toMatch(/\}$/);
  });

  it('see the members that faults changed, before faults change bytes', async () => {
    const seen: string[] = [];
    const edits = [
      {
        operation: 'put',
        edit: (answer: string) => {
          seen.push(answer);
          return 'edited';
        },
      },
    ];
    const { text } = await put(await start({ faults: ['byte-order-mark', 'status-ok'], edits }));
    expect(seen).toStrictEqual([expect.stringMatching(/^\{"status":"OK"/)]);
    expect(text).toBe('\ufeffedited');
  });
});
