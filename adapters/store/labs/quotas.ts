// Limits and what admitted instances take of them (decisions 22 and 234).
import type { Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { Holder, Limits, QuotaScope, Quotas } from './port.ts';

const holder = sql.fragment`
  i.instance_id, i.lab_id, i.student_id, i.group_id, i.course_id,
  i.cpu_m, i.memory_mib, i.storage_gib, i.pods, i.ports,
  array(select student_id from instance_members m where m.instance_id = i.instance_id) as members`;

export const quotas: Quotas = {
  // The one row of the installation is the lock.
  async lock(tx: Tx) {
    await tx.query(sql.unsafe`select from resource_quotas where scope = 'installation' for update`);
  },

  limits: (tx: Tx, subjects) =>
    tx.any(sql.type(row<QuotaScope & Limits>())`
      select scope, subject, max_students, max_active_labs, max_cpu_m,
        max_memory_mib, max_storage_gib
      from resource_quotas where scope = 'installation' or subject = any(${sql.array([...subjects], 'text')})`),

  admitted: (tx: Tx) => tx.any(sql.type(row<Holder>())`select ${holder} from instances i where i.admitted`),

  waiting: (tx: Tx) =>
    tx.any(sql.type(row<Holder>())`
      select ${holder} from instances i
      where i.desired = 'running' and not i.admitted and i.state in ('queued', 'waiting_quota')
      order by i.started_at, i.instance_id`),
};
