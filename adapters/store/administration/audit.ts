// The event that each change by an administrator leaves, in its transaction.
import type { Tx } from '../database.ts';
import { sql } from '../query.ts';
import type { By } from './port.ts';

type Details = Parameters<typeof sql.jsonb>[0];

export async function audit(
  tx: Tx,
  action: string,
  dealer_id: string | null,
  subject: string,
  by: By,
  details: Details,
): Promise<void> {
  await tx.query(sql.unsafe`
    insert into audit_events (dealer_id, principal, action, subject, request_id, details)
    values (${dealer_id}, ${by.principal}, ${action}, ${subject}, ${by.requestId}, ${sql.jsonb(details)})`);
}
