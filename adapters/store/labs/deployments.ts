// Accepted calls and what they answered for each student or group.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { DeploymentFacts, DeploymentRow, Deployments, ResultRow, ShownResult } from './port.ts';

export const deployments = (store: Store): Deployments => ({
  get: async (deploymentId) => (await read(store, sql.fragment`where d.deployment_id = ${deploymentId}`))[0] ?? null,

  list: ({ labId = null, limit, after }) => {
    const [at, id] = after === undefined ? [null, null] : JSON.parse(after);
    return read(
      store,
      sql.fragment`
        where (${labId}::text is null or d.lab_id = ${labId})
          and (${at}::text is null or (d.created_at, d.deployment_id) < (${at}::timestamptz, ${id}::uuid))
        order by d.created_at desc, d.deployment_id desc limit ${limit}`,
    );
  },

  async add(tx: Tx, { deploymentId, kind, labId, configRevision, deploymentMode, courseId, requestedBy }) {
    await tx.query(sql.unsafe`
      insert into lab_deployments (deployment_id, kind, lab_id, config_revision, deployment_mode, course_id, requested_by, created_at)
      values (${deploymentId}, ${kind}, ${labId}, ${configRevision}, ${deploymentMode}, ${courseId}, ${requestedBy}, ${instant})`);
  },

  async answer(tx: Tx, deploymentId, results) {
    const students = results.flatMap(({ studentId }) => studentId ?? []);
    const groups = results.flatMap(({ groupId }) => groupId ?? []);
    const waits = results.some(({ generation }) => generation !== null);
    await tx.query(sql.unsafe`
      update lab_deployments set student_ids = ${sql.array(students, 'text')}, group_ids = ${sql.array(groups, 'text')},
        finished_at = ${waits ? sql.fragment`null` : sql.fragment`created_at`}
      where deployment_id = ${deploymentId}`);
    await tx.query(sql.unsafe`
      insert into deployment_results (deployment_id, position, student_id, group_id, outcome, instance_id, generation, reason, advice)
      select ${deploymentId}::uuid, position, each."studentId", each."groupId", each.outcome, each."instanceId", each.generation, each.reason, each.advice
      from rows from (jsonb_to_recordset(${sql.jsonb(results as never)}) as ("studentId" text, "groupId" text, outcome text, "instanceId" uuid,
        generation bigint, reason text, advice text)) with ordinality as each ("studentId", "groupId", outcome, "instanceId", generation, reason, advice, position)`);
    const [added] = await read(tx, sql.fragment`where d.deployment_id = ${deploymentId}`);
    if (added === undefined) throw new Error(`there is no deployment ${deploymentId}`);
    return added;
  },

  async finish(tx: Tx, instanceId) {
    await tx.query(sql.unsafe`
      update lab_deployments d set finished_at = ${instant}
      where d.finished_at is null
        and d.deployment_id in (select deployment_id from deployment_results where instance_id = ${instanceId})
        and not exists (
          select from deployment_results r join instances i using (instance_id)
          where r.deployment_id = d.deployment_id and i.settled_generation < r.generation)`);
  },
});

const instant = sql.fragment`date_trunc('milliseconds', clock_timestamp())`;

type Read = DeploymentRow & { readonly results: readonly (ResultRow & ShownResult)[] };

/** The reason of a refusal stays; that of an instance is the present one. */
async function read(tx: Tx, which: ReturnType<typeof sql.fragment>): Promise<readonly DeploymentFacts[]> {
  const found = await tx.any(sql.type(row<Read>())`
    select d.deployment_id as "deploymentId", d.kind, d.lab_id as "labId", d.config_revision as "configRevision",
      d.deployment_mode as "deploymentMode", d.course_id as "courseId", d.created_at as "createdAt", d.finished_at as "finishedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('studentId', r.student_id, 'groupId', r.group_id, 'outcome', r.outcome,
        'instanceId', r.instance_id, 'generation', r.generation, 'state', i.status, 'reason', coalesce(r.reason, i.reason),
        'advice', coalesce(r.advice, i.advice)) order by r.position), '[]')
      from deployment_results r left join instances i using (instance_id) where r.deployment_id = d.deployment_id) as results
    from lab_deployments d ${which}`);
  return found.map(({ results, ...deployment }) => ({ deployment, results }));
}
