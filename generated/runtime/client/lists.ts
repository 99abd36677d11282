// Generated from tools/runtime/client/lists.ts by npm run generate; do not edit.
// Lists and jobs of generated clients: pages, items, and asking until something has ended.
import { type BodyOf, UnexpectedAnswer, unwrap } from './client.ts';
import type { CallOptions, Client, ClientOptions } from './options.ts';
import { retryAfterMs, sleep } from './send.ts';

type ListInput = { readonly query?: { readonly cursor?: string } } | undefined;
type AnyResult = { readonly ok: boolean; readonly status: number };
type ListOperation<Input, Result> = (client: Client, input: Input, options?: CallOptions) => Promise<Result>;

/** Each page of a list, until there is none. */
export async function* pages<Input extends ListInput, Result extends AnyResult>(
  operation: ListOperation<Input, Result>,
  client: Client,
  input: NonNullable<NoInfer<Input>>,
  options?: CallOptions,
): AsyncGenerator<BodyOf<Result>, void> {
  for (let next: NonNullable<Input> = input; ; ) {
    const body = unwrap(await operation(client, next, options));
    yield body;
    const { next_cursor: cursor } = body as { next_cursor?: string | null };
    if (typeof cursor !== 'string') return;
    next = { ...input, query: { ...input.query, cursor } };
  }
}

export type ItemOf<Result> = BodyOf<Result> extends { readonly items: readonly (infer Item)[] } ? Item : never;

/** Each item of a list, over all its pages. */
export async function* items<Input extends ListInput, Result extends AnyResult>(
  operation: ListOperation<Input, Result>,
  client: Client,
  input: NonNullable<NoInfer<Input>>,
  options?: CallOptions,
): AsyncGenerator<ItemOf<Result>, void> {
  for await (const page of pages(operation, client, input, options))
    yield* (page as { readonly items: readonly ItemOf<Result>[] }).items;
}

export interface PollOptions<Body> extends Omit<CallOptions, 'onProgress'> {
  readonly onProgress?: (body: Body) => void;
  /** Milliseconds between two questions where the service names none; 1,000 by default. */
  readonly everyMs?: number;
  /**
   * Milliseconds after which `WaitTimeout` is thrown, once the request of that moment is answered; without it, the wait
   * lasts until the end or `signal`.
   */
  readonly deadlineMs?: number;
  readonly wait?: ClientOptions['wait'];
}

/** What was waited for has not ended in time. It goes on at the service. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout';
  readonly operation: string;
  /** The last answer. */
  readonly last: { readonly status: string };

  constructor(operation: string, deadlineMs: number, last: { readonly status: string }) {
    super(`${operation}: not ended after ${deadlineMs} ms, status ${last.status}`);
    this.operation = operation;
    this.last = last;
  }
}

/** Asks until the status is one of `final`. */
export async function poll<
  Body extends { readonly status: string },
  Result extends { ok: boolean; status: number; headers: Headers },
>(
  ask: (call: CallOptions) => Promise<Result>,
  { states, final }: { readonly states: readonly string[]; readonly final: readonly string[] },
  { onProgress, everyMs = 1_000, deadlineMs = Infinity, wait = sleep, ...call }: PollOptions<Body> = {},
): Promise<Body> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const result = await ask(call);
    const body = unwrap(result) as unknown as Body;
    const { operation } = result as Result & { readonly operation: string };
    // An unknown one may be the last: the wait would have no end.
    if (!states.includes(body.status))
      throw new UnexpectedAnswer(operation, result.status, `the status ${body.status} is not in the contract`);
    onProgress?.(body);
    if (final.includes(body.status)) return body;
    const pause = retryAfterMs(result.headers) ?? everyMs;
    const left = end - performance.now();
    if (left <= 0) throw new WaitTimeout(operation, deadlineMs, body);
    await wait(Math.min(pause, left), call.signal);
  }
}
