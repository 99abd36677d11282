// Benchmark "first-view": how soon a reader sees the largest page of the documentation, in Chromium, over loopback, with nothing in its cache.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { readContracts } from '../contract/model/contracts.ts';
import { findProgram } from '../local/servers/processes/processes.ts';
import { siteOf } from '../reference/pages/site.ts';
import type { Bench } from './bench.ts';
import { goalLine, median, table } from './figures.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const ms = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await context.close();
  return ms;
}

export const firstView: Bench = {
  name: 'first-view',
  async run({ print, rounds, signal }) {
    const executablePath = findProgram('chromium');
    if (executablePath === undefined) return print('Skipped: Chromium is not on this machine.');
    const files = siteOf(readContracts(path.join(import.meta.dirname, '../..')));
    const [largest = ''] = [...files.keys()]
      .filter((file) => file.endsWith('.html'))
      .toSorted((a, b) => (files.get(b) ?? '').length - (files.get(a) ?? '').length);
    await using stack = new AsyncDisposableStack();
    const server = createServer(({ url = '/' }, response) => {
      response.setHeader('Content-Type', types[path.extname(url)] ?? 'text/html; charset=utf-8');
      response.end(url === '/word' ? '<!doctype html><title>Word</title>Word' : files.get(url.slice(1)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stack.defer(() => {
      server.close();
      server.closeAllConnections();
    });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    stack.defer(() => browser.close());
    const top = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [page, word]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      signal.throwIfAborted();
      page.push(await firstPaint(browser, `${top}/${largest}`));
      word.push(await firstPaint(browser, `${top}/word`));
    }
    print(
      table(
        ['first paint, ms', 'median'],
        [
          [largest, Math.round(median(page))],
          ['a page of one word', Math.round(median(word))],
        ],
      ),
    );
    print(goalLine({ what: 'first view of the largest page, ms', measured: median(page), sign: '<', goal: 300 }));
  },
};
