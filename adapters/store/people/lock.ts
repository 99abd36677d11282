// What makes changes of the table users wait for each other.
import type { Tx } from '../database.ts';
import { sql } from '../query.ts';

/**
 * One transaction at a time: two first requests of a person find one row, and two people never the same free
 * student_id.
 */
export const lockUsers = (tx: Tx) => tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('covenant users'))`);
