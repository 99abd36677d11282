// Files of a folder as one stream, and back: for each a line of JSON with its name and size, then its bytes.
import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../servers/failure.ts';
import { Bytes } from './sealing.ts';

/** A folder has no size. */
type Entry = { readonly name: string; readonly size: number | null };

const readBytes = 256 * 1024;

/** `isLeftOut` sees names below `folder`; a folder that it leaves out keeps its place, without what is in it. */
export async function* entriesOf(
  folder: string,
  prefix: string,
  isLeftOut: (name: string) => boolean = () => false,
): AsyncGenerator<Buffer> {
  yield line({ name: prefix, size: null });
  yield* below(folder, prefix, '', isLeftOut);
}

async function* below(
  folder: string,
  prefix: string,
  inner: string,
  isLeftOut: (name: string) => boolean,
): AsyncGenerator<Buffer> {
  const files = await readdir(path.join(folder, inner), { withFileTypes: true });
  for (const file of files) {
    const name = path.join(inner, file.name);
    if (file.isDirectory()) {
      yield line({ name: path.join(prefix, name), size: null });
      if (!isLeftOut(name)) yield* below(folder, prefix, name, isLeftOut);
    } else if (file.isFile() && !isLeftOut(name)) yield* fileEntry(path.join(folder, name), path.join(prefix, name));
  }
}

/**
 * Nothing where the file is gone by now. As many bytes as it had at first, since a database goes on writing: its log
 * repairs the rest.
 */
export async function* fileEntry(file: string, name: string): AsyncGenerator<Buffer> {
  const handle = await open(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return;
  try {
    const { size } = await handle.stat();
    yield line({ name, size });
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(readBytes, size - at));
      await handle.read(chunk, 0, chunk.length, at); // what was cut off meanwhile stays zero
      yield chunk;
      at += chunk.length;
    }
  } finally {
    await handle.close();
  }
}

export async function* textEntry(name: string, text: string): AsyncGenerator<Buffer> {
  const content = Buffer.from(text);
  yield line({ name, size: content.length });
  yield content;
}

function line(entry: Entry): Buffer {
  const json = Buffer.from(JSON.stringify(entry));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}

/** Writes the files below `folder`, or, without one, only reads them. */
export async function writeEntries(source: AsyncIterable<Buffer>, folder: string | undefined): Promise<number> {
  const bytes = new Bytes(source);
  let total = 0;
  for (let entry = await entryOf(bytes); entry !== undefined; entry = await entryOf(bytes)) {
    total += entry.size ?? 0;
    await writeEntry(entry, bytes, folder);
  }
  return total;
}

async function entryOf(bytes: Bytes): Promise<Entry | undefined> {
  const length = await bytes.take(4);
  if (length === undefined) return undefined;
  const json = await bytes.take(length.readUInt32BE());
  if (json === undefined) throw cutOff();
  return JSON.parse(json.toString('utf8')) as Entry;
}

async function writeEntry({ name, size }: Entry, bytes: Bytes, folder: string | undefined): Promise<void> {
  const target = folder === undefined ? undefined : path.join(folder, name);
  if (size === null) {
    if (target !== undefined) await mkdir(target, { recursive: true, mode: 0o700 });
    return;
  }
  const handle = target === undefined ? undefined : await open(target, 'wx', 0o600);
  try {
    for (let at = 0; at < size; ) {
      const chunk = await bytes.take(Math.min(readBytes, size - at));
      if (chunk === undefined) throw cutOff();
      await handle?.writeFile(chunk);
      at += chunk.length;
    }
  } finally {
    await handle?.close();
  }
}

const cutOff = () => new Failure('The backup is truncated. Copy it again, or restore an older backup.');
