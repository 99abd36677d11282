// Loads the generated code, in the processes that are measured.
import path from 'node:path';
import type { Middleware } from 'koa';
import type { Contract } from '../../generated/runtime/contract.ts';
import type { CallerBase, ContractHost } from '../../generated/runtime/host.ts';
import type { Handlers } from '../../generated/runtime/http.ts';

type Mount = (handlers: Handlers, host: ContractHost<CallerBase>) => Middleware;

/** The middleware of a contract, whatever it is called. */
export async function generatedMount(folder: string, name: string): Promise<Mount> {
  const server = (await import(path.join(folder, 'server.ts'))) as Record<string, Mount>;
  const mount = server[`mount${name}`];
  if (mount === undefined) throw new Error(`${folder}/server.ts does not serve ${name}`);
  return mount;
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
