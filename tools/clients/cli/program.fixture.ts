// One run of the command line in the process of a test, and a server that it calls.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { membersOf } from '../../generator/code/members.ts';
import { main } from './runtime/main.ts';
import { tableOf } from './table.ts';

const root = path.join(import.meta.dirname, '../../..');
export const table = tableOf(root, '1.2.3');

interface Screen {
  readonly columns?: number;
  /** Pressed at the first prompt. */
  readonly keys?: string;
}

/** One run of the program, in a separate folder. */
export async function types(
  t: ExecutionContext,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { columns, keys }: Screen = {},
) {
  const home = mkdtempSync(path.join(tmpdir(), 'cli-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const [out, err, keyboard] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (columns !== undefined) Object.assign(out, { isTTY: true, columns });
  if (keys !== undefined) Object.assign(keyboard, { isTTY: true }).write(keys);
  const terminal = { env: { HOME: home, ...env }, out, err, in: keyboard };
  const code = await main(args, table, terminal);
  out.end();
  err.end();
  return { code, out: await text(out), err: await text(err) };
}

export async function answering(
  t: ExecutionContext,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { COVENANT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, COVENANT_TOKEN: 'token' };
}

/** `value` with each other member that replies with the schema always have, as null. */
export function promised(api: 'analytics' | 'platform', schema: string, value: object): object {
  const { components } = JSON.parse(readFileSync(path.join(root, 'generated', api, 'openapi.json'), 'utf8'));
  const members = membersOf(components, { $ref: schema });
  const others = Object.keys(members).filter((name) => !(name in value));
  return { ...value, ...Object.fromEntries(others.map((name) => [name, null])) };
}

export const json = (response: ServerResponse, status: number, body: object, type = 'application/json') =>
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
