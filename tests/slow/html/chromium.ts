import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where systems keep a Chromium; CHROMIUM_PATH names another. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const named = process.env['CHROMIUM_PATH'];
const executablePath = (named ? [named] : places).find((path) => existsSync(path));

/** Whether there is a Chromium to launch. */
export const isFound = executablePath !== undefined;

/** What to tell somebody who has none. */
export const missing = `no Chromium was found in ${named ?? places.join(', ')}: apt-get install chromium, or name one in CHROMIUM_PATH`;

/** @throws Error when there is none */
export async function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(missing);
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] });
}
