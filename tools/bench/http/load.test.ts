import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { answerReader, load } from './load.ts';

test('the load counts every answered request, whatever the pieces in which answers arrive', async (t) => {
  let answered = 0;
  const port = await served(t, (respond) => {
    answered += 1;
    respond.writeHead(200, { 'Content-Length': 40_000 });
    respond.write('x'.repeat(10));
    setImmediate(() => respond.end('x'.repeat(39_990)));
  });
  const { requests } = await load({ port, paths: ['/a', '/b'], connections: 4, ms: 20 });
  t.true(requests >= 4);
  t.is(requests, answered);
});

test('the load asks once on each connection when the time is over at once', async (t) => {
  const port = await served(t, (respond) => respond.writeHead(200, { 'Content-Length': 1 }).end('x'));
  t.is((await load({ port, paths: ['/'], connections: 4, ms: 0 })).requests, 4);
});

test('the load ends at an unexpected answer', async (t) => {
  const port = await served(t, (respond) => respond.writeHead(404, { 'Content-Length': 0 }).end());
  await t.throwsAsync(load({ port, paths: ['/'], connections: 1, ms: 20 }), {
    message: /^not what was asked for: HTTP/,
  });
});

test('the load takes an answer as complete with its last byte, wherever it is cut', (t) => {
  const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nabcde');
  for (let cut = 1; cut < answer.length; cut++) {
    const reader = answerReader();
    const read = [answer.subarray(0, cut), answer.subarray(cut), answer].map(reader);
    t.deepEqual(read, [false, true, true], `cut at ${cut}`);
  }
});

async function served(
  t: ExecutionContext,
  answer: (respond: import('node:http').ServerResponse) => void,
): Promise<number> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  return (server.address() as AddressInfo).port;
}
