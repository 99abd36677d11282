// The front door's process: `node tools/embedded/front-door/main.ts '{"port":8080,"ports":{"analytics":...}}'`
import { frontDoor, type Ports } from './proxy.ts';

const { port, ports } = JSON.parse(process.argv[2] ?? '') as { readonly port: number; readonly ports: Ports };
const server = frontDoor(ports);
server.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen({ port, host: '127.0.0.1' });

process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 2000).unref();
});
