// For tests: a real browser, Debian's Chromium. Where there is none, why.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A browser that the caller closes, or why there is none. */
export async function openBrowser(): Promise<Browser | string> {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const executablePath = folders.map((folder) => path.join(folder, 'chromium')).find((file) => existsSync(file));
  if (executablePath === undefined)
    return 'not tried: Chromium is not installed here (as root npm test installs it; else: apt-get install chromium)';
  try {
    // Chromium refuses root its sandbox, and containers have little shared memory. No page but ours is opened.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    return await chromium.launch({ executablePath, args, timeout: 60_000 });
  } catch (error) {
    return `not tried: Chromium does not start here: ${String(error).slice(0, 500)}`;
  }
}
