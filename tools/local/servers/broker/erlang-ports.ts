// The Erlang port mapper (epmd) that a broker asks where its node listens, on 127.0.0.1 alone: the real one always
// opens [::1] as well. Only what one node needs. Protocol: https://www.erlang.org/doc/apps/erts/erl_dist_protocol
import { createServer, type Server, type Socket } from 'node:net';

const request = { register: 120, port: 122, names: 110 } as const;
const reply = { registered: 118, port: 119 } as const;
const longestRequest = 1024;

export type PortMapper = { close(): Promise<void> };
type Nodes = Map<string, { port: number; facts: Buffer }>;

export async function startPortMapper(port: number): Promise<PortMapper> {
  const nodes: Nodes = new Map();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serve(socket, nodes, port);
  });
  await listening(server, port);
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const listening = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
  });

function serve(socket: Socket, nodes: Nodes, ownPort: number): void {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, typeof chunk === 'string' ? Buffer.from(chunk) : chunk]);
    if (received.length > longestRequest) return socket.destroy();
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
    const body = received.subarray(2, 2 + received.readUInt16BE(0));
    received = Buffer.alloc(0);
    answer(socket, body, nodes, ownPort);
  });
}

function answer(socket: Socket, body: Buffer, nodes: Nodes, ownPort: number): void {
  if (body[0] === request.register) register(socket, body, nodes);
  else if (body[0] === request.port) socket.end(whereIs(body.toString('latin1', 1), nodes));
  else if (body[0] === request.names) socket.end(listOf(nodes, ownPort));
  else socket.destroy();
}

/** The connection stands for the node: when it closes, the node is forgotten. */
function register(socket: Socket, body: Buffer, nodes: Nodes): void {
  const name = body.toString('latin1', 11, 11 + body.readUInt16BE(9));
  nodes.set(name, { port: body.readUInt16BE(1), facts: body.subarray(1) });
  socket.once('close', () => nodes.delete(name));
  const creation = 1 + (Date.now() % 0xffff_fff0); // must differ from the creation of the node's last life
  const answer = Buffer.from([reply.registered, 0, 0, 0, 0, 0]);
  answer.writeUInt32BE(creation, 2);
  socket.write(answer);
}

function whereIs(name: string, nodes: Nodes): Buffer {
  const node = nodes.get(name);
  return node ? Buffer.concat([Buffer.from([reply.port, 0]), node.facts]) : Buffer.from([reply.port, 1]);
}

function listOf(nodes: Nodes, ownPort: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(ownPort);
  const lines = [...nodes].map(([name, node]) => `name ${name} at port ${node.port}\n`);
  return Buffer.concat([head, Buffer.from(lines.join(''))]);
}
