// "Add an endpoint" of CONTRIBUTING.md, done in a copy of the contracts: what is written there is all that an endpoint
// needs to be generated, linted and served.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { lint } from '../contract/lint/lint-spec.ts';
import type { CallerBase, ContractHost } from '../runtime/host.ts';
import { internalFault, refuse } from '../runtime/problem.ts';
import { generateDocument } from './document.ts';

const root = path.join(import.meta.dirname, '../..');

const operation = `
/colours:
  get:
    operationId: listColours
    summary: List colours
    description: Returns the colours that vehicles are sold in, sorted by name.
    tags: [Access]
    security: [{ bearer: [] }]
    x-page: true
    x-rate-limit: { policy: read, cost: 1 }
    responses:
      '200':
        description: A page of colours.
        content:
          application/json:
            schema: { $ref: '../openapi.yaml#/components/schemas/ColourList' }
            examples:
              two: { value: { items: [{ name: blue }, { name: red }], next_cursor: null } }
`;
const reference = "  /colours: { $ref: 'paths/access.yaml#/~1colours' }\n";
const schemas = `    Colour:
      type: object
      required: [name]
      properties:
        name: { type: string, description: Its name., examples: [red] }
    ColourList:
      type: object
      required: [items, next_cursor]
      properties:
        items: { type: array, maxItems: 1000, items: { $ref: '#/components/schemas/Colour' } }
        next_cursor: { $ref: '../common.yaml#/components/schemas/NextCursor' }
`;

test('listColours is served after the steps of "Add an endpoint"', async (t) => {
  t.timeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'endpoint-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  cpSync(path.join(root, 'spec'), path.join(folder, 'spec'), { recursive: true });
  const main = path.join(folder, 'spec/analytics/openapi.yaml');
  edit(path.join(folder, 'spec/analytics/paths/access.yaml'), (text) => text + operation);
  edit(main, (text) =>
    text.replace('paths:\n', `paths:\n${reference}`).replace('  schemas:\n', `  schemas:\n${schemas}`),
  );
  t.deepEqual(await lint([main]), []);

  const rows = ['blue', 'green', 'red'].map((name) => ({ name }));
  const ask = await served(t, await generatedMount(folder), {
    listColours: async ({ page: { after = '', limit } }: { page: { after?: string; limit: number } }) => ({
      status: 200,
      rows: rows.filter(({ name }) => name > after).slice(0, limit),
      key: ({ name }: { name: string }) => name,
    }),
  });
  const first = await ask('/colours?limit=2', 'Bearer ann');
  t.deepEqual(first.items, rows.slice(0, 2));
  t.deepEqual(await ask(`/colours?limit=2&cursor=${String(first.next_cursor)}`, 'Bearer ann'), {
    items: rows.slice(2),
    next_cursor: null,
  });
  t.like(await ask('/colours'), { status: 401 });
});

const edit = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

type Mount = (handlers: object, parts: ContractHost<CallerBase>) => Koa.Middleware;

async function generatedMount(folder: string): Promise<Mount> {
  const { files } = await generateDocument(folder, 'spec/analytics/openapi.yaml', path.join(root, 'generated/runtime'));
  for (const [file, content] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  const { mountAnalytics } = await import(path.join(folder, 'generated/analytics/server.ts'));
  return mountAnalytics as Mount;
}

async function served(t: ExecutionContext, mount: Mount, handlers: object) {
  const caller: CallerBase = { subject: 'ann', kind: 'user', roles: [], scopeKey: 'all' };
  const parts: ContractHost<CallerBase> = {
    basePath: '/api/v1',
    spoolDir: '/nonexistent',
    definitionsVersion: '1',
    checkReplies: true,
    idempotency: { begin: () => Promise.reject(new Error('no operation here keeps replies')) },
    ids: { requestId: () => 'request-1' },
    authenticate: async ({ headers }) =>
      headers.authorization === 'Bearer ann'
        ? caller
        : refuse('unauthenticated', { detail: 'There is no access token.' }),
    limit: async () => ({ allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 }),
    clientOf: () => ({ address: '127.0.0.1', scheme: 'http', host: 'localhost' }),
    now: () => new Date(),
    log: () => {},
    fault: () => internalFault(),
  };
  const server = createServer(new Koa().use(mount(handlers, parts)).callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (address: string, authorization?: string): Promise<Record<string, unknown>> => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1${address}`, { headers });
    return (await reply.json()) as Record<string, unknown>;
  };
}
