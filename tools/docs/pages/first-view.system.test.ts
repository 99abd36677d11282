// How soon a reader sees the largest page: in Chromium, over loopback, with nothing in its cache.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import path from 'node:path';
import test from 'ava';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/browser.ts';
import { readContracts } from './contracts.ts';
import { siteOf } from './site.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

const rounds = 11;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const ms = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  await context.close();
  return ms;
}

// A limit in milliseconds would judge what else the machine does: the same browser paints a page of one word in turn.
test('the largest page is painted within four times as long as a page of one word', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const files = siteOf(readContracts(path.join(import.meta.dirname, '../../..')));
  const [largest = ''] = [...files.keys()]
    .filter((file) => file.endsWith('.html'))
    .toSorted((a, b) => (files.get(b) ?? '').length - (files.get(a) ?? '').length);
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('Content-Type', types[path.extname(url)] ?? 'text/html; charset=utf-8');
    response.end(url === '/word' ? '<!doctype html><title>Word</title>Word' : files.get(url.slice(1)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const top = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [whole, word]: [number[], number[]] = [[], []];
  for (const _ of Array.from({ length: rounds })) {
    whole.push(await firstPaint(browser, `${top}/${largest}`));
    word.push(await firstPaint(browser, `${top}/word`));
  }
  const [ms, least] = [median(whole), median(word)].map(Math.round) as [number, number];
  t.log(`${largest}: first view after ${ms} ms, a word after ${least} ms; load ${loadavg()[0]?.toFixed(1)}`);
  t.true(ms <= 4 * least, `${ms} ms, a word ${least} ms`);
});
