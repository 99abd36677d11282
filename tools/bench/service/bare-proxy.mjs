// The least that passing a request on costs with Node's own server and client: nothing is checked, added or left out.
import { Agent, createServer, request } from 'node:http';

const { port } = JSON.parse(process.argv[2]);
const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, answer) => {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (reply) => {
    answer.writeHead(reply.statusCode, reply.rawHeaders);
    reply.pipe(answer);
  });
  onward.once('error', () => answer.destroy());
  incoming.pipe(onward);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit(0));
