// Pages of the lists that have `x-page`: a handler gives rows in the order of a key, and the runtime cuts the page and says where the next one begins.
import type { OperationFacts } from '../contract.ts';
import type { Handler, Reply } from '../exchange.ts';
import { isProblemReply, type ProblemReply } from '../problem.ts';
import { cursorsOf } from './cursor.ts';

export type WithPage = {
  readonly page: {
    /** The key of the last row of the page before; undefined on the first page. */
    readonly after: string | undefined;
    /** How many rows to give at most: one more than the caller asked for, which shows that there is a next page. */
    readonly limit: number;
  };
};

type List = { readonly items: readonly unknown[]; readonly next_cursor: string | null };

/** What a list answers with instead of its body. */
export type Rows<Body extends List> = {
  readonly rows: Body['items'];
  /** What the list is sorted by: equal for no two rows. */
  readonly key: (row: Body['items'][number], index: number) => string;
} & Rest<Omit<Body, keyof List>>;

/** What the body has beside the page. */
type Rest<More> = keyof More extends never ? { readonly body?: never } : { readonly body: More };

type ListReply = {
  readonly rows: readonly unknown[];
  readonly key: (row: never, index: number) => string;
  readonly body?: object;
};

interface ListRequest {
  readonly path?: object;
  readonly query: { readonly limit: number; readonly cursor?: string };
}

/** The handlers with whole replies: lists answer pages. */
export function withPages<All extends object>(
  operations: Readonly<Record<string, OperationFacts>>,
  handlers: All,
): Served<All> {
  const served = Object.entries(handlers as Readonly<Record<string, Handler>>).map(([id, handler]) => [
    id,
    operations[id]?.paged ? paged(id, handler) : handler,
  ]);
  return Object.fromEntries(served) as Served<All>;
}

export type Served<All> = { readonly [Id in keyof All]: ServedOne<All[Id]> };

type ServedOne<One> = One extends (request: infer Request extends WithPage) => Promise<infer Reply>
  ? (request: ServedRequest<Request>) => Promise<ServedReply<Reply>>
  : One;

type ServedRequest<Request> = Omit<Request, 'page' | 'query'> & {
  readonly query: ListRequest['query'] & (Request extends { readonly query: infer Query } ? Query : unknown);
};

type ServedReply<Reply> = Reply extends { readonly rows: readonly (infer Item)[] }
  ? Omit<Reply, 'rows' | 'key' | 'body'> & { readonly body: Page<Item> & Beside<Reply> }
  : Reply | ForeignCursor;

type Page<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null };

type Beside<Reply> = Reply extends { readonly body: infer More extends object } ? More : unknown;

type ForeignCursor = ProblemReply<'invalid-request', 400>;

const paged =
  (id: string, handler: Handler): Handler =>
  async (request: ListRequest): Promise<Reply> => {
    const { limit, cursor, ...query } = request.query;
    const cursors = cursorsOf(id, { ...request.path, ...query });
    const after = cursor === undefined ? undefined : cursors.read(cursor);
    if (after === null) return foreignCursor;
    const reply = await handler({ ...request, query, page: { after, limit: limit + 1 } } as never);
    if (isProblemReply(reply) || !('rows' in reply)) return reply;
    const { rows, key, body, ...rest } = reply as Reply & ListReply;
    const last = rows.length > limit ? (rows[limit - 1] as never) : undefined;
    const next_cursor = last === undefined ? null : cursors.write(key(last, limit - 1));
    return { ...rest, body: { items: rows.slice(0, limit), next_cursor, ...body } };
  };

const foreignCursor: ForeignCursor = {
  status: 400,
  problem: {
    slug: 'invalid-request',
    detail: 'The cursor does not belong to this query.',
    errors: [{ parameter: 'cursor', rule: 'cursor', message: 'must be the next_cursor of a page of the same query' }],
  },
};
