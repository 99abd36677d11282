// adapters/store/labs/quotas.ts: limits and what admitted instances take of them (decisions 22 and 234), and the audit log.
import { row, sql } from '../query.ts';
import type { Audit, Limits, QuotaScope, Quotas, Taken } from './port.ts';

export const quotas: Quotas = {
  // The one row of the installation is the lock.
  async lock(tx) {
    await tx.query(sql.unsafe`select from resource_quotas where scope = 'installation' for update`);
  },

  limits: (tx, { scope, subject }) =>
    tx.maybeOne(sql.type(row<Limits>())`
      select max_students as "maxStudents", max_active_labs as "maxActiveLabs", max_cpu_m as "maxCpuM", max_memory_mib as "maxMemoryMib",
        max_storage_gib as "maxStorageGib"
      from resource_quotas where scope = ${scope} and subject = ${subject}`),

  taken: (tx, scope, { instanceId, labId, members }) =>
    tx.one(sql.type(row<Taken>())`
      select
        (select count(*) from (
          select m.student_id from instances i join instance_members m using (instance_id) where i.admitted and i.instance_id <> ${instanceId} and ${of(scope)}
          union select unnest(${sql.array([...members], 'text')})) everybody)::int as students,
        (select count(*) from (select i.lab_id from instances i where i.admitted and i.instance_id <> ${instanceId} and ${of(scope)} union select ${labId}) every)::int as labs,
        count(*)::int as instances, coalesce(sum(i.cpu_m), 0)::int as "cpuM",
        coalesce(sum(i.memory_mib), 0)::int as "memoryMib", coalesce(sum(i.storage_gib), 0)::int as "storageGib",
        coalesce(sum(i.pods), 0)::int as pods, coalesce(sum(i.ports), 0)::int as ports
      from instances i where i.admitted and i.instance_id <> ${instanceId} and ${of(scope)}`),
};

function of({ scope, subject }: QuotaScope) {
  if (scope === 'installation') return sql.fragment`true`;
  if (scope === 'course') return sql.fragment`i.course_id = ${subject}`;
  return scope === 'student' ? sql.fragment`i.student_id = ${subject}` : sql.fragment`i.group_id = ${subject}`;
}

export const audit: Audit = {
  async add(tx, { actor, actorKind, action, outcome = 'done', details = {}, ...about }) {
    const { labId = null, instanceId = null, studentId = null, groupId = null, requestId = null, traceparent } = about;
    await tx.query(sql.unsafe`
      insert into audit_logs (actor, actor_kind, action, outcome, lab_id, instance_id, student_id, group_id, request_id, traceparent, details)
      values (${actor}, ${actorKind}, ${action}, ${outcome}, ${labId}, ${instanceId}, ${studentId}, ${groupId}, ${requestId},
        ${traceparent ?? null}, ${sql.jsonb(details)})`);
  },
};
