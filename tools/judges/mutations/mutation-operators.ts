// Mutation operators: each changes a mock in one place, in a fact of an operation, a validator, a handler, the host, or
// the reply on the wire.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { OperationFacts } from '../../runtime/contract.ts';
import type { Handler, Reply, SuccessReply } from '../../runtime/exchange.ts';
import type { SchemaError, Validator } from '../../runtime/formats.ts';
import type { CallerBase, ContractHost } from '../../runtime/host.ts';
import { isProblemReply } from '../../runtime/problem.ts';
import type { Request } from '../mock/context.ts';
import type { MockParts, Mutation } from '../mock/mock.ts';

/** The server takes an operation for another than the contract describes. */
export const facts =
  (id: string, change: Partial<OperationFacts> | ((facts: OperationFacts) => OperationFacts)): Mutation =>
  ({ contract }) => {
    const before = factsOf(contract.operations, id);
    const after = typeof change === 'function' ? change(before) : { ...before, ...change };
    return { contract: { ...contract, operations: { ...contract.operations, [id]: after } } };
  };

export function without(id: string, name: keyof OperationFacts): Mutation {
  return facts(id, (before) => {
    const { [name]: _, ...rest } = before;
    return rest as OperationFacts;
  });
}

const factsOf = (operations: MockParts['contract']['operations'], id: string): OperationFacts => {
  const found = operations[id];
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
};

/** A rule of an input that is not checked: errors that `ignored` matches do not count. `part`: `createDealer_json`. */
export const unchecked =
  (part: string, ignored: (error: SchemaError) => boolean, before: (value: unknown) => void = () => {}): Mutation =>
  ({ contract }) => {
    const judge = contract.validators[part];
    if (judge === undefined) throw new Error(`there is no validator ${part}`);
    let errors: readonly SchemaError[] = [];
    const mutated = (value: unknown): value is unknown => {
      before(value);
      errors = judge(value) ? [] : (judge.errors ?? []).filter((error) => !ignored(error));
      return errors.length === 0;
    };
    Object.defineProperty(mutated, 'errors', { get: () => errors });
    return { contract: { ...contract, validators: { ...contract.validators, [part]: mutated as Validator<unknown> } } };
  };

export const keyword =
  (name: string) =>
  ({ keyword: broken }: SchemaError): boolean =>
    broken === name;

/** A handler that does something else. */
export const handler =
  (
    id: string,
    change: (healthy: (request: Request) => Promise<Reply>) => (request: Request) => Promise<Reply>,
  ): Mutation =>
  ({ handlers }) => {
    const healthy = handlers[id] as unknown as ((request: Request) => Promise<Reply>) | undefined;
    if (healthy === undefined) throw new Error(`there is no handler ${id}`);
    return { handlers: { ...handlers, [id]: change(healthy) as unknown as Handler } };
  };

/** A success of a handler that is not what it should be. */
export const success = (id: string, change: (reply: SuccessReply, request: Request) => SuccessReply): Mutation =>
  handler(id, (healthy) => async (request) => {
    const reply = await healthy(request);
    return isProblemReply(reply) ? reply : change(reply, request);
  });

/** A success with another body. */
export const body = (id: string, change: (body: Fields) => unknown): Mutation =>
  success(id, (reply) => ({ ...reply, body: change(structuredClone(reply.body) as Fields) }));

export type Fields = Record<string, unknown> & { items?: Record<string, unknown>[] };

export const host =
  (change: (healthy: ContractHost<CallerBase>) => Partial<ContractHost<CallerBase>>): Mutation =>
  ({ host: healthy }) => ({ host: { ...healthy, ...change(healthy) } });

export type Wire = { status: number; headers: Record<string, unknown>; body: string };

/** Whatever goes over the wire, changed at the last moment; `path` as it was asked, with the query. */
export const wire =
  (
    applies: (method: string, path: string, headers: IncomingHttpHeaders) => boolean,
    change: (answer: Wire) => Wire,
  ): Mutation =>
  ({ host: { basePath } }) => ({
    around: (ctx, next) => {
      const path = (ctx.req.url ?? '').slice(basePath.length);
      if (applies(ctx.method, path, ctx.req.headers)) rewrite(ctx.res as Response, change);
      return next();
    },
  });

/** Its types lack what gives header names as they were set. */
type Response = ServerResponse & { getRawHeaderNames(): string[] };

function rewrite(res: Response, change: (answer: Wire) => Wire): void {
  const { writeHead, end } = res;
  let head: { status: number; headers: Record<string, unknown> } | undefined;
  const flush = (text: string): void => {
    // Koa sets headers one by one and ends without writeHead.
    head ??= {
      status: res.statusCode,
      headers: Object.fromEntries(res.getRawHeaderNames().map((name) => [name, res.getHeader(name)])),
    };
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    const { 'Content-Length': length, ...headers } = head.headers;
    const after = change({ status: head.status, headers, body: text });
    const size = length === undefined && after.body === '' ? {} : { 'Content-Length': Buffer.byteLength(after.body) };
    writeHead.call(res, after.status, { ...after.headers, ...size } as never);
    end.call(res, after.body, 'utf8');
  };
  res.writeHead = ((status: number, headers: Record<string, unknown>) => {
    head = { status, headers };
    return res;
  }) as never;
  // An answer before its request has ended is written first and ended later.
  res.write = ((text: string | Uint8Array) => {
    flush(String(text));
    return true;
  }) as never;
  res.end = ((text?: string | Uint8Array) => {
    if (!res.headersSent) flush(text === undefined ? '' : String(text));
    return res;
  }) as never;
}

/** A request that is understood as another one. */
export const mistaken =
  (change: (request: { url?: string | undefined; headers: IncomingHttpHeaders }) => void): Mutation =>
  () => ({
    around: (ctx, next) => {
      change(ctx.req);
      return next();
    },
  });

/** A validator that fails itself. */
export const throwing = (part: string, when: (value: Record<string, unknown>) => boolean): Mutation =>
  unchecked(
    part,
    () => false,
    (value) => {
      if (when(value as Record<string, unknown>)) throw new Error('an injected fault');
    },
  );

/** Another status, and all else as it was. */
export const status =
  (from: number, to: number): ((answer: Wire) => Wire) =>
  (answer) =>
    answer.status === from ? { ...answer, status: to } : answer;

/** Requests of one operation. */
export const asked =
  (method: string, form: RegExp): ((asked: string, path: string) => boolean) =>
  (verb, path) =>
    verb === method && form.test(path.split('?')[0] ?? '');

export const always = (): boolean => true;

/** Changes the JSON of answers with that status. */
export const json =
  (status: number, change: (body: Fields) => unknown): ((answer: Wire) => Wire) =>
  (answer) =>
    answer.status === status && answer.body !== ''
      ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Fields)) }
      : answer;

/** Leaves a header out, or sets it. */
export const header =
  (status: number, name: string, value?: string): ((answer: Wire) => Wire) =>
  (answer) => {
    if (answer.status !== status) return answer;
    const { [name]: _, ...others } = answer.headers;
    return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } };
  };
