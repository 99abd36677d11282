// The reference pages: a folder of static files, made by `npm run docs`. They hold no secret and need no credential.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { choose } from '../../../../generated/runtime/request/input.ts';
import type { PageAnswer, StaticPages } from './page-answer.ts';
import { staticFiles } from './static-files.ts';

const bare = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/**
 * `start` is the page that /docs leads to, from the top of the folder. A folder that does not exist yet has no pages.
 */
export function referencePages(folder: string, start: string): StaticPages {
  const files = staticFiles(folder, { ...bare, 'Cache-Control': 'no-cache' });
  return async ({ method, path: requested, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const [, slug] = /^\/problems\/([a-z0-9-]+)$/.exec(requested) ?? [];
    // Relative, so that a front door may put something before them.
    if (slug !== undefined)
      return (await files.has(`problems/${slug}.html`)) ? redirect(`../docs/problems/${slug}.html`) : undefined;
    if (requested === '/docs') return (await files.has(start)) ? redirect(`docs/${start}`) : undefined;
    if (!requested.startsWith('/docs/')) return undefined;
    const name = requested.slice('/docs/'.length);
    const file = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    const page = await files.answer(file, headers);
    return page ?? (prefersHtml(headers.accept ?? '') ? missingPage(folder, name) : undefined);
  };
}

const redirect = (location: string): PageAnswer => ({
  status: 302,
  headers: { ...bare, Location: location, 'Cache-Control': 'no-cache' },
  body: undefined,
});

/** A program that takes anything, or names JSON too, gets the problem document of the service. */
function prefersHtml(accept: string): boolean {
  const isNamedAlone = /text\/html/i.test(accept) && !/json/i.test(accept);
  return choose(accept, isNamedAlone ? [htmlType, ...jsonTypes] : [...jsonTypes, htmlType]) === htmlType;
}

const htmlType = 'text/html';
const jsonTypes = ['application/problem+json', 'application/json'];

/** Its links begin with `./`, as it stands at the top of the folder; it is answered at any depth. */
async function missingPage(folder: string, name: string): Promise<PageAnswer | undefined> {
  const html = await readFile(path.join(folder, '404.html'), 'utf8').catch(() => undefined);
  if (html === undefined) return undefined;
  const up = '../'.repeat(name.split('/').length - 1) || './';
  return {
    status: 404,
    headers: { ...bare, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', Vary: 'Accept' },
    body: Buffer.from(html.replaceAll('="./', `="${up}`)),
  };
}
