// Loads what document.ts had generated, in the processes that are measured.
import path from 'node:path';
import type { Middleware } from 'koa';
import type { Contract } from '../../generated/runtime/contract.ts';
import type { Handlers, Listener } from '../../generated/runtime/http.ts';
import type { CallerBase, Kit } from '../../generated/runtime/kit.ts';

type Made<Shell> = (handlers: Handlers, kit: Kit<CallerBase>) => Shell;

/** Both shells of a contract, whatever it is called. */
export async function generatedServer(
  folder: string,
  name: string,
): Promise<{ mount: Made<Middleware>; listener: Made<Listener> }> {
  const server = (await import(path.join(folder, 'server.ts'))) as Record<string, Made<never>>;
  const [mount, listener] = [server[`mount${name}`], server[`${name.toLowerCase()}Listener`]];
  if (mount === undefined || listener === undefined) throw new Error(`${folder}/server.ts does not serve ${name}`);
  return { mount, listener };
}

/** What server.ts puts together for itself; needed here by the part. */
export async function contractOf(folder: string, name: string): Promise<Contract> {
  const [server, routes, validators] = await Promise.all(
    ['server.ts', 'routes.ts', 'validate.js'].map((file) => import(path.join(folder, file))),
  );
  return {
    operations: server[`${name}Operations`],
    problems: {},
    validators,
    replies: async () => ({}),
    route: routes.route,
  };
}
