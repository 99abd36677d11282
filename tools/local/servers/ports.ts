// Ports for the parts of one start. A start plans its addresses seconds before anybody listens there, so it claims them
// first: while it lives it holds the UDP socket of the same number, which no other start can have, and which the kernel
// takes back.
import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';

const host = '127.0.0.1';
const held = new Map<number, { readonly owner: string; readonly socket: Socket }>();

/**
 * True when the port is the owner's until this process ends or lets it go. Says nothing about who listens there:
 * `isFree`.
 */
export async function claimPort(port: number, owner: string): Promise<boolean> {
  const known = held.get(port);
  if (known !== undefined) return known.owner === owner;
  const socket = createSocket('udp4');
  const isOurs = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: host, exclusive: true }, () => resolve(true));
  });
  if (!isOurs) {
    socket.close();
    return false;
  }
  socket.on('error', () => undefined); // no server listens to it; it only has to be there
  held.set(port, { owner, socket: socket.unref() });
  return true;
}

export function releasePort(port: number): void {
  held.get(port)?.socket.close();
  held.delete(port);
}

// 20000-29999 lies below the range from which Linux takes ports for outgoing connections (32768) and below the node
// ports of a cluster (30000), so that only a program which asks for this very number can be faster than the part that
// it is for.
/** Claimed for the owner; without one for anyone who asks, and for no one else of this process. */
export async function freePort(owner = ''): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(20_000, 30_000);
    if (held.has(port) || !(await claimPort(port, owner))) continue;
    if (await isFree(port)) return port;
    releasePort(port);
  }
  throw new Error(`No free port between 20000 and 29999 on ${host}.`);
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // A program that connects to a part that is not there yet must neither hold up the close nor end with an error that
    // no one handles.
    const server = createServer((socket) => socket.on('error', () => undefined).destroy());
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
