// Bodies that come without a length, too slowly, or for nothing.
import type { AddressInfo } from 'node:net';
import { byHand, served } from '../../generator/fixtures/tiny/served.ts';

served(
  'the runtime refuses a body without a length while it streams, and one that stops after its time',
  async (t, serve) => {
    const { server } = await serve();
    const { port } = server.address() as AddressInfo;
    const head =
      'POST /v1/boxes HTTP/1.1\r\nHost: tiny\r\nAuthorization: Bearer ann\r\nContent-Type: application/json\r\n';
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    const large = await byHand(port, `${head}Transfer-Encoding: chunked\r\n\r\n`, [chunk, chunk, chunk], (text) =>
      text.includes('limit_bytes'),
    );
    t.regex(large, /^HTTP\/1.1 413 /);
    const slow = await byHand(port, `${head}Content-Length: 100\r\n\r\n`, ['{'], (text) => text.includes('request-2'));
    t.regex(slow, /^HTTP\/1.1 408 [\s\S]*The body did not arrive within 2 seconds\./);
  },
);

served('an unread body ends its connection, with a header about it, after the answer was sent', async (t, serve) => {
  const { server, events, ended } = await serve();
  const { port } = server.address() as AddressInfo;
  const send = (head: string, body: string) =>
    byHand(port, `POST /v1/boxes HTTP/1.1\r\nHost: tiny\r\n${head}\r\n\r\n${body}`, [], (text) => text.includes('}'));
  const connection = (answer: string) => /^Connection: (.*)\r$/m.exec(answer)?.[1];
  const unread = await send('Content-Type: application/json\r\nContent-Length: 1000', '{"colour":');
  t.deepEqual([unread.slice(0, 12), connection(unread)], ['HTTP/1.1 401', 'close']);
  const nowhere = await byHand(
    port,
    'POST /v1/crates HTTP/1.1\r\nHost: tiny\r\nContent-Length: 2\r\n\r\n{}',
    [],
    (text) => text.includes('}'),
  );
  t.deepEqual([nowhere.slice(0, 12), connection(nowhere)], ['HTTP/1.1 404', 'keep-alive']);
  const read = await send('Content-Type: application/json\r\nContent-Length: 2', '{}');
  t.deepEqual([read.slice(0, 12), connection(read)], ['HTTP/1.1 401', 'keep-alive']);
  await ended(3);
  t.deepEqual(events.map(({ status, aborted }) => [status, aborted]).sort(), [
    [401, false],
    [401, false],
    [404, false],
  ]);
});
