// The audit log of the platform and of the infrastructure (table audit_logs; decisions 235 and 254).
import type { Tx } from './database.ts';
import type { Actor, Audit, AuditEntry } from './port.ts';
import { sql } from './query.ts';

export const audit: Audit = {
  async add(tx: Tx, { actor, actor_kind, service, action, outcome = 'done', details = {}, ...about }) {
    const {
      lab_id = null,
      instance_id = null,
      student_id = null,
      group_id = null,
      requestId = null,
      traceparent,
    } = about;
    await tx.query(sql.unsafe`
      insert into audit_logs (actor, actor_kind, service, action, outcome, lab_id, instance_id, student_id, group_id, request_id, traceparent,
        details)
      values (${actor}, ${actor_kind}, ${service}, ${action}, ${outcome}, ${lab_id}, ${instance_id}, ${student_id}, ${group_id}, ${requestId},
        ${traceparent ?? null}, ${sql.jsonb(details)})`);
  },
};

type About = Pick<AuditEntry, 'lab_id' | 'student_id' | 'details'>;

/** What a user changes on the platform. */
export const auditUser = (tx: Tx, action: string, by: Actor, about: About): Promise<void> => {
  const { user_id, requestId, traceparent } = by;
  return audit.add(tx, {
    actor: user_id,
    actor_kind: 'user',
    service: 'platform',
    action,
    requestId,
    traceparent,
    ...about,
  });
};
