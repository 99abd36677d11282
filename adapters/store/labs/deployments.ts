// Accepted calls and what they answered for each student or group.

import { columnsOf, type Fragment } from '../columns.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { Deployments, ShownDeployment } from './port.ts';

export const deployments = (store: Store): Deployments => ({
  get: async (deployment_id) => (await read(store, sql.fragment`where d.deployment_id = ${deployment_id}`))[0] ?? null,

  list: ({ lab_id = null, limit, after }) => {
    const [at, id] = after === undefined ? [null, null] : JSON.parse(after);
    return read(
      store,
      sql.fragment`
        where (${lab_id}::text is null or d.lab_id = ${lab_id})
          and (${at}::text is null or (d.created_at, d.deployment_id) < (${at}::timestamptz, ${id}::uuid))
        order by d.created_at desc, d.deployment_id desc limit ${limit}`,
    );
  },

  async add(tx: Tx, { deployment_id, kind, lab_id, config_revision, deployment_mode, course_id, requested_by }) {
    await tx.query(sql.unsafe`
      insert into lab_deployments (deployment_id, kind, lab_id, config_revision, deployment_mode, course_id, requested_by, created_at)
      values (${deployment_id}, ${kind}, ${lab_id}, ${config_revision}, ${deployment_mode}, ${course_id}, ${requested_by}, ${instant})`);
  },

  async answer(tx: Tx, deployment_id, results) {
    const students = results.flatMap(({ student_id }) => student_id ?? []);
    const groups = results.flatMap(({ group_id }) => group_id ?? []);
    const waits = results.some(({ generation }) => generation !== null);
    await tx.query(sql.unsafe`
      update lab_deployments set student_ids = ${sql.array(students, 'text')}, group_ids = ${sql.array(groups, 'text')},
        finished_at = ${waits ? sql.fragment`null` : sql.fragment`created_at`}
      where deployment_id = ${deployment_id}`);
    await tx.query(sql.unsafe`
      insert into deployment_results (deployment_id, position, student_id, group_id, outcome, instance_id, generation, reason, advice)
      select ${deployment_id}::uuid, position, each.student_id, each.group_id, each.outcome, each.instance_id, each.generation, each.reason, each.advice
      from rows from (jsonb_to_recordset(${sql.jsonb(results as never)}) as (student_id text, group_id text, outcome text, instance_id uuid,
        generation bigint, reason text, advice text)) with ordinality as each (student_id, group_id, outcome, instance_id, generation, reason, advice, position)`);
    const [added] = await read(tx, sql.fragment`where d.deployment_id = ${deployment_id}`);
    if (added === undefined) throw new Error(`there is no deployment ${deployment_id}`);
    return added;
  },

  async finish(tx: Tx, instance_id) {
    await tx.query(sql.unsafe`
      update lab_deployments d set finished_at = ${instant}
      where d.finished_at is null
        and d.deployment_id in (select deployment_id from deployment_results where instance_id = ${instance_id})
        and not exists (
          select from deployment_results r join instances i using (instance_id)
          where r.deployment_id = d.deployment_id and i.settled_generation < r.generation)`);
  },
});

const instant = sql.fragment`date_trunc('milliseconds', clock_timestamp())`;

/** The reason of a refusal stays; that of an instance is the present one. */
const results = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object('student_id', r.student_id, 'group_id', r.group_id, 'outcome', r.outcome,
    'instance_id', r.instance_id, 'state', i.state, 'reason', coalesce(r.reason, i.reason), 'advice', coalesce(r.advice, i.advice))
    order by r.position), '[]')
  from deployment_results r left join instances i using (instance_id) where r.deployment_id = d.deployment_id)`;

const columns = columnsOf<ShownDeployment>('d', {
  deployment_id: true,
  kind: true,
  lab_id: true,
  config_revision: true,
  deployment_mode: true,
  course_id: true,
  created_at: true,
  finished_at: true,
  results,
});

const read = (tx: Tx, which: Fragment): Promise<readonly ShownDeployment[]> =>
  tx.any(sql.type(row<ShownDeployment>())`select ${columns} from lab_deployments d ${which}`);
