// Which process may do a piece of work at present, in the table `leases`.
import type { Store, Tx } from './database.ts';
import type { Lease, Leases } from './port.ts';
import { row, sql } from './query.ts';

/** The holder was overtaken; what it was about to write must not be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  readonly kind = 'lease-lost';

  constructor({ name, fence }: Lease) {
    super(`Lease ${name} is no longer held with fence ${fence}.`);
  }
}

// clock_timestamp(): now() is when the transaction began, which may be before a long wait for the row.
const until = (ms: number) => sql.fragment`clock_timestamp() + ${ms} * interval '1 millisecond'`;

export const leases = (store: Store): Leases => ({
  async claim(name, holder, ttlMs) {
    // Waits for a fenced write in progress (hold), but only where the lease may be taken at all. One statement, since
    // each round of the worker begins with it.
    const fence = await store.maybeOneFirst(sql.type(row<{ fence: number }>())`
      with free as materialized (
        select from leases where name = ${name} and (expires_at <= clock_timestamp() or holder = ${holder}) for update)
      insert into leases (name, holder, fence, expires_at)
      select ${name}, ${holder}, 1, ${until(ttlMs)} where (select count(*) from free) >= 0
      on conflict (name) do update set holder = excluded.holder, fence = leases.fence + 1, expires_at = excluded.expires_at
      where leases.expires_at <= clock_timestamp() or leases.holder = excluded.holder
      returning fence`);
    return fence === null ? null : { name, holder, fence };
  },

  async renew(lease, ttlMs) {
    const { rowCount } = await store.query(sql.unsafe`
      update leases set expires_at = ${until(ttlMs)} where ${latest(lease)}`);
    return rowCount === 1;
  },

  async release(lease) {
    await store.query(sql.unsafe`update leases set expires_at = clock_timestamp() where ${held(lease)}`);
  },

  hold,
});

/**
 * The lock makes a claim wait until `tx` ends, so no other holder takes over between this check and the commit; a
 * heartbeat passes it.
 */
export async function hold(tx: Tx, lease: Lease): Promise<void> {
  if (!(await tx.exists(sql.unsafe`${holding(lease)}`))) throw new LeaseLost(lease);
}

/**
 * The same for a lease that ran out, as long as no one has claimed it since: its holder was only slow. The fence shows
 * that no other holder has written, and the lock makes a claim wait until `tx` ends. Decision 608.
 */
export async function holdUnclaimed(tx: Tx, lease: Lease): Promise<void> {
  if (!(await tx.exists(sql.unsafe`select from leases where ${latest(lease)} for key share`)))
    throw new LeaseLost(lease);
}

/** The same within a single statement: a row if the lease is held. */
export const holding = (lease: Lease) => sql.fragment`select 1 from leases where ${held(lease)} for key share`;

/** No other holder has claimed it since, so one that ran out may go on. */
const latest = ({ name, holder, fence }: Lease) =>
  sql.fragment`name = ${name} and holder = ${holder} and fence = ${fence}`;

// A lease that ran out is lost even if no one has claimed it: the holder cannot trust its clock for that.
const held = (lease: Lease) => sql.fragment`${latest(lease)} and expires_at > clock_timestamp()`;
