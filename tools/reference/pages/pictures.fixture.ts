// What a person looks at after a change, and compares with other tools' pages of the same document: run/pages/.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';

const pictures = path.join(import.meta.dirname, '../../../run/pages');

/** In windows of three widths, of which the page is wider than none. The window is afterwards as it was. */
export async function fitsAndIsPictured(t: ExecutionContext, page: Page, shown: Locator, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  const before = page.viewportSize();
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    await shown.evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: path.join(pictures, `${name}-${width}.png`) });
    t.true(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}
