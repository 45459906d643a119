import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isFound, launchChromium, missing } from './chromium.ts';

/** Set where a run without a browser must not pass: by .ci/run. */
const isRequired = process.env['CONFORMANCE_REQUIRE_CHROMIUM'] === '1';

/** A page opened from a file, and everything that it said or asked for. */
export interface Opened {
  readonly page: Page;
  /** Console messages, errors and dialogs. */
  readonly said: readonly string[];
  /** Addresses of all requests, its own first. */
  readonly requests: readonly string[];
}

export type Open = (file: string, options?: BrowserContextOptions) => Promise<Opened>;

/** Tests in a real Chromium. Without one they are a single test, skipped with its reason, or failed where one is required. */
export function describeInChromium(name: string, body: (open: Open, launched: () => Browser) => void): void {
  if (!isFound) {
    test(name, ({ skip }) => {
      if (isRequired) throw new Error(missing);
      skip(missing);
    });
    return;
  }
  describe(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());
    const launched = () => {
      if (browser === undefined) throw new Error('the browser was not started');
      return browser;
    };
    const open: Open = async (file, options = {}) => {
      const context = await launched().newContext({ viewport: { width: 1280, height: 900 }, ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const said: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => void said.push(message.text()));
      page.on('pageerror', (error) => void said.push(String(error)));
      page.on('dialog', (dialog) => {
        said.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => void requests.push(request.url()));
      await page.goto(`file://${file}`);
      return { page, said, requests };
    };
    body(open, launched);
  });
}

const active =
  'script, style, link, img, iframe, object, embed, base, [style], [onload], [onerror], [srcdoc]';

/** That nothing in a page is active but its own style and script. */
export async function expectOwnOnly(page: Page): Promise<void> {
  const found = await page.locator(active).evaluateAll((all) => all.map(({ tagName }) => tagName));
  expect(found).toEqual(['STYLE', 'SCRIPT']);
}
