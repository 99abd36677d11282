// The servers that are compared: each answers the same bodies at the same paths, and does more on the way than the one before it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Koa, { type Context, type Middleware } from 'koa';
import type { CallerBase, ContractHost } from '../../../generated/runtime/host.ts';
import type { Handlers } from '../../../generated/runtime/http.ts';
import { hostOf } from '../../../services/lib/http/http.ts';
import { trustedProxies } from '../../../services/lib/http/proxies.ts';
import { ids } from '../../../services/lib/ids.ts';
import { createLog } from '../../../services/lib/log.ts';
import { createMetrics } from '../../../services/lib/metrics.ts';
import { createReport } from '../../../services/lib/report.ts';
import { generatedMount } from '../generated-code.ts';
import { bodies, inTurn, type Shape, shapes } from './prices.ts';

/** Makes the server of the generated code that is in `folder`. */
type Variant = (folder: string, seed: number) => Promise<Server>;

const basePath = '/api/v1';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** The limit: nothing is looked at but the end of the path, and the answer is ready. */
const limit: Variant = async (_, seed) => {
  const answers = perShape(seed, (body) => Buffer.from(JSON.stringify(body)));
  return createServer((request, response) => {
    const ready = answers[shapeOf(request.url ?? '')]();
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': ready.length });
    response.end(ready);
  });
};

/** Koa alone: nothing is checked. */
const koa: Variant = async (_, seed) => {
  const answers = perShape(seed);
  return koaServer((ctx) => {
    ctx.body = answers[shapeOf(ctx.path)]();
  });
};

/** As its documentation shows it for Koa: requests are validated, replies are not. */
const backend: Variant = async (folder, seed) => {
  const api = await openapiBackend(folder);
  const answers = perShape(seed);
  const answerWith = (shape: Shape) => (_: unknown, ctx: Context) => {
    ctx.body = answers[shape]();
  };
  api.register({
    listPrices: answerWith('list'),
    getSummary: answerWith('small'),
    validationFail: (_, ctx: Context) => {
      ctx.status = 400;
    },
    notFound: (_, ctx: Context) => {
      ctx.status = 404;
    },
  });
  return koaServer((ctx) =>
    api.handleRequest(
      { method: ctx.method, path: ctx.path, headers: ctx.headers as never, query: ctx.querystring },
      ctx,
    ),
  );
};

export async function openapiBackend(folder: string, apiRoot = basePath) {
  const [{ OpenAPIBackend }, { default: addFormats }, document] = await Promise.all([
    import('openapi-backend'),
    import('ajv-formats'),
    import(`${folder}/openapi.json`, { with: { type: 'json' } }),
  ]);
  const api = new OpenAPIBackend({
    definition: document.default,
    apiRoot,
    quick: true,
    strict: true,
    customizeAjv: (ajv) => addFormats.default(ajv as never) as never,
  });
  await api.init();
  return api;
}

/** The generated contract with every stage in Koa, and a host that does next to nothing. */
const covenant: Variant = async (folder, seed) => koaServer(await contractOf(folder, seed, plainHost()));

/** The same as a service has it: its generated request id, log line, metrics, trusted proxies. */
const service: Variant = async (folder, seed) => {
  const metrics = createMetrics();
  const log = createLog({ level: 'info', write: () => {} });
  const host = hostOf<CallerBase>({
    ...plainHost(),
    ids: ids(),
    limits: { limit: async () => allowed },
    clientOf: trustedProxies(['127.0.0.1']),
    log,
    report: createReport(log, metrics),
    metrics,
  });
  return koaServer(await contractOf(folder, seed, host));
};

const allowed = { allowed: true, remaining: 5_000, resetS: 30, retryAfterS: 0 };

function plainHost(): ContractHost<CallerBase> {
  const caller: CallerBase = { subject: 'bench', kind: 'client', roles: [], scopeKey: 'all' };
  const client = { address: '127.0.0.1', scheme: 'http', host: 'localhost' };
  let requests = 0;
  return {
    basePath,
    spoolDir: '/nonexistent',
    definitionsVersion: '1',
    idempotency: { begin: () => Promise.reject(new Error('no operation here keeps replies')) },
    ids: { requestId: () => `request-${++requests}` },
    authenticate: async () => caller,
    limit: async () => allowed,
    clientOf: () => client,
    now: () => new Date(),
    log: () => {},
    fault: (error) => {
      throw error;
    },
  };
}

async function contractOf(folder: string, seed: number, host: ContractHost<CallerBase>): Promise<Middleware> {
  const mount = await generatedMount(folder, 'Prices');
  return mount(handlers(seed), host);
}

function handlers(seed: number): Handlers {
  const answers = perShape(seed);
  const open = (shape: Shape) => async () => ({ status: 200, body: answers[shape]() });
  const own = (shape: Shape) => async () => ({ status: 200, body: answers[shape](), revision: '7' });
  return {
    listPrices: open('list'),
    getSummary: open('small'),
    listOwnPrices: own('list'),
    getOwnSummary: own('small'),
  };
}

export const variants = { limit, koa, backend, covenant, service } as const satisfies Record<string, Variant>;
export type VariantName = keyof typeof variants;

function koaServer(middleware: Middleware): Server {
  const app = new Koa();
  app.use(middleware);
  return createServer(app.callback() as Respond);
}

const shapeOf = (path: string): Shape => (path.includes('/prices') ? 'list' : 'small');

const perShape = <Made = object>(seed: number, make: (body: object) => Made = (body) => body as Made) =>
  Object.fromEntries(shapes.map((shape) => [shape, inTurn(bodies(shape, seed), make)])) as Record<Shape, () => Made>;
