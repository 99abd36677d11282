// adapters/cluster/containers/tar.ts: packs a few small files for the engine. Volumes are packed by tar itself, inside a container (volumes.ts).

export type Packed = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly mode: number;
  readonly uid: number;
};

const BLOCK = 512;

/** Names of at most 99 bytes. Missing folders are made by whoever unpacks. */
export function pack(files: readonly Packed[]): Buffer {
  const parts = files.flatMap(({ name, content, mode, uid }) => {
    const bytes = Buffer.from(content);
    return [header(name, bytes.length, mode, uid, '0'), bytes, padding(bytes.length)];
  });
  return Buffer.concat([...parts, end]);
}

/** Two empty blocks. */
export const end = Buffer.alloc(2 * BLOCK);

export const padding = (length: number): Buffer => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);

export function header(name: string, size: number, mode: number, uid: number, type: '0' | '5'): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`too long for this tar: ${name}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0);
  octal(mode, 100, 8);
  octal(uid, 108, 8);
  octal(uid, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
