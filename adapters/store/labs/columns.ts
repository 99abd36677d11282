// The columns of instances, runs and archives under the names of the port.
import { sql } from '../query.ts';

/** Since when an instance runs, for its end (decision 22). */
export const age = sql.fragment`greatest(i.started_at, i.extended_at)`;
const isAnnounced = sql.fragment`i.wanted = 'running' and i.expiry_told_at >= ${age}`;

export const instanceColumns = sql.fragment`
  i.instance_id, i.lab_id, i.student_id, i.group_id, i.deployment_mode,
  i.name, i.course_id, i.config_revision, i.wanted, i.generation, i.restart_generation, i.settled_generation,
  i.status, i.volume, i.reason, i.advice, i.deadline_at, i.endpoints, i.announced, i.host_key_id,
  i.host_public_key, i.host_key_fingerprint, i.keep_days, i.keep_until,
  i.current_run as run_id, i.admitted, i.cpu_m, i.memory_mib, i.storage_gib, i.pods, i.ports,
  i.started_at, i.stopped_at, i.change_number as sequence, i.since, i.created_at,
  i.due_at, i.attempts, case when ${isAnnounced} then i.expiry_told_at + interval '1 day' end as ends_at`;

export const runColumns = sql.fragment`
  r.run_id, r.instance_id, r.number, r.deployment_id, r.restores, r.fresh,
  r.images, r.restore_begun_at, r.restored_at, r.running_at, r.stopped_at`;

export const archiveColumns = sql.fragment`
  r.run_id, r.archive_key as key, r.archive_version as version, r.archive_bytes as bytes, r.archive_entries as entries,
  r.archive_sha256 as sha256, r.archive_claim as claim, r.archived_at`;

/** As one JSON value, for rows that carry an archive beside their own columns. */
export const newestArchive = sql.fragment`(
  select jsonb_build_object('run_id', r.run_id, 'key', r.archive_key, 'version', r.archive_version, 'bytes', r.archive_bytes,
    'entries', r.archive_entries, 'sha256', r.archive_sha256, 'claim', r.archive_claim, 'archived_at', r.archived_at)
  from runs r where r.instance_id = i.instance_id and r.archived_at is not null order by r.archived_at desc limit 1)`;
