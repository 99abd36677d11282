// The front door's process. Argument: '{"port":8080,"ports":{"analytics":...}}'
import type { AddressInfo } from 'node:net';
import { frontDoor, type Ports } from './proxy.ts';

const { port, ports } = JSON.parse(process.argv[2] ?? '') as { readonly port: number; readonly ports: Ports };
const server = frontDoor(ports);
server.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen({ port, host: '127.0.0.1' }, () => {
  console.log(`The front door listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 2000).unref();
});
