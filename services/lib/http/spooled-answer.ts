// An answer that goes to disk at the pace of its source, and from there at the pace of its reader: a slow reader holds
// neither the source nor its room (decision 579).
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { askAgainBytes, keepReserve } from '../../../generated/runtime/request/reserve.ts';

export type Spool = {
  readonly folder: string;
  /** What is left free on its disk; `undefined`: the default of uploads. */
  readonly reserveBytes?: number | undefined;
};

export type SpooledAnswer = {
  /** Begins while the source is still being read. A source that fails destroys it. */
  readonly body: Readable;
  /** Resolves when the source is no longer read: it has ended or failed, or the reader has gone. */
  readonly written: Promise<void>;
};

const blockBytes = 65_536;

/** Rejects as a full disk does while the reserve of the disk is reached. */
export async function spooledAnswer(
  source: AsyncIterable<string | Uint8Array>,
  { folder, reserveBytes }: Spool,
): Promise<SpooledAnswer> {
  await keepReserve(folder, 0, reserveBytes);
  const file = await namelessFile(folder);
  const state: State = { size: 0, isOver: false, isGone: false, change: Promise.withResolvers() };
  const body = Readable.from(blocksBehind(file, state), { objectMode: false });
  const closed = finished(body).catch(() => {});
  closed.then(() => {
    state.isGone = true;
    notify(state);
  });
  const written = write(file, source, state, () => keepReserve(folder, 0, reserveBytes));
  Promise.all([written, closed])
    .then(() => file.close())
    .catch(() => {});
  return { body, written };
}

type State = {
  size: number;
  isOver: boolean;
  failure?: unknown;
  isGone: boolean;
  change: PromiseWithResolvers<void>;
};

/** Its space is given back with its last handle, also when the process is killed. */
async function namelessFile(folder: string): Promise<FileHandle> {
  const name = path.join(folder, `answer-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  await unlink(name);
  return file;
}

function notify(state: State): void {
  state.change.resolve();
  state.change = Promise.withResolvers();
}

async function write(
  file: FileHandle,
  source: AsyncIterable<string | Uint8Array>,
  state: State,
  demandReserve: () => Promise<void>,
): Promise<void> {
  let sinceAsked = 0;
  try {
    for await (const block of inBlocks(source)) {
      if (state.isGone) return;
      sinceAsked += block.length;
      if (sinceAsked >= askAgainBytes) {
        await demandReserve();
        sinceAsked = 0;
      }
      for (let at = 0; at < block.length; )
        at += (await file.write(block, at, block.length - at, state.size + at)).bytesWritten;
      state.size += block.length;
      notify(state);
    }
  } catch (error) {
    state.failure = error;
  } finally {
    state.isOver = true;
    notify(state);
  }
}

async function* blocksBehind(file: FileHandle, state: State): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { change } = state;
    if (at < state.size) {
      const block = Buffer.allocUnsafe(Math.min(blockBytes, state.size - at));
      const { bytesRead } = await file.read(block, 0, block.length, at);
      at += bytesRead;
      yield block.subarray(0, bytesRead);
    } else if (!state.isOver) await change.promise;
    else if (state.failure !== undefined) throw state.failure;
    else return;
  }
}

/** A write for each line would cost more than the line. */
async function* inBlocks(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let [parts, bytes]: [Buffer[], number] = [[], 0];
  for await (const part of source) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length);
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < blockBytes) continue;
    yield Buffer.concat(parts);
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(parts);
}
