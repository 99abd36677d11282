// Ways over a cable on which something goes wrong at a certain byte. The cable: conformance/cable.ts.
import { Transform } from 'node:stream';
import type { Way } from './conformance/cable.ts';

export type Valve = {
  readonly way: Way;
  /** Whether a connection has more to send than it may. */
  isHolding(): boolean;
  /** Each connection may send so many bytes more. */
  allow(bytes: number): void;
};

/** Lets so many bytes of each connection pass, of the requests or of the replies, and holds what comes after them. */
export function valve(bytes: number, of: 'requests' | 'replies' = 'requests'): Valve {
  let allowed = bytes;
  const held = new Set<() => void>();
  const way: Way = (near, far) => {
    let passed = 0;
    const gate = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const pass = () => {
          if (passed + chunk.length > allowed) return void held.add(pass);
          passed += chunk.length;
          done(null, chunk);
        };
        pass();
      },
    });
    near.once('close', () => gate.destroy());
    if (of === 'requests') near.pipe(gate).pipe(far).pipe(near);
    else near.pipe(far).pipe(gate).pipe(near);
  };
  return {
    way,
    isHolding: () => held.size > 0,
    allow: (more) => {
      allowed += more;
      const waiting = [...held];
      held.clear();
      for (const pass of waiting) pass();
    },
  };
}

/** The request arrives whole and is answered; of the answer not a byte comes back. */
export const losingReplies: Way = (near, far) => {
  near.pipe(far);
  far.once('data', () => near.destroy());
};
