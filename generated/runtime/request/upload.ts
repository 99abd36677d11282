// Generated from tools/runtime/request/upload.ts by npm run generate; do not edit.
// Forms with files: koa-body spools each file into the request's own folder, with its hash, under the limits of the
// contract.
import type { EventEmitter } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { Transform } from 'node:stream';
import type { File } from 'formidable';
import type { Context } from 'koa';
import { faultOf } from '../call.ts';
import type { BodyFacts } from '../contract.ts';
import type { Call } from '../exchange.ts';
import type { UploadedFile } from '../host.ts';
import { type ProblemReply, refuse } from '../problem.ts';
import { tooLarge } from './body.ts';
import type { Pair } from './parameters.ts';
import { askAgainBytes, keepReserve } from './reserve.ts';

export interface Form {
  readonly fields: readonly Pair[];
  readonly files: readonly (readonly [name: string, file: UploadedFile])[];
}

export interface UploadLimits {
  readonly folder: string;
  readonly fieldBytes: number;
  readonly fileBytes: number;
  readonly reserveBytes: number | undefined;
}

/** Judges a file by the fields before it, while its first bytes come. */
export type AdmitFile = (fields: ReadonlyMap<string, string>) => Promise<ProblemReply | undefined>;

/**
 * Reads the whole form, in any order of its fields. The folder is made here and removed by the caller, whatever
 * happens.
 */
export async function readForm(
  { ctx }: Pick<Call, 'ctx'>,
  facts: BodyFacts,
  limits: UploadLimits,
  admit: AdmitFile,
): Promise<Form | ProblemReply> {
  // Loaded on first use: services without uploads start without it.
  const [{ koaBody }] = await Promise.all([import('koa-body'), mkdir(limits.folder, { recursive: true })]);
  await keepReserve(limits.folder, Number(ctx.req.headers['content-length'] ?? 0), limits.reserveBytes);
  // A client that has gone meanwhile says so no more.
  if (ctx.req.destroyed && !ctx.req.complete) return malformed;
  const counted = countRest(ctx.req, limits);
  const begun = fieldsBefore(admit, counted.refuse);
  // The context of the request, but for the bytes, which are counted on the way.
  const counting: Context = Object.create(ctx, { req: { value: counted.request } });
  const files = new Set(facts.files);
  let failed: unknown;
  const read = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      uploadDir: limits.folder,
      hashAlgorithm: 'sha256',
      allowEmptyFiles: true,
      minFileSize: 0,
      maxFiles: files.size + 1, // one more, to be named as repeated
      maxFileSize: limits.fileBytes,
      maxTotalFileSize: limits.fileBytes,
      maxFields: 100,
      maxFieldsSize: limits.fieldBytes,
      onFileBegin(_name, file) {
        (file as File & EventEmitter).on('error', (error) => {
          failed = error;
        });
      },
      // The contract says what is a file: clients leave a type out, or give one to a plain field.
      onPart(part, handle) {
        const isFile = part.name !== null && files.has(part.name);
        part.mimetype = isFile ? (part.mimetype ?? 'application/octet-stream') : null;
        if (isFile) {
          part.on('data', counted.takeOff);
          begun.file();
        } else if (part.name !== null) part.on('data', begun.field(part.name));
        // Its bytes come decoded; formidable would decode them again, and throws where no handler is for encodings such
        // as 8bit.
        if (!isFile) Object.assign(part, { transferEncoding: 'utf-8' });
        handle(part);
      },
    },
  });
  try {
    await read(counting, async () => {});
  } catch (error) {
    return refusalOf(error, limits);
  } finally {
    counted.end();
  }
  await demandWhole(ctx.request.files ?? {}, () => failed);
  return formOf(ctx.request.body as Record<string, unknown>, ctx.request.files ?? {});
}

/** formidable counts what it gave to the disk, and may end before it learns that the disk was full. */
async function demandWhole(files: Record<string, File | File[]>, failure: () => unknown): Promise<void> {
  for (const { filepath, size } of Object.values(files).flat()) {
    const { size: written } = await stat(filepath);
    if (written !== size) throw failure() ?? new Error(`${written} of ${size} bytes of a file were written`);
  }
}

class RestTooLarge extends Error {
  override readonly name = 'RestTooLarge';
}

/** The file was judged and refused before it was read. */
class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly reply: ProblemReply;

  constructor(reply: ProblemReply) {
    super(reply.problem.slug);
    this.reply = reply;
  }
}

/** Collects the fields that come before a file, and asks with them when it begins. */
function fieldsBefore(admit: AdmitFile, refuse: (error: Error) => void) {
  const fields = new Map<string, Buffer[]>();
  const texts = () => new Map([...fields].map(([name, parts]) => [name, Buffer.concat(parts).toString('utf8')]));
  return {
    field: (name: string) => {
      const parts: Buffer[] = [];
      fields.set(name, parts);
      return (chunk: Buffer): void => void parts.push(Buffer.from(chunk));
    },
    file: (): void => {
      const judge = async () => {
        const reply = await admit(texts());
        if (reply !== undefined) throw new FileRefused(reply);
      };
      judge().catch(refuse);
    },
  };
}

/** What has been read and not yet been taken apart. */
const inFlight = 512 * 1024;

/**
 * The request as koa-body reads it, ended when the disk runs short or too much comes beside the file: also as the head
 * of a part, where koa-body counts nothing.
 */
function countRest(req: IncomingMessage, { folder, fieldBytes, reserveBytes }: UploadLimits) {
  let [rest, sinceAsked] = [0, 0];
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest += chunk.length;
      sinceAsked += chunk.length;
      if (rest > fieldBytes + inFlight) return done(new RestTooLarge());
      if (sinceAsked < askAgainBytes) return done(null, chunk);
      sinceAsked = 0;
      keepReserve(folder, 0, reserveBytes).then(() => done(null, chunk), done);
    },
  });
  const { headers, method, url } = req;
  const request = Object.assign(through, { headers, method, url }) as unknown as IncomingMessage;
  const gone = () => void (req.complete || through.emit('aborted'));
  req.once('close', gone).pipe(through);
  return {
    request,
    takeOff: (chunk: Buffer): void => {
      rest -= chunk.length;
    },
    refuse: (error: Error): void => void through.destroy(error),
    end: (): void => {
      req.off('close', gone).unpipe(through);
      through.on('error', () => {}).destroy();
    },
  };
}

/** After the handler, whatever became of it. A folder that stays is reported, and does not change the answer. */
export async function removeFiles(call: Call, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch((error: unknown) => faultOf(call, error));
}

function formOf(body: Record<string, unknown>, files: Record<string, File | File[]>): Form | ProblemReply {
  const fields = pairsOf(body) as Pair[];
  const broken = fields.find(([name, text]) => name.includes('\ufffd') || text.includes('\ufffd'));
  if (broken) return refuse('invalid-encoding', { detail: `The form field ${broken[0]} is not valid UTF-8.` });
  return { fields, files: (pairsOf(files) as [string, File][]).map(([name, file]) => [name, uploaded(file)]) };
}

const pairsOf = (values: Record<string, unknown>): [string, unknown][] =>
  Object.entries(values).flatMap(([name, value]) => [value].flat().map((each): [string, unknown] => [name, each]));

function uploaded({ filepath, size, hash, originalFilename, mimetype }: File): UploadedFile {
  return {
    path: filepath,
    size,
    sha256: String(hash),
    filename: basename((originalFilename ?? '').replaceAll('\\', '/')).slice(0, 255),
    mediaType: mimetype ?? 'application/octet-stream',
    open: () => createReadStream(filepath),
  };
}

// Numbers of formidable's errors (FormidableError.js).
const fieldsTooLarge = 1006;
const fileTooLarge = [1009, 1016];

const malformed = refuse('invalid-request', {
  detail: 'The form cannot be parsed: it is truncated, has too many parts, or its boundaries or headers are malformed.',
});

function refusalOf(error: unknown, { fileBytes, fieldBytes }: UploadLimits): ProblemReply {
  if (error instanceof FileRefused) return error.reply;
  if (error instanceof RestTooLarge) return tooLarge(fieldBytes, 'The form without its files');
  const { code } = error as { code?: unknown };
  // Texts come from the file system, and a full disk is our fault, not the caller's.
  if (typeof code !== 'number') throw error;
  if (code === fieldsTooLarge) return tooLarge(fieldBytes, 'The fields of the form together');
  if (fileTooLarge.includes(code)) return tooLarge(fileBytes, 'The file');
  return malformed;
}
