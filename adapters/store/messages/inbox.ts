// The table inbox: which messages a consumer has taken in, and how often it tried.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { Inbox } from './port.ts';

export const inbox = (store: Store): Inbox => ({
  apply: (tx: Tx, consumer, messageId) =>
    tx
      .maybeOneFirst(sql.type(row<{ applied: boolean }>())`
        insert into inbox (consumer, message_id, attempts, done_at) values (${consumer}, ${messageId}, 1, clock_timestamp())
        on conflict (consumer, message_id) do update set done_at = excluded.done_at where inbox.done_at is null
        returning true as applied`)
      .then((applied) => applied === true),

  count: (consumer, messageId, first) =>
    store.one(sql.type(row<{ attempts: number; done: boolean }>())`
      insert into inbox (consumer, message_id, attempts) values (${consumer}, ${messageId}, ${first})
      on conflict (consumer, message_id) do update set attempts = inbox.attempts + 1
      returning attempts, done_at is not null as done`),

  async forget(consumer, messageId) {
    await store.query(
      sql.unsafe`delete from inbox where consumer = ${consumer} and message_id = ${messageId} and done_at is null`,
    );
  },

  async sweep(olderThanMs, limit) {
    const { rowCount } = await store.query(sql.unsafe`
      delete from inbox where (consumer, message_id) in (
        select consumer, message_id from inbox
        where done_at < ${before(olderThanMs)} or (done_at is null and received_at < ${before(olderThanMs)})
        limit ${limit} for update skip locked)`);
    return rowCount;
  },
});

const before = (ms: number) => sql.fragment`clock_timestamp() - ${ms} * interval '1 millisecond'`;
