// The starts of instances and the archives that they left (decision 17).
import type { Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { archiveColumns, homeKept, runColumns } from './columns.ts';
import type { ArchiveRow, RunRow, Runs } from './port.ts';

export const runs: Runs = {
  async add(tx: Tx, { run_id, instance_id, deployment_id, restores, fresh }) {
    await tx.query(sql.unsafe`
      with before as (update runs set outcome = 'replaced' where instance_id = ${instance_id} and outcome is null)
      insert into runs (run_id, instance_id, deployment_id, restores, fresh, number, restore_begun_at, home_kept)
      select ${run_id}::uuid, ${instance_id}::uuid, ${deployment_id}::uuid, ${restores}::uuid, ${fresh}, coalesce(max(number), 0) + 1,
        -- What an unfinished restore left in the claim is no more the student's files for this run than it was for that one.
        (select case when restored_at is null then restore_begun_at end from runs where instance_id = ${instance_id} order by number desc limit 1),
        coalesce((select ${homeKept} from runs r where instance_id = ${instance_id} order by number desc limit 1), false)
      from runs where instance_id = ${instance_id}`);
  },

  get: (tx: Tx, run_id) =>
    tx.maybeOne(sql.type(row<RunRow>())`select ${runColumns} from runs r where r.run_id = ${run_id}`),

  archive: (tx: Tx, instance_id, run_id) =>
    run_id === undefined
      ? newestArchiveOf(tx, instance_id)
      : tx.maybeOne(sql.type(row<ArchiveRow>())`
          select ${archiveColumns} from runs r
          where r.instance_id = ${instance_id} and r.run_id = ${run_id} and r.archived_at is not null`),

  async archived(tx: Tx, { run_id, object, version_id, size_bytes, entries, sha256, claim, archived_at }) {
    await tx.query(sql.unsafe`
      update runs set archive_key = ${object}, archive_version = ${version_id}, archive_bytes = ${size_bytes}, archive_entries = ${entries},
        archive_sha256 = ${sha256}, archive_claim = ${claim}, archived_at = ${archived_at.toISOString()}::timestamptz
      where run_id = ${run_id}`);
  },

  pinned: (tx: Tx, run_id, images) => stamp(tx, run_id, sql.fragment`images = ${sql.jsonb(images)}`),
  running: (tx: Tx, run_id) => stamp(tx, run_id, sql.fragment`running_at = coalesce(running_at, clock_timestamp())`),
  restoreBegun: (tx: Tx, run_id, begun) =>
    stamp(
      tx,
      run_id,
      begun ? sql.fragment`restore_begun_at = clock_timestamp()` : sql.fragment`restore_begun_at = null`,
    ),
  restored: (tx: Tx, run_id, from) =>
    stamp(
      tx,
      run_id,
      sql.fragment`restored_at = clock_timestamp(), home_kept = (select ${homeKept} from runs r where r.run_id = ${from})`,
    ),
  homeKept: (tx: Tx, run_id, home_kept) => stamp(tx, run_id, sql.fragment`home_kept = ${home_kept}`),
  ended: (tx: Tx, run_id, outcome) =>
    stamp(tx, run_id, sql.fragment`outcome = ${outcome}, stopped_at = coalesce(stopped_at, clock_timestamp())`),
};

const newestArchiveOf = (tx: Tx, instance_id: string): Promise<ArchiveRow | null> =>
  tx.maybeOne(sql.type(row<ArchiveRow>())`
    select ${archiveColumns} from runs r
    where r.instance_id = ${instance_id} and r.archived_at is not null order by r.number desc limit 1`);

async function stamp(tx: Tx, run_id: string, what: ReturnType<typeof sql.fragment>): Promise<void> {
  await tx.query(sql.unsafe`update runs set ${what} where run_id = ${run_id}`);
}
