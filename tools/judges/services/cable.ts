// The connection of a service to a dependency, which a test can cut: for the service the other side has gone.
import { once } from 'node:events';
import net from 'node:net';

export type Cable = {
  /** The address that the service is given in place of the real one. */
  readonly url: string;
  cut(): Promise<void>;
};

/** How bytes go between the end near the service and the far one. */
export type Pipe = (near: net.Socket, far: net.Socket) => void;

const pipeBoth: Pipe = (near, far) => void near.pipe(far).pipe(near);

export async function cable(url: string, pipe: Pipe = pipeBoth): Promise<Cable> {
  const target = new URL(url);
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    keep(near);
    keep(far);
    // A process that was killed sends no closing frame, and a pipe may hold back the one that it sent: the far side is ended here.
    near.once('close', () => far.end());
    // A server that was killed resets the connection, which a pipe does not pass on: the service would wait on a line that leads nowhere.
    far.once('error', () => near.destroy());
    pipe(near, far);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const replaced = new URL(url);
  replaced.port = String((server.address() as net.AddressInfo).port);
  return {
    url: replaced.href,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
