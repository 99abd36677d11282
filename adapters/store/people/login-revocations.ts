// Passwords of labs that users have lost (table login_revocations).
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { LoginRevocation, LoginRevocations } from './port.ts';

const longestBackOffMs = 5 * 60_000;

export const loginRevocations = (store: Store): LoginRevocations => ({
  async add(tx: Tx, { student_id, requested_by }) {
    await tx.query(sql.unsafe`
      insert into login_revocations (instance_id, student_id, requested_by)
      select instance_id, ${student_id}, ${requested_by}::uuid from lab_instances
      where members @> array[${student_id}]::text[]`);
  },

  claim: (limit, leaseMs) =>
    store.any(sql.type(row<LoginRevocation>())`
      update login_revocations set attempts = attempts + 1,
        next_attempt_at = now() + least(${leaseMs} * power(2, least(attempts, 10)), ${longestBackOffMs}) * interval '1 ms'
      where revocation_id in (
        select revocation_id from login_revocations where next_attempt_at <= now()
        order by next_attempt_at for update skip locked limit ${limit})
      returning revocation_id, instance_id, student_id, requested_by, attempts`),

  async delete(revocation_id) {
    await store.query(sql.unsafe`delete from login_revocations where revocation_id = ${revocation_id}`);
  },
});

/**
 * For members of these instances who are disabled. The lock waits for one who is being disabled now, so that either
 * this statement or that change finds the other. Requested by the owner of the lab, since no request did it.
 */
export const revokeDisabled = (tx: Tx, instance_ids: readonly string[]) =>
  tx.query(sql.unsafe`
    with members as (
      select user_id, student_id, enabled from users
      where student_id = any(array(
        select unnest(members) from lab_instances where instance_id = any(${sql.array([...instance_ids], 'uuid')})))
      order by user_id for share)
    insert into login_revocations (instance_id, student_id, requested_by)
    select i.instance_id, m.student_id, coalesce(labs.owner_id, m.user_id)
    from lab_instances i join members m on m.student_id = any(i.members) left join labs using (lab_id)
    where i.instance_id = any(${sql.array([...instance_ids], 'uuid')}) and not m.enabled`);
