// Entries of the audit log about courses and what is in them (table audit_logs).
import type { Tx } from '../../database.ts';
import { sql } from '../../query.ts';
import type { Actor } from './port.ts';

type Details = Parameters<typeof sql.jsonb>[0];

/** In the transaction of the change. */
export async function audit(tx: Tx, action: string, by: Actor, details: Details): Promise<void> {
  await tx.query(sql.unsafe`
    insert into audit_logs (actor, actor_kind, service, action, request_id, traceparent, details)
    values (${by.user_id}, 'user', 'platform', ${action}, ${by.requestId}, ${by.traceparent ?? null}, ${sql.jsonb(details)})`);
}
