// Generated from tools/runtime/reply/page.ts by npm run generate; do not edit.
// Pages of the lists that have `x-page`: a handler gives rows in the order of a key, and the runtime cuts the page and
// says where the next one begins. In a form of one line for each row there are no pages: it goes on to the end, or to
// the limit that was asked for.
import type { OperationFacts } from '../contract.ts';
import type { Handler, Reply } from '../exchange.ts';
import { isProblemReply, type ProblemReply } from '../problem.ts';
import { cursorsOf } from './cursor.ts';
import { firstRows, inForm, narrowed, type Row, type RowSource, rowForms } from './rows.ts';

export type WithPage = {
  readonly page: {
    /** The key of the last row of the page before; undefined on the first page. */
    readonly after: string | undefined;
    /**
     * How many rows to give at most: one more than the caller asked for, which shows that there is a next page;
     * `Infinity` where there are no pages.
     */
    readonly limit: number;
  };
};

type List = { readonly items: readonly unknown[]; readonly next_cursor: string | null };

/** What a list answers with instead of its body. */
export type Rows<Body extends List> = {
  /** At once, or in parts that are computed one after the other. */
  readonly rows: Body['items'] | AsyncIterable<Body['items']>;
  /** What the list is sorted by: equal for no two rows. */
  readonly key: (row: Body['items'][number], index: number) => string;
  /** The members that rows of this answer have, where that depends on the query: columns of CSV. */
  readonly columns?: readonly (keyof Body['items'][number] & string)[];
} & Rest<Omit<Body, keyof List>>;

/** What the body has beside the page. */
type Rest<More> = keyof More extends never ? { readonly body?: never } : { readonly body: More };

type ListReply = {
  readonly rows: RowSource;
  readonly key: (row: Row, index: number) => string;
  readonly columns?: readonly string[];
  readonly body?: object;
};

interface ListRequest {
  readonly path?: object;
  /** Without a limit in forms that have no pages. */
  readonly query: { readonly limit?: number; readonly cursor?: string; readonly fields?: readonly string[] };
  readonly accept?: string;
}

/** The handlers with whole replies: lists answer pages. */
export function withPages<All extends object>(
  operations: Readonly<Record<string, OperationFacts>>,
  handlers: All,
): Served<All> {
  const all = Object.entries(handlers as Readonly<Record<string, Handler>>).map(([id, handler]) => [
    id,
    served(operations[id], handler),
  ]);
  return Object.fromEntries(all) as Served<All>;
}

export type Served<All> = { readonly [Id in keyof All]: ServedOne<All[Id]> };

type ServedOne<One> = One extends (request: infer Request extends WithPage) => Promise<infer Reply>
  ? (request: ServedRequest<Request>) => Promise<ServedReply<Reply>>
  : One;

type ServedRequest<Request> = Omit<Request, 'page' | 'query'> & {
  readonly query: ListRequest['query'] & (Request extends { readonly query: infer Query } ? Query : unknown);
};

type ServedReply<Reply> = Reply extends { readonly rows: infer Rows }
  ? Omit<Reply, 'rows' | 'key' | 'columns' | 'body'> & { readonly body: Page<ItemOf<Rows>> & Beside<Reply> }
  : Reply | ForeignCursor;

type ItemOf<Rows> = Rows extends readonly (infer Item)[] ? Item : never;

type Page<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null };

type Beside<Reply> = Reply extends { readonly body: infer More extends object } ? More : unknown;

type ForeignCursor = ProblemReply<'invalid-request', 400>;

function served(operation: OperationFacts | undefined, handler: Handler): Handler {
  if (operation?.paged) return paged(operation, handler);
  return operation?.columns === undefined ? handler : listed(operation.columns, handler);
}

const paged =
  ({ id, columns = [] }: OperationFacts, handler: Handler): Handler =>
  async (request: ListRequest): Promise<Reply> => {
    const { limit = Number.POSITIVE_INFINITY, cursor, ...query } = request.query;
    const { fields, ...filters } = query;
    const cursors = cursorsOf(id, { ...request.path, ...filters });
    const after = cursor === undefined ? undefined : cursors.read(cursor);
    if (after === null) return foreignCursor;
    const form = formOf(request);
    const most = form === undefined ? limit + 1 : limit;
    const reply = await handler({ ...request, query, page: { after, limit: most } } as never);
    if (isProblemReply(reply) || !('rows' in reply)) return reply;
    const { rows, key, body, columns: own = columns, ...rest } = reply as Reply & ListReply;
    if (form !== undefined)
      return { ...rest, mediaType: form, body: await inForm(form, rows, { columns: own, fields, most }) };
    const found = await firstRows(rows, most);
    const last = found.length > limit ? found[limit - 1] : undefined;
    const next_cursor = last === undefined ? null : cursors.write(key(last, limit - 1));
    return { ...rest, body: { items: narrowed(found.slice(0, limit), fields), next_cursor, ...body } };
  };

/** A list without pages. */
const listed =
  (columns: readonly string[], handler: Handler): Handler =>
  async (request: ListRequest): Promise<Reply> => {
    const reply = await handler(request as never);
    if (isProblemReply(reply) || reply.status !== 200) return reply;
    const { fields } = request.query;
    const body = reply.body as { readonly items: readonly Row[] };
    const form = formOf(request);
    if (form === undefined) return { ...reply, body: { ...body, items: narrowed(body.items, fields) } };
    const lines = { columns, fields, most: Number.POSITIVE_INFINITY };
    return { ...reply, mediaType: form, body: await inForm(form, body.items, lines) };
  };

const formOf = ({ accept }: ListRequest): string | undefined =>
  accept !== undefined && rowForms.includes(accept) ? accept : undefined;

/** Also for a handler whose key has a form that the one of the cursor lacks. */
export const foreignCursor: ForeignCursor = {
  status: 400,
  problem: {
    slug: 'invalid-request',
    detail: 'The cursor does not belong to this query.',
    errors: [{ parameter: 'cursor', rule: 'cursor', message: 'must be the next_cursor of a page of the same query' }],
  },
};
