// Passwords of running labs that users have lost (table login_revocations).
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { LoginRevocation, LoginRevocations } from './port.ts';

export const loginRevocations = (store: Store): LoginRevocations => ({
  async add(tx: Tx, { student_id, course_id, requested_by }) {
    await tx.query(sql.unsafe`
      insert into login_revocations (instance_id, student_id, requested_by)
      select instance_id, ${student_id}, ${requested_by}::uuid from lab_instances
      where members @> array[${student_id}]::text[] and state not in ('stopped', 'failed')
        and (${course_id}::uuid is null or lab_id in (select lab_id from labs where labs.course_id = ${course_id}))`);
  },

  claim: (limit, leaseMs) =>
    store.any(sql.type(row<LoginRevocation>())`
      update login_revocations set attempts = attempts + 1, next_attempt_at = now() + ${leaseMs} * interval '1 ms'
      where revocation_id in (
        select revocation_id from login_revocations where next_attempt_at <= now()
        order by next_attempt_at for update skip locked limit ${limit})
      returning revocation_id, instance_id, student_id, requested_by`),

  async delete(revocation_id) {
    await store.query(sql.unsafe`delete from login_revocations where revocation_id = ${revocation_id}`);
  },
});
