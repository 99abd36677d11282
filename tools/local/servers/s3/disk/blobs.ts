// The bytes of objects and parts, each in a file that never changes.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Sink } from '../protocol/payload.ts';
import { syncFolder } from './files.ts';

const READ_BYTES = 256 * 1024;

export type Piece = { readonly blob: string; readonly size: number };

export class Blobs {
  readonly #folder: string;
  /** Blobs being read, with their number of readers: a removed one goes when the last is done. */
  readonly #readers = new Map<string, number>();
  readonly #doomed = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Stores what `fill` gives to the sink. A blob that no document names, because `fill` or we died, is swept at the
   * next start.
   */
  async write<T>(fill: (sink: Sink) => Promise<T>): Promise<{ blob: string; filled: T }> {
    const blob = randomUUID();
    const file = this.#file(blob);
    try {
      const handle = await open(file, 'wx', 0o600);
      try {
        const filled = await fill(async (chunk) => {
          for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
        });
        await handle.sync();
        await syncFolder(this.#folder);
        return { blob, filled };
      } finally {
        await handle.close();
      }
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  /** The bytes from `start` up to, not including, `end` of the pieces laid end to end. */
  async *read(pieces: readonly Piece[], start: number, end: number): AsyncGenerator<Buffer> {
    const names = pieces.map((piece) => piece.blob);
    for (const name of names) this.#readers.set(name, (this.#readers.get(name) ?? 0) + 1);
    try {
      let at = 0;
      for (const { blob, size } of pieces) {
        const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size)];
        at += size;
        if (from >= to) continue;
        yield* createReadStream(this.#file(blob), { start: from, end: to - 1, highWaterMark: READ_BYTES });
      }
    } finally {
      await Promise.all(names.map((name) => this.#leave(name)));
    }
  }

  async discard(pieces: readonly Piece[]): Promise<void> {
    await Promise.all(
      pieces.map(async ({ blob }) => {
        if (this.#readers.has(blob)) this.#doomed.add(blob);
        else await rm(this.#file(blob), { force: true });
      }),
    );
  }

  async list(): Promise<string[]> {
    return await readdir(this.#folder);
  }

  /** Removes every blob that is not kept; only before anything is served. */
  async sweep(kept: ReadonlySet<string>): Promise<void> {
    for (const blob of await this.list()) if (!kept.has(blob)) await rm(this.#file(blob), { force: true });
  }

  async #leave(blob: string): Promise<void> {
    const left = (this.#readers.get(blob) ?? 1) - 1;
    if (left > 0) {
      this.#readers.set(blob, left);
      return;
    }
    this.#readers.delete(blob);
    if (this.#doomed.delete(blob)) await rm(this.#file(blob), { force: true });
  }

  readonly #file = (blob: string): string => path.join(this.#folder, blob);
}
