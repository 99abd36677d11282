// What an administrator does, step by step: each answer of the operations on dealers and grants by its own cause.
import { asker, type Expected, type Given, requestOf } from './questions.ts';
import type { Walk } from './walk.ts';
import type { Answer } from './wire.ts';

type At = { readonly told: Walk; readonly url: string; readonly base: string; readonly token: string };

const dealer = { dealer_id: 'nordbil', name: 'Nordbil', region_id: 'bergen' };
const grant = { principal: 'ann/of@nordbil', roles: ['reader'], brand_ids: [], region_ids: null };
const of = { dealer_id: 'nordbil' };
const path = { ...of, principal: grant.principal };

/** Findings; afterwards the dealer and the grant of the examples are there. */
export async function administered({ told, url, base, token }: At): Promise<readonly string[]> {
  const step = (id: string, given: Given, status: number): Promise<Answer> => {
    const operation = told.operation(id);
    return told.answer(url, operation, requestOf(base, operation, { token, ...given }), { status });
  };
  const question = (id: string, given: Given, expected: Expected) => {
    const operation = told.operation(id);
    return asker(operation)('a cause of its own', requestOf(base, operation, { token, ...given }), expected);
  };
  await step('createDealer', { body: dealer }, 201);
  await step('createGrant', { path: of, body: grant }, 201);
  await step('createGrant', {}, 201);
  const { headers } = await step('getGrant', { path }, 200);
  const current = { 'if-match': headers.etag ?? '' };
  const old = { 'if-match': '"of-another-time"' };
  const none = { status: 404, slug: 'not-found' };
  const taken = { status: 409, slug: 'conflict' };
  const changed = { status: 412, slug: 'precondition-failed' };
  const blind = { status: 428, slug: 'precondition-required' };
  const nobody = { path: { ...of, principal: 'nobody' }, headers: old };
  const findings = await told.answers(url, [
    question('createDealer', { body: dealer }, taken),
    question('createGrant', { path: of, body: grant }, taken),
    question('createGrant', { path: { dealer_id: 'nowhere' } }, none),
    question('getDealer', { path: { dealer_id: 'nowhere' } }, none),
    question('listGrants', { path: { dealer_id: 'nowhere' } }, none),
    question('getSubscription', { path: { dealer_id: 'nowhere' } }, none),
    question('getGrant', { path: nobody.path }, none),
    question('replaceGrant', { ...nobody, body: { ...grant, principal: 'nobody' } }, none),
    question('deleteGrant', nobody, none),
    question('replaceGrant', { path, headers: old, body: grant }, changed),
    question('deleteGrant', { path, headers: old }, changed),
    question('replaceGrant', { path, body: grant, without: 'if-match' }, blind),
    question('deleteGrant', { path, without: 'if-match' }, blind),
    question(
      'replaceGrant',
      { path, headers: current, body: { ...grant, principal: 'ben' } },
      { status: 422, slug: 'business-rule', place: '/principal' },
    ),
    question('listDealers', { query: { limit: 1 } }, { status: 200 }),
    question('listGrants', { path: of }, { status: 200 }),
    question('getSubscription', { path: of }, { status: 200 }),
    question('listDealers', { query: { cursor: 'zz' } }, { status: 400, slug: 'invalid-request', place: 'cursor' }),
  ]);
  const replaced = await step('replaceGrant', { path, headers: current, body: { ...grant, brand_ids: null } }, 200);
  await step('deleteGrant', { path, headers: { 'if-match': replaced.headers.etag ?? '' } }, 204);
  return findings;
}
