// The columns of instances, runs and archives under the names of the port.
import { sql } from '../query.ts';

/** Since when an instance runs, for its end (decision 22). */
export const age = sql.fragment`greatest(i.started_at, i.extended_at)`;
const isAnnounced = sql.fragment`i.wanted = 'running' and i.expiry_told_at >= ${age}`;

export const instanceColumns = sql.fragment`
  i.instance_id as "instanceId", i.lab_id as "labId", i.student_id as "studentId", i.group_id as "groupId", i.deployment_mode as "deploymentMode",
  i.name, i.course_id as "courseId", i.config_revision as "configRevision", i.wanted, i.generation, i.restart_generation as "restartGeneration", i.settled_generation as "settledGeneration",
  i.status, i.volume, i.reason, i.advice, i.deadline_at as "deadlineAt", i.endpoints, i.announced, i.host_key_id as "hostKeyId",
  i.host_public_key as "hostPublicKey", i.host_key_fingerprint as "hostKeyFingerprint", i.keep_days as "keepDays", i.keep_until as "keepUntil",
  i.current_run as "runId", i.admitted, i.cpu_m as "cpuM", i.memory_mib as "memoryMib", i.storage_gib as "storageGib", i.pods, i.ports,
  i.started_at as "startedAt", i.stopped_at as "stoppedAt", i.change_number as sequence, i.since, i.created_at as "createdAt",
  i.due_at as "dueAt", i.attempts, case when ${isAnnounced} then i.expiry_told_at + interval '1 day' end as "endsAt"`;

export const runColumns = sql.fragment`
  r.run_id as "runId", r.instance_id as "instanceId", r.number, r.deployment_id as "deploymentId", r.restores, r.fresh,
  r.images, r.restore_begun_at as "restoreBegunAt", r.restored_at as "restoredAt", r.running_at as "runningAt", r.stopped_at as "stoppedAt"`;

export const archiveColumns = sql.fragment`
  r.run_id as "runId", r.archive_key as key, r.archive_version as version, r.archive_bytes as bytes, r.archive_entries as entries,
  r.archive_sha256 as sha256, r.archive_claim as claim, r.archived_at as "archivedAt"`;

/** As one JSON value, for rows that carry an archive beside their own columns. */
export const newestArchive = sql.fragment`(
  select jsonb_build_object('runId', r.run_id, 'key', r.archive_key, 'version', r.archive_version, 'bytes', r.archive_bytes,
    'entries', r.archive_entries, 'sha256', r.archive_sha256, 'claim', r.archive_claim, 'archivedAt', r.archived_at)
  from runs r where r.instance_id = i.instance_id and r.archived_at is not null order by r.archived_at desc limit 1)`;
