// The receiver of the benchmark "webhooks": answers 204 and counts, in a separate process.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from './child.ts';

let got = 0;
const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    got += 1;
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/** How many requests came since the last question. */
answerParent(() => {
  const count = got;
  got = 0;
  return { port: (server.address() as AddressInfo).port, count };
});
