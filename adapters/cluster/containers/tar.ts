// adapters/cluster/containers/tar.ts: packs a few small files for the engine. Volumes are packed by tar itself, inside a container (volumes.ts).

export type Packed = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly mode: number;
  readonly uid: number;
};

export type Header = {
  /** At most 99 bytes. */
  readonly name: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly type: '0' | '5';
  /** Seconds since 1970; left out, the beginning of them. */
  readonly modified?: number;
};

const BLOCK = 512;

/** Missing folders are made by whoever unpacks. */
export function pack(files: readonly Packed[]): Buffer {
  const parts = files.flatMap(({ name, content, mode, uid }) => {
    const bytes = Buffer.from(content);
    return [header({ name, mode, uid, gid: uid, size: bytes.length, type: '0' }), bytes, padding(bytes.length)];
  });
  return Buffer.concat([...parts, end]);
}

/** Two empty blocks. */
export const end = Buffer.alloc(2 * BLOCK);

export const padding = (length: number): Buffer => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);

const mostOctal = 0o777_7777;

export function header({ name, mode, uid, gid, size, type, modified = 0 }: Header): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`too long for this tar: ${name}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  const owner = (value: number, at: number) => {
    if (value <= mostOctal) return void octal(value, at, 8);
    // What has no room in octal digits is a binary number, and its first bit says so.
    block[at] = 0x80;
    block.writeUInt32BE(value, at + 4);
  };
  block.write(name, 0);
  octal(mode, 100, 8);
  owner(uid, 108);
  owner(gid, 116);
  octal(size, 124, 12);
  octal(modified, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
