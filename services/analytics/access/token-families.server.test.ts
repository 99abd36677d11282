// Families of refresh tokens on a real PostgreSQL: what races, and what a copy betrays.
import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { connect } from '../../../adapters/store/connect.ts';
import { refreshFamilies } from '../../../adapters/store/tokens/families.ts';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { systemClock } from '../../lib/clock.ts';
import { ids } from '../../lib/ids.ts';
import { enqueueFrom } from '../../lib/messages/outbox.ts';
import { hashToken, mintToken } from './refresh-tokens.ts';
import { endFamily, exchangeToken, type Presentation } from './token-families.ts';

const start = new Date('2026-11-21T08:00:00Z');
const day = 86_400_000;

test.before(async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl } = await freshDatabase(postgres, 'analytics');
  t.context = connect(appUrl, { poolSize: 20 });
});

async function startedFamily(t: { context: unknown }) {
  const families = refreshFamilies(t.context as ReturnType<typeof connect>);
  const presented = mintToken();
  const family = {
    family_id: randomUUID(),
    principal: 'ada',
    client_id: 'web',
    provider_session: randomBytes(8),
    token_hash: hashToken(presented),
    created_at: start,
    idle_expires_at: new Date(start.getTime() + 30 * day),
    expires_at: new Date(start.getTime() + 90 * day),
  };
  await families.create(family);
  const enqueued: unknown[] = [];
  const reused: unknown[] = [];
  const deps: Parameters<typeof exchangeToken>[0] = {
    families,
    enqueue: enqueueFrom(
      { add: async (_tx, { routingKey, body }) => void enqueued.push([routingKey, body]) },
      { ids: ids(), clock: systemClock },
    ),
    report: { refreshReused: (event) => void reused.push(event) },
  };
  const present = (token: string, at = start, more: Partial<Presentation> = {}) =>
    exchangeToken(deps, { presented: token, address: '192.0.2.1', at, signal: new AbortController().signal, ...more });
  return { deps, families, family, presented, present, enqueued, reused };
}

test('exchangeToken answers fifty parallel presentations of one token with one successor', async (t) => {
  const { families, presented, present } = await startedFamily(t);
  const at = new Date(start.getTime() + day);
  const answers = await Promise.all(Array.from({ length: 50 }, () => present(presented, at)));
  const [successor = null] = answers;
  t.deepEqual(answers, Array(50).fill(successor));
  t.like(await families.find(hashToken(successor ?? '')), { generation: 2, used_at: null });
});

test('exchangeToken ends the family of a reused token, announces it once, and deletes the session of the provider', async (t) => {
  const { families, family, presented, present, enqueued, reused } = await startedFamily(t);
  const second = (await present(presented)) ?? '';
  t.not(await present(second), null);
  t.like(await families.find(hashToken(presented)), { successor_sealed: null, successor_used: true });
  t.is(await present(presented), null);
  t.is(await present(presented), null, 'refused from then on');
  t.like(await families.find(hashToken(second)), { family_revoked: true, provider_session: null });
  const { family_id, principal } = family;
  const at = start.toISOString();
  t.deepEqual(enqueued, [
    ['auth.refresh_token.reused', { family_id, principal, generation: 1, address: '192.0.2.1', reused_at: at }],
    ['session.revoked', { family_id, principal, reason: 'refresh_token_reused', revoked_at: at }],
  ]);
  t.deepEqual(reused, [{ family_id, principal, generation: 1 }]);
});

test('exchangeToken never extends an idle limit beyond the end of the family', async (t) => {
  const { families, presented, present } = await startedFamily(t);
  const late = new Date(start.getTime() + 29 * day);
  const second = (await present(presented, late)) ?? '';
  t.deepEqual((await families.find(hashToken(second)))?.expires_at, new Date(start.getTime() + 59 * day));
  const third = (await present(second, new Date(start.getTime() + 58 * day))) ?? '';
  const fourth = (await present(third, new Date(start.getTime() + 80 * day))) ?? '';
  t.deepEqual((await families.find(hashToken(fourth)))?.expires_at, new Date(start.getTime() + 90 * day));
  t.is(await present(mintToken()), null);
});

test('exchangeToken undoes a rotation whose client has gone, and an answer is recorded once', async (t) => {
  const { deps, families, presented, present } = await startedFamily(t);
  const gone = new AbortController();
  const claim: typeof families.claim = async (...input) => {
    const token = await families.claim(...input);
    gone.abort(new Error('too late'));
    return token;
  };
  const presentation = { presented, address: '192.0.2.1', at: start, signal: gone.signal };
  t.is(await exchangeToken({ ...deps, families: { ...families, claim } }, presentation), null);
  t.like(await families.find(hashToken(presented)), { used_at: null, answered: false, successor_used: false });
  t.not(await present(presented), null);
  const answered = await families.find(hashToken(presented));
  await families.recordAnswer(hashToken(presented));
  t.true(answered?.answered);
  t.deepEqual(await families.find(hashToken(presented)), answered);
});

test('endFamily enqueues the end of a family once', async (t) => {
  const { deps, family, enqueued } = await startedFamily(t);
  const { family_id, principal } = family;
  await endFamily(deps, family_id, 'logout', start);
  await endFamily(deps, family_id, 'ended_by_provider', start);
  t.deepEqual(enqueued, [
    ['session.revoked', { family_id, principal, reason: 'logout', revoked_at: start.toISOString() }],
  ]);
});
