// A server that answers as the contract says, from its examples and from earlier requests.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import type { ApiDocument } from '../../contract/document/model.ts';
import { asRecord } from '../../contract/json.ts';
import type { Contract } from '../../runtime/contract.ts';
import { problemAnswer } from '../../runtime/exchange.ts';
import type { CallerBase, ContractHost } from '../../runtime/host.ts';
import { type Handlers, mount } from '../../runtime/http.ts';
import { refuse } from '../../runtime/problem.ts';
import { backendOf } from './backend.ts';
import { handlersOf } from './handlers.ts';
import { type Access, mockHost, type Person } from './host.ts';
import { preferred } from './prefer.ts';

export type MockOptions = {
  /** Where `spec/` is. */
  readonly root: string;
  /** Below it, such as `spec/analytics/openapi.yaml`. */
  readonly file: string;
  /** A free one when left out. */
  readonly port?: number;
  /** By token. None: every token is good and has every role. */
  readonly callers?: ReadonlyMap<string, Person>;
  readonly planned?: 'refused' | 'served';
  readonly stepMs?: number;
  readonly isBehindProxy?: boolean;
  readonly now?: () => Date;
  readonly fault?: (error: unknown) => void;
  /** For tests of judges: another behaviour at one of these places. */
  readonly mutate?: Mutation;
};

export type MockParts = {
  readonly document: ApiDocument;
  readonly contract: Contract;
  readonly handlers: Handlers;
  readonly host: ContractHost<CallerBase>;
};
export type Mutation = (parts: MockParts) => Partial<MockParts> & { readonly around?: Koa.Middleware };

export type Mock = AsyncDisposable & {
  readonly url: string;
  readonly document: ApiDocument;
};

/** Several contracts on one port, each at its own path. */
export type Mocks = AsyncDisposable & { readonly all: readonly Pick<Mock, 'url' | 'document'>[] };

export async function startMock(options: MockOptions): Promise<Mock> {
  const mocks = await startMocks({ ...options, files: [options.file] });
  const [mock] = mocks.all;
  if (mock === undefined) throw new Error(`${options.file} gave no mock`);
  return { ...mock, [Symbol.asyncDispose]: () => mocks[Symbol.asyncDispose]() };
}

export type MocksOptions = Omit<MockOptions, 'file'> & { readonly files: readonly string[] };

export async function startMocks({ files, ...options }: MocksOptions): Promise<Mocks> {
  const served: Served[] = [];
  const end = () => {
    for (const { spoolDir } of served) rmSync(spoolDir, { recursive: true, force: true });
  };
  try {
    for (const file of files)
      served.push(await servedBy({ ...options, file }, () => served.map(({ basePath }) => basePath)));
    const server = await listening(whole(served), options.port ?? 0);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      all: served.map(({ basePath, document }) => ({ url: origin + basePath, document })),
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

type Served = {
  readonly basePath: string;
  readonly document: ApiDocument;
  readonly spoolDir: string;
  readonly app: Koa;
};

/** The mock with the longest matching base path answers; the first when none matches. */
function whole(served: readonly Served[]): RequestListener {
  const longestFirst = served
    .toSorted((a, b) => b.basePath.length - a.basePath.length)
    .map(({ basePath, app }) => ({ basePath, answer: app.callback() }));
  return (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const mine = longestFirst.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));
    void (mine ?? longestFirst[0])?.answer(request, response);
  };
}

async function servedBy(options: MockOptions, all: () => readonly string[]): Promise<Served> {
  const { root, file, planned = 'refused', stepMs = 500, now = () => new Date() } = options;
  const backend = await backendOf(root, file, planned);
  const basePath = basePathOf(backend.document);
  const spoolDir = mkdtempSync(join(tmpdir(), 'mock-'));
  const host = mockHost({
    basePath,
    spoolDir,
    access: accessOf(backend.document, options.callers),
    now,
    isBehindProxy: options.isBehindProxy ?? false,
    fault: options.fault ?? ((error) => console.error(error)),
  });
  const parts: MockParts = {
    document: backend.document,
    contract: backend.contract,
    handlers: handlersOf({ backend, stepMs, now }),
    host,
  };
  return { basePath, document: backend.document, spoolDir, app: application(parts, all, options.mutate) };
}

function application(whole: MockParts, all: () => readonly string[], mutate: Mutation = () => ({})): Koa {
  const { around, ...mutated } = mutate(whole);
  const { contract, handlers, host } = { ...whole, ...mutated };
  const app = new Koa();
  app.silent = true; // it would print clients that go away
  if (around) app.use(around);
  app.use((ctx, next) => preferred.run(ctx.get('Prefer'), next));
  app.use(mount(contract, handlers, host));
  app.use((ctx) => {
    const requestId = host.ids.requestId();
    const detail = `This mock serves ${all().join(', ')}.`;
    const { status, headers, body } = problemAnswer({ contract, requestId }, refuse('unknown-url', { detail }));
    ctx.set({ ...(headers as Record<string, string>), 'X-Request-Id': requestId });
    ctx.status = status;
    ctx.body = JSON.stringify(body);
  });
  return app;
}

/** Rejects also where `listen` throws, as for an invalid port. */
async function listening(answer: RequestListener, port: number): Promise<Server> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  // Longer than clients keep a connection: they would find it closed in the moment in which they use it again.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  return server;
}

/** The path of the server in the document. */
function basePathOf({ bundle }: ApiDocument): string {
  const [server] = (bundle.json.servers ?? []) as readonly {
    url: string;
    variables?: Record<string, { default: string }>;
  }[];
  const url = (server?.url ?? '/').replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => server?.variables?.[name]?.default ?? '',
  );
  return new URL(url, 'http://localhost').pathname.replace(/\/$/, '');
}

function accessOf({ bundle, operations }: ApiDocument, callers: MockOptions['callers']): Access {
  const schemes = Object.entries(asRecord(asRecord(bundle.json.components).securitySchemes));
  const cookies = schemes
    .map(([name, scheme]) => [name, asRecord(scheme)] as const)
    .filter(([, scheme]) => scheme.in === 'cookie')
    .map(([name, scheme]) => [name, String(scheme.name)]);
  return {
    ...(callers === undefined ? {} : { callers }),
    roles: [...new Set(operations.flatMap(({ facts }) => facts.roles ?? []))],
    cookies: Object.fromEntries(cookies),
  };
}
