// Ways over a cable on which something goes wrong at a certain byte. The cable: conformance/cable.ts.
import type { Way } from './conformance/cable.ts';

export type Valve = {
  readonly way: Way;
  /** Whether a connection has more to send than it may. */
  isHolding(): boolean;
  /** Each connection may send so many bytes more. */
  allow(bytes: number): void;
};

type Line = { readonly pass: () => void; readonly isHolding: () => boolean };

/**
 * Lets so many bytes of each connection pass, of the requests or of the replies, and holds what comes after them.
 * What is held is kept in memory: a socket that is not read would not tell that its other end was killed.
 */
export function valve(bytes: number, of: 'requests' | 'replies' = 'requests'): Valve {
  let allowed = bytes;
  const lines = new Set<Line>();
  const way: Way = (near, far) => {
    const [from, to] = of === 'requests' ? [near, far] : [far, near];
    let passed = 0;
    let held: Buffer[] = [];
    let hasEnded = false;
    const pass = () => {
      while (held[0] !== undefined && passed < allowed) {
        const part = held[0].subarray(0, allowed - passed);
        held = part.length === held[0].length ? held.slice(1) : [held[0].subarray(part.length), ...held.slice(1)];
        passed += part.length;
        to.write(part);
      }
      if (hasEnded && held.length === 0) to.end();
    };
    const line: Line = { pass, isHolding: () => held.length > 0 };
    lines.add(line);
    near.once('close', () => lines.delete(line));
    from.on('data', (chunk: Buffer) => {
      held.push(chunk);
      pass();
    });
    from.once('end', () => {
      hasEnded = true;
      pass();
    });
    to.pipe(from);
  };
  return {
    way,
    isHolding: () => [...lines].some((line) => line.isHolding()),
    allow: (more) => {
      allowed += more;
      for (const line of lines) line.pass();
    },
  };
}

/** The request arrives whole and is answered; of the answer not a byte comes back. */
export const losingReplies: Way = (near, far) => {
  near.pipe(far);
  far.once('data', () => near.destroy());
};
