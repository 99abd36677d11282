// Pages make the whole list: nothing twice, nothing left out, no page beyond its limit, and a cursor for its own query
// only.
import type { Operation } from '../contract/document.ts';
import type { GoodRequest, Prerequisites } from '../prerequisites.ts';
import { jsonOf } from '../replies/judge.ts';
import type { Fields } from '../requests/request.ts';
import type { Question, Session } from '../session.ts';
import { tried } from './causes.ts';

const mostPages = 30;

type Page = { readonly items: readonly unknown[]; readonly next: unknown; readonly question: Question };

export async function paging(session: Session, prerequisites: Prerequisites, operation: Operation): Promise<void> {
  const good = prerequisites.good(operation);
  const limit = operation.parameters.find(({ name, in: where }) => name === 'limit' && where === 'query');
  if (!operation.paged || good === undefined || limit === undefined) return;
  const most = limit.schema.maximum ?? 1000;
  const whole = await page(session, prerequisites, operation, good, { limit: most });
  if (whole === undefined) return;
  if (whole.items.length < 2)
    return session.tally.missed(
      operation.id,
      'its pages',
      `the list has ${whole.items.length} items, which is one page at most`,
    );
  const size = Math.max(1, Math.ceil(whole.items.length / mostPages));
  const found = await walked(session, prerequisites, operation, good, size);
  const again = await page(session, prerequisites, operation, good, { limit: most });
  if (found !== undefined && again !== undefined && JSON.stringify(again.items) === JSON.stringify(whole.items))
    session.found(whole.question, gaps(whole.items, found, size));
  await foreignCursor(session, prerequisites, operation, good, size);
}

/** The items of all pages. None: a page did not come, so that those before it are not the list. */
async function walked(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  good: GoodRequest,
  size: number,
): Promise<readonly unknown[] | undefined> {
  const found: unknown[] = [];
  let cursor: unknown;
  for (let n = 0; n <= mostPages; n++) {
    const query: Fields = n === 0 ? { limit: size } : { limit: size, cursor };
    const at = await page(session, prerequisites, operation, good, query);
    if (at === undefined) {
      session.tally.missed(operation.id, 'its pages', `page ${n + 1} did not come`);
      return undefined;
    }
    const { question, items, next } = at;
    found.push(...items);
    if (items.length > size)
      session.found(question, [
        { rule: 'paging: limit', expected: `at most ${size} items`, observed: String(items.length) },
      ]);
    if (next === null || next === undefined) break;
    cursor = next;
  }
  return found;
}

async function page(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  good: GoodRequest,
  query: Fields,
): Promise<Page | undefined> {
  const filled = { ...good.filled, query: { ...good.filled.query, ...query } };
  const question = prerequisites.question('paging', operation, filled, { status: 200 });
  const answer = await session.ask(question);
  const body =
    answer &&
    (jsonOf(answer) as
      | { items?: readonly unknown[]; next_cursor?: unknown; meta?: { next_cursor?: unknown } }
      | undefined);
  // A body that is no list has been reported by the judge.
  if (!Array.isArray(body?.items)) return undefined;
  return { items: body.items, next: body.next_cursor ?? body.meta?.next_cursor, question };
}

function gaps(whole: readonly unknown[], found: readonly unknown[], size: number) {
  const [expected, observed] = [whole, found].map((items) => items.map((item) => JSON.stringify(item)));
  const missing = expected?.filter((item) => !observed?.includes(item)) ?? [];
  const twice =
    observed?.filter(
      (item, n) => observed.indexOf(item) !== n && expected?.filter((each) => each === item).length === 1,
    ) ?? [];
  const isOrdered = JSON.stringify(expected) === JSON.stringify(observed);
  return [
    ...missing.slice(0, 1).map((item) => ({
      rule: 'paging: whole',
      expected: `every item, such as ${item.slice(0, 200)}`,
      observed: `${found.length} of ${whole.length} items in pages of ${size}`,
    })),
    ...twice.slice(0, 1).map((item) => ({
      rule: 'paging: once',
      expected: 'each item once',
      observed: `twice in pages of ${size}: ${item.slice(0, 200)}`,
    })),
    ...(isOrdered || missing.length + twice.length > 0
      ? []
      : [{ rule: 'paging: order', expected: 'the order of the whole list', observed: `another in pages of ${size}` }]),
  ];
}

/** A cursor is opaque and belongs to its query: one that was changed, or that comes with another filter, is refused. */
async function foreignCursor(
  session: Session,
  prerequisites: Prerequisites,
  operation: Operation,
  good: GoodRequest,
  size: number,
): Promise<void> {
  const first = await page(session, prerequisites, operation, good, { limit: size });
  if (typeof first?.next !== 'string') return;
  const refused = { status: 400, slug: 'invalid-request', place: 'cursor' };
  const ask = (asked: string, query: Fields) =>
    session.ask(
      prerequisites.question(
        ['cursor', asked],
        operation,
        { ...good.filled, query: { ...good.filled.query, limit: size, ...query } },
        refused,
      ),
    );
  await ask('a changed cursor', { cursor: `zz${first.next}` });
  const filter = filterOf(session, prerequisites, operation);
  if (filter !== undefined) await ask('a cursor of another query', { cursor: first.next, ...filter });
}

/** One that the values file has for who asks, else the example, which may be of something that is not theirs. */
function filterOf(session: Session, prerequisites: Prerequisites, operation: Operation): Fields | undefined {
  const filters = operation.parameters.filter(
    ({ name, in: where, required }) => where === 'query' && !required && !['limit', 'cursor', 'wait'].includes(name),
  );
  const { more = [] } = session.values.operations?.[operation.id] ?? {};
  for (const given of more) {
    const { query = {} } =
      tried(session, operation, 'a cursor of another query', () => prerequisites.filled(operation, given)) ?? {};
    const known = filters.find(({ name }) => query[name] !== undefined);
    if (known !== undefined) return { [known.name]: query[known.name] };
  }
  const [filter] = filters;
  return filter?.example === undefined ? undefined : { [filter.name]: filter.example };
}
