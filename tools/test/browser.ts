// For tests: a real browser, Debian's Chromium. Where there is none, why.
import type { ExecutionContext } from 'ava';
import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../embedded/processes/processes.ts';

/** A browser that is closed with the test; null, with the reason in the log, where there is none: then nothing is tried. */
export async function openBrowser(t: Pick<ExecutionContext, 'log' | 'pass' | 'teardown'>): Promise<Browser | null> {
  const browser = await launched();
  if (typeof browser === 'string') {
    t.log(`not tried: ${browser}`);
    t.pass();
    return null;
  }
  t.teardown(() => browser.close());
  return browser;
}

async function launched(): Promise<Browser | string> {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined)
    return 'Chromium is not installed here (as root npm test installs it; else: apt-get install chromium)';
  try {
    // Chromium refuses root its sandbox, and containers have little shared memory. No page but ours is opened.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    return await chromium.launch({ executablePath, args, timeout: 60_000 });
  } catch (error) {
    return `Chromium does not start here: ${String(error).slice(0, 500)}`;
  }
}
