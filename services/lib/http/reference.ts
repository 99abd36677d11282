// The reference pages: a folder of static files, made by `npm run docs`. They hold no secret and need no credential.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { choose } from '../../../generated/runtime/request/input.ts';

export interface PageRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly ifNoneMatch: string | undefined;
  readonly accept: string | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Answers requests for a page, and leaves all others alone. */
export type ReferencePages = (request: PageRequest) => Promise<PageAnswer | undefined>;

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.atom': 'application/atom+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const bare = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** `start` is the page that /docs leads to, from the top of the folder. A folder that does not exist yet has no pages. */
export function referencePages(folder: string, start: string): ReferencePages {
  return async ({ method, path: requested, ifNoneMatch, accept = '' }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const [, slug] = /^\/problems\/([a-z0-9-]+)$/.exec(requested) ?? [];
    // Relative, so that a front door may put something before them.
    if (slug !== undefined)
      return (await factsOf(folder, `problems/${slug}.html`)) && redirect(`../docs/problems/${slug}.html`);
    if (requested === '/docs') return (await factsOf(folder, start)) && redirect(`docs/${start}`);
    if (!requested.startsWith('/docs/')) return undefined;
    const name = requested.slice('/docs/'.length);
    const found = await fileAnswer(folder, name === '' || name.endsWith('/') ? `${name}index.html` : name, ifNoneMatch);
    return found ?? (prefersHtml(accept) ? missingPage(folder, name) : undefined);
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
    headers: { ...bare, 'Content-Type': mediaTypes['.html'] ?? '', 'Cache-Control': 'no-store', Vary: 'Accept' },
    body: Buffer.from(html.replaceAll('="./', `="${up}`)),
  };
}

/** Names of the folder's files; none of them climbs. */
const isName = (name: string): boolean => /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z-]+)*$/i.test(name);

async function factsOf(folder: string, name: string) {
  if (!isName(name)) return undefined;
  const facts = await stat(path.join(folder, name)).catch(() => undefined);
  return facts?.isFile() ? facts : undefined;
}

async function fileAnswer(
  folder: string,
  name: string,
  ifNoneMatch: string | undefined,
): Promise<PageAnswer | undefined> {
  const facts = await factsOf(folder, name);
  if (facts === undefined) return undefined;
  const etag = `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`;
  const headers = {
    ...bare,
    'Content-Type': mediaTypes[path.extname(name)] ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
    ETag: etag,
  };
  if (ifNoneMatch === etag) return { status: 304, headers, body: undefined };
  return { status: 200, headers, body: await readFile(path.join(folder, name)) };
}
