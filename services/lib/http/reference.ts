// The reference pages: a folder of static files, made by `npm run docs`. They hold no secret and need no credential.
import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import {
  isTextual,
  leastPackedBytes,
  packed,
  packedTag,
  takesGzip,
} from '../../../generated/runtime/reply/compress.ts';
import { heldForm } from '../../../generated/runtime/reply/conditional.ts';
import { choose } from '../../../generated/runtime/request/input.ts';

export interface PageRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
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

/**
 * `start` is the page that /docs leads to, from the top of the folder. A folder that does not exist yet has no pages.
 */
export function referencePages(folder: string, start: string): ReferencePages {
  const packedFiles: PackedFiles = new Map();
  return async ({ method, path: requested, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const [, slug] = /^\/problems\/([a-z0-9-]+)$/.exec(requested) ?? [];
    // Relative, so that a front door may put something before them.
    if (slug !== undefined)
      return (await factsOf(folder, `problems/${slug}.html`)) && redirect(`../docs/problems/${slug}.html`);
    if (requested === '/docs') return (await factsOf(folder, start)) && redirect(`docs/${start}`);
    if (!requested.startsWith('/docs/')) return undefined;
    const name = requested.slice('/docs/'.length);
    const file = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    const page = await fileAnswer(folder, file, headers, packedFiles);
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
    headers: { ...bare, 'Content-Type': mediaTypes['.html'] ?? '', 'Cache-Control': 'no-store', Vary: 'Accept' },
    body: Buffer.from(html.replaceAll('="./', `="${up}`)),
  };
}

/** Names of files in the folder: no segment is empty or begins with a dot, so that none leads out of it. */
const isName = (name: string): boolean => /^[a-z0-9_][\w.-]*(\/[a-z0-9_][\w.-]*)*$/i.test(name);

async function factsOf(folder: string, name: string) {
  if (!isName(name)) return undefined;
  const facts = await stat(path.join(folder, name)).catch(() => undefined);
  return facts?.isFile() ? facts : undefined;
}

/** The packed form of each file that was asked for, with the tag of the version that it was made from. */
type PackedFiles = Map<string, { readonly etag: string; readonly body: Promise<Buffer> }>;

async function fileAnswer(
  folder: string,
  name: string,
  requestHeaders: IncomingHttpHeaders,
  packedFiles: PackedFiles,
): Promise<PageAnswer | undefined> {
  const facts = await factsOf(folder, name);
  if (facts === undefined) return undefined;
  const etag = `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`;
  const type = mediaTypes[path.extname(name)] ?? 'application/octet-stream';
  const isPackable = facts.size >= leastPackedBytes && isTextual(type);
  const vary = isPackable ? { Vary: 'Accept-Encoding' } : {};
  const headers = { ...bare, 'Content-Type': type, 'Cache-Control': 'no-cache', ...vary };
  const held = heldForm({ headers: requestHeaders }, etag);
  if (held !== undefined) return { status: 304, headers: { ...headers, ETag: held }, body: undefined };
  const file = path.join(folder, name);
  if (!isPackable || !takesGzip({ headers: requestHeaders }))
    return { status: 200, headers: { ...headers, ETag: etag }, body: await readFile(file) };
  return {
    status: 200,
    headers: { ...headers, ETag: packedTag(etag), 'Content-Encoding': 'gzip' },
    body: await packedFile(file, etag, packedFiles),
  };
}

/** Each version of a file is packed once. */
function packedFile(file: string, etag: string, packedFiles: PackedFiles): Promise<Buffer> {
  const existing = packedFiles.get(file);
  if (existing?.etag === etag) return existing.body;
  const body = readFile(file).then((bytes) => packed(bytes));
  packedFiles.set(file, { etag, body });
  body.catch(() => packedFiles.delete(file));
  return body;
}
