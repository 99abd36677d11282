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
  readonly wait?: ClientOptions['wait'];
}

/** Asks until the status is one of `final`. */
export async function poll<
  Body extends { readonly status: string },
  Result extends { ok: boolean; status: number; headers: Headers },
>(
  ask: (call: CallOptions) => Promise<Result>,
  { states, final }: { readonly states: readonly string[]; readonly final: readonly string[] },
  { onProgress, everyMs = 1_000, wait = sleep, ...call }: PollOptions<Body> = {},
): Promise<Body> {
  for (;;) {
    const result = await ask(call);
    const body = unwrap(result) as unknown as Body;
    // An unknown one may be the last: the wait would have no end.
    if (!states.includes(body.status)) {
      const { operation, status } = result as Result & { readonly operation: string };
      throw new UnexpectedAnswer(operation, status, `the status ${body.status} is not in the contract`);
    }
    onProgress?.(body);
    if (final.includes(body.status)) return body;
    await wait(retryAfterMs(result.headers) ?? everyMs, call.signal);
  }
}
