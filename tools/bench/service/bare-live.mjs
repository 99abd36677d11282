// The least that live updates cost in Node: connections are answered without a question who they are, and one frame is written to each at a request.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const sockets = new Set();
/** As long as the change of the others. */
const text = JSON.stringify({ type: 'delta', padding: 'x'.repeat(400) });
/** RFC 6455, 5.2: one frame of text, with a length of two bytes. */
const frame = Buffer.concat([Buffer.from([0x81, 126, text.length >> 8, text.length & 255]), Buffer.from(text)]);

const server = createServer((_, response) => {
  for (const socket of sockets) socket.write(frame);
  response.end();
});
server.on('upgrade', ({ headers }, socket) => {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  socket.once('data', () => socket.write(frame));
  sockets.add(socket);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit(0));
