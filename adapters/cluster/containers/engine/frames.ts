// Takes apart the frames in which the engine mixes standard output and error of a container.
import { Transform } from 'node:stream';

const HEAD = 8;

/** Passes output on, hands errors over. */
export const standardOutput = (onError: (bytes: Buffer) => void = () => undefined): Transform =>
  parts((part, isError, push) => (isError ? onError(part) : push(part)));

/** Passes output and errors on, in their order. */
export const wholeOutput = (): Transform => parts((part, _isError, push) => push(part));

type Take = (part: Buffer, isError: boolean, push: (part: Buffer) => void) => void;

/** Frames are: one byte which stream, three empty, four of length (big endian), then the bytes. */
function parts(take: Take): Transform {
  let rest: Buffer = Buffer.alloc(0);
  let left = 0;
  let isError = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      rest = Buffer.alloc(0);
      while (bytes.length > 0) {
        if (left === 0) {
          if (bytes.length < HEAD) break;
          isError = bytes[0] === 2;
          left = bytes.readUInt32BE(4);
          bytes = bytes.subarray(HEAD);
          continue;
        }
        const part = bytes.subarray(0, left);
        left -= part.length;
        bytes = bytes.subarray(part.length);
        take(part, isError, (taken) => void this.push(taken));
      }
      rest = Buffer.from(bytes);
      done();
    },
    flush(done) {
      done(left > 0 || rest.length > 0 ? new Error('the engine closed the connection in the middle of a frame') : null);
    },
  });
}
