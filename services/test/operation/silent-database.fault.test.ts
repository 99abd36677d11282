// PostgreSQL stands still, or is gone, for half a minute: every request is answered in time, and afterwards every login
// goes on.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { type OwnParts, ownParts } from '../../../tools/test/servers.ts';
import { eventually } from '../fixtures/eventually.ts';
import { freezePart, killPart } from '../fixtures/server-outage.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { dealers, get, login, type Pair, type Person, person, postJson } from '../fixtures/users.ts';

const outageMs = 30_000;
/** The time of an operation is ten seconds; a busy machine is late with the answer. */
const answerMs = 20_000;

/** Clients of this file refresh without a pause, also while they are refused at once. */
const raised = { RATE_LIMITS: 'analytics.refresh=100000' };

let servers: OwnParts;
let whole: System;
let apis: readonly [Running, Running];
let anna: Person;

test.before(async (t) => {
  servers = await ownParts(t, ['postgres', 'redis', 'broker', 'objects', 'identity']);
  whole = await system(t, servers);
  apis = await Promise.all([whole.run(['analytics', 'relay'], raised), whole.run(['analytics'], raised)]);
  await dealers(whole, ['fjordbil']);
  anna = await person(whole, { dealer: 'fjordbil' });
  for (const api of apis) t.is((await get(api, (await login(api, anna)).access_token, '/indices')).status, 200);
});

type Chain = { readonly api: Running; token: string };

const refresh = ({ api, token }: Chain) => postJson(api, '/auth/refresh', { refresh_token: token });

/**
 * A client that refreshes without a pause until it is refused, or stopped; it keeps the token that it would present
 * next.
 */
async function keepRefreshing(chain: Chain, stop: AbortSignal, statuses: Set<number>): Promise<void> {
  while (!stop.aborted) {
    const response = await refresh(chain);
    statuses.add(response.status);
    if (response.status === 200) chain.token = ((await response.json()) as Pair).refresh_token;
    else await response.arrayBuffer();
    if (response.status === 401) return;
  }
}

const isUnavailable = async (t: ExecutionContext, what: string, asking: Promise<Response>): Promise<void> => {
  const since = performance.now();
  const response = await asking;
  await response.arrayBuffer();
  t.deepEqual([response.status, Number(response.headers.get('retry-after')) >= 1], [503, true], what);
  t.true(performance.now() - since < answerMs, what);
};

/** No request of before is at work any more. */
const settled = () =>
  eventually(
    () =>
      withClient(whole.analytics.ownerUrl, async (client) => {
        const { rows } = await client.query<{ busy: number }>(
          `select count(*)::int as busy from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
        );
        return rows[0]?.busy;
      }),
    (busy) => busy === 0,
  );

/**
 * As if the outage had taken an hour, for the tokens that clients still hold. A token whose answer is marked has the
 * time after the outage: its statement waited, and ran when PostgreSQL went on.
 */
const prolong = (tokens: readonly string[]) =>
  withClient(whole.analytics.ownerUrl, (client) =>
    client.query(
      "update refresh_tokens set used_at = used_at - interval '1 hour' where token_hash = any($1) and used_at is not null and not answered",
      [tokens.map((token) => createHash('sha256').update(token).digest())],
    ),
  );

const alarms = () =>
  withClient(whole.analytics.ownerUrl, async (client) => {
    const { rows } = await client.query(
      "select routing_key from outbox where routing_key in ('auth.refresh_token.reused', 'session.revoked')",
    );
    return rows;
  });

const identityToken = () =>
  fetch(`${whole.identity.issuers.labs}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: whole.identity.clients.demo.id,
      username: anna.email,
      password: anna.password,
    }),
  });

for (const [condition, begin] of [
  ['stands still', freezePart],
  ['is gone', killPart],
] as const)
  test.serial(`no login ends and no alarm is raised while PostgreSQL ${condition} for half a minute`, async (t) => {
    const chains: Chain[] = [];
    for (const api of [...apis, ...apis, ...apis]) chains.push({ api, token: (await login(api, anna)).refresh_token });
    const { access_token } = await login(apis[0], anna);
    const stop = new AbortController();
    const statuses = new Set<number>();
    const clients = chains.map((chain) => keepRefreshing(chain, stop.signal, statuses));
    await eventually(
      async () => statuses,
      (found) => found.has(200),
    );
    const since = performance.now();
    const outage = await begin(servers, 'postgres');
    while (performance.now() - since < outageMs) {
      await Promise.all([
        isUnavailable(t, 'listIndices', get(apis[0], access_token, '/indices')),
        isUnavailable(t, 'listBrands', get(apis[1], access_token, '/catalog/brands')),
        isUnavailable(t, 'loginUser', postJson(apis[0], '/auth/login', { email: anna.email, password: anna.password })),
        isUnavailable(t, 'token endpoint', identityToken()),
      ]);
      await pause(500);
    }
    stop.abort();
    await Promise.all(clients);
    await outage.back();
    await settled();
    await prolong(chains.map(({ token }) => token));
    for (const chain of chains) {
      const response = await eventually(
        () => refresh(chain),
        ({ status }) => status !== 503,
      );
      t.is(response.status, 200);
    }
    t.deepEqual([...statuses].sort(), [200, 503]);
    t.deepEqual(await alarms(), []);
    await login(apis[1], anna);
  });
