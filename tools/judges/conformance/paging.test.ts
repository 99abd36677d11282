// A limit in the middle of a walk through pages is waited for, or said; the pages before it are not taken for the whole
// list.
import test from 'ava';
import { paging } from './checks/paging.ts';
import { readContract } from './contract/document.ts';
import { documentOf } from './endpoints.ts';
import { prerequisitesOf } from './prerequisites.ts';
import type { Request, Wire, WireReply } from './requests/wire.ts';
import { session } from './session.ts';

const contract = readContract(documentOf('analytics'));
const admin = { name: 'admin', token: 'a-token', roles: ['admin'] };
const all = ['a', 'b', 'c', 'd', 'e', 'f'];

const answer = (status: number, body: object, headers: Record<string, string> = {}): WireReply => ({
  method: 'GET',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

/** Six items. The third page of the walk is refused once, or from then on everything. */
function limitedAtTheThirdPage(retryAfterS: number, isForGood: boolean): Wire {
  let refusals = 0;
  const send = async ({ path }: Request): Promise<WireReply> => {
    const query = new URL(path, 'http://any.example').searchParams;
    const [from, size] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 100)];
    if ((from === 2 && refusals === 0) || (isForGood && refusals > 0)) {
      refusals += 1;
      return answer(429, {}, { 'retry-after': String(retryAfterS) });
    }
    const next = from + size < all.length ? String(from + size) : null;
    return answer(200, { items: all.slice(from, from + size), next_cursor: next });
  };
  return { send, address: undefined, close: () => undefined };
}

async function walked(wire: Wire) {
  const run = session(contract, {}, [admin], 'http://any.example/analytics/api/v1', wire);
  const reached = prerequisitesOf(run);
  const operation = contract.operations.find(({ id }) => id === 'listDealers');
  if (operation === undefined) throw new Error('listDealers is no operation any more');
  await reached.last(operation);
  await paging(run, reached, operation);
  return {
    findings: run.findings
      .filter(({ rule }) => rule.startsWith('paging'))
      .map(({ rule, observed }) => [rule, observed]),
    missed: run.tally
      .unreached()
      .filter(({ operation, what }) => operation === 'listDealers' && ['its pages', 'some questions'].includes(what))
      .map(({ what, reason }) => [what, reason]),
  };
}

test('the walk fetches a page that a limit refused after Retry-After, and goes on', async (t) => {
  t.deepEqual(await walked(limitedAtTheThirdPage(1, false)), { findings: [], missed: [] });
});

test('a limit beyond the maximum wait leaves the pages unjudged, and the report says so', async (t) => {
  t.deepEqual(await walked(limitedAtTheThirdPage(3_600, true)), {
    findings: [],
    missed: [
      ['some questions', 'the rate limit admin was used up'],
      ['its pages', 'page 3 did not come'],
    ],
  });
});
