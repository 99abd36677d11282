// A registry that never answers, for the cluster cases in which an image is being fetched.
import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { facts } from './harness.ts';

/** Someone who takes connections at this host's address and says nothing. */
export async function silentRegistry(t: ExecutionContext) {
  const open = new Set<Socket>();
  const server = createServer((socket) => void open.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  t.teardown(close);
  const towards = createSocket('udp4');
  await new Promise<void>((resolve) => towards.connect(9, facts.sshHost, resolve));
  const { address } = towards.address();
  towards.close();
  return { address: `${address}:${(server.address() as AddressInfo).port}`, close };
}
