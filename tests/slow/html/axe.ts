import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Everything that axe-core minds, its best practices included, as `rule: element`. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}
