// The columns of instances, runs and archives under the names of the port.
import { type Columns, columnsOf } from '../columns.ts';
import { sql } from '../query.ts';
import type { ArchiveRow, InstanceRow, RunRow, ShownInstance } from './port.ts';

/** Since when an instance runs, for its end (decision 22). */
export const age = sql.fragment`greatest(i.started_at, i.extended_at)`;
const isAnnounced = sql.fragment`i.desired = 'running' and i.expiry_announced_at >= ${age}`;

/** Columns of instances, as i, that are shown as they are stored. */
export const sharedColumns = {
  instance_id: true,
  name: true,
  lab_id: true,
  config_revision: true,
  course_id: true,
  deployment_mode: true,
  student_id: true,
  group_id: true,
  run_id: true,
  generation: true,
  sequence: true,
  state: true,
  volume: true,
  reason: true,
  advice: true,
  since: true,
  deadline_at: true,
  keep_until: true,
  ends_at: sql.fragment`case when ${isAnnounced} then i.expiry_announced_at + interval '1 day' end`,
} as const satisfies Columns<Omit<ShownInstance, 'members' | 'address' | 'archive'>>;

/** What is written beside what is shown. */
export const changingColumns = {
  desired: true,
  restart_generation: true,
  settled_generation: true,
  endpoints: true,
  former_ports: true,
  announced: true,
  host_key_id: true,
  host_public_key: true,
  host_key_fingerprint: true,
  keep_days: true,
  admitted: true,
  cpu_m: true,
  memory_mib: true,
  storage_gib: true,
  pods: true,
  ports: true,
  started_at: true,
  stopped_at: true,
} as const satisfies Partial<Columns<InstanceRow>>;

export const instanceColumns = columnsOf<InstanceRow>('i', {
  ...sharedColumns,
  ...changingColumns,
  created_at: true,
  due_at: true,
  attempts: true,
});

/** The column says what a run began with. */
export const homeKept = sql.fragment`(r.home_kept or r.running_at is not null)`;

/** Columns of runs, as r. */
export const runColumns = columnsOf<RunRow>('r', {
  run_id: true,
  instance_id: true,
  number: true,
  deployment_id: true,
  restores: true,
  fresh: true,
  images: true,
  restore_begun_at: true,
  restored_at: true,
  running_at: true,
  stopped_at: true,
  home_kept: homeKept,
});

export const archiveColumns = columnsOf<ArchiveRow>('r', {
  run_id: true,
  object: sql.fragment`r.archive_key`,
  version_id: sql.fragment`r.archive_version`,
  size_bytes: sql.fragment`r.archive_bytes`,
  entries: sql.fragment`r.archive_entries`,
  sha256: sql.fragment`r.archive_sha256`,
  archived_at: true,
  claim: sql.fragment`r.archive_claim`,
});
