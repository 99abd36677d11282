// Files of one folder as answers: typed, tagged with their version, packed once for those who take gzip.
import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import {
  isTextual,
  leastPackedBytes,
  packed,
  packedTag,
  takesGzip,
} from '../../../../generated/runtime/reply/compress.ts';
import { heldForm } from '../../../../generated/runtime/reply/conditional.ts';
import type { PageAnswer } from './page-answer.ts';

type Headers = Readonly<Record<string, string>>;

export interface StaticFiles {
  readonly has: (name: string) => Promise<boolean>;
  /** Undefined for a name that is no file of the folder. `more` replaces headers of the folder. */
  readonly answer: (name: string, request: IncomingHttpHeaders, more?: Headers) => Promise<PageAnswer | undefined>;
}

const mediaTypes: Headers = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.atom': 'application/atom+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The folder may be written later, and again. `headers` are those of every answer. */
export function staticFiles(folder: string, headers: Headers): StaticFiles {
  const packedFiles: PackedFiles = new Map();
  return {
    has: async (name) => (await factsOf(folder, name)) !== undefined,
    answer: (name, request, more = {}) => fileAnswer(folder, name, request, { ...headers, ...more }, packedFiles),
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
  common: Headers,
  packedFiles: PackedFiles,
): Promise<PageAnswer | undefined> {
  const facts = await factsOf(folder, name);
  if (facts === undefined) return undefined;
  const etag = `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`;
  const type = mediaTypes[path.extname(name)] ?? 'application/octet-stream';
  const isPackable = facts.size >= leastPackedBytes && isTextual(type);
  const headers = { ...common, 'Content-Type': type, ...(isPackable ? { Vary: 'Accept-Encoding' } : {}) };
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
