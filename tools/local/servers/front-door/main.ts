// The front door's process. Argument: '{"port":8080,"ports":{"analytics":...},"docs":"/folder"}'
import type { AddressInfo } from 'node:net';
import { referencePages } from '../../../../services/lib/http/pages/reference.ts';
import { surviveLostOutput } from '../../../../services/lib/log.ts';
import { onStopRequest } from '../processes/threads.ts';
import type { Installation } from './installation.ts';
import { frontDoor, type Ports } from './proxy.ts';

type Options = {
  readonly port: number;
  readonly ports: Ports;
  readonly docs?: string;
  readonly installation?: Installation;
};
surviveLostOutput();

const { port, ports, docs, installation } = JSON.parse(process.argv[2] ?? '') as Options;
const pages = docs === undefined ? undefined : referencePages(docs, 'index.html');
const server = frontDoor(ports, pages, installation);
server.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen({ port, host: '127.0.0.1' }, () => {
  console.log(`The front door listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

onStopRequest(() => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 2000).unref();
});
