// For tests: a real browser, Debian's Chromium. Where there is none, why.
import type { ExecutionContext } from 'ava';
import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../local/servers/processes/processes.ts';
import { atEnd } from './servers.ts';

/** Only what hangs takes as long. */
const longestMs = 180_000;

let launching: Promise<Browser | string> | undefined;

/**
 * One for all tests of a file, closed with it: a separate context or page keeps a test apart. Null, with the reason in
 * the log, where there is none: then nothing is tried.
 */
export async function openBrowser(t: Pick<ExecutionContext, 'log' | 'pass'>): Promise<Browser | null> {
  launching ??= launched();
  const browser = await launching;
  if (typeof browser !== 'string') return browser;
  t.log(`not tried: ${browser}`);
  t.pass();
  return null;
}

async function launched(): Promise<Browser | string> {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined)
    return 'Chromium is not installed here (as root npm test installs it; else: apt-get install chromium)';
  try {
    // Chromium refuses root its sandbox, and containers have little shared memory. No page but ours is opened.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    const browser = await chromium.launch({ executablePath, args, timeout: longestMs });
    atEnd(() => browser.close());
    browser.on('context', (context) => context.setDefaultTimeout(longestMs));
    return browser;
  } catch (error) {
    return `Chromium does not start here: ${String(error).slice(0, 500)}`;
  }
}
