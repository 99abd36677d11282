// The list of labs: their statuses by one statement, and what else is shown of them from what this process has read of
// the same revision (decision 460).
import type { Lab } from '../../../generated/platform/types.ts';
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';
import type { Store } from '../database.ts';
import { sql } from '../query.ts';
import { attendedIn, summary, taughtIn, within } from './lab-scope.ts';
import type { LabQuery, LabScope, Labs } from './port.ts';

type Queries = Pick<Store, 'preparedRows'>;

export function labList(store: Queries): Labs['list'] {
  const facts = cachedFacts();
  return async (scope, query) => {
    const [listed] = await store.preparedRows<{ readonly labs: string | null }>(...statusStatement(scope, query));
    const known = (listed?.labs ?? '').split('\n').map((line) => (line === '' ? undefined : facts.of(line)));
    if (listed?.labs == null) return [];
    if (known.every((lab) => lab !== undefined)) return known;
    // One statement for all of them: the facts of a lab alone could be those of a revision that the caller does not see
    // any more.
    const labs = await readLabs(store, scope, query);
    for (const lab of labs) facts.set(lab);
    return labs;
  };
}

/** All of it by one statement, from the instances themselves. */
export const readLabs = (store: Queries, scope: LabScope, { course_id, after = '', limit }: LabQuery) =>
  store.preparedRows<Lab>(
    scope === 'every' ? 'every_lab' : 'labs_of_user',
    // What is shown of instances is added up once for the page, not for each lab.
    sql.unsafe`
      with page as materialized (
        select lab_id, name, description, course_id, version as revision, created_at, updated_at, ${taughtIn(scope)} as taught from labs
        where (${course_id ?? null}::uuid is null or course_id = ${course_id ?? null}) and lab_id collate "C" > ${after} and ${within(scope)}
        order by lab_id collate "C" limit ${limit})
      select lab_id, name, description, course_id, revision, coalesce(status, 'stopped') as status, created_at, updated_at
      from page left join (
        select lab_id, ${summary} as status from lab_instances of_lab join page using (lab_id)
        where taught or ${attendedIn(scope)} group by lab_id) summaries using (lab_id)
      order by lab_id collate "C"`,
  );

/**
 * A line for each lab, since a value for each column of each row is what costs most: its id, revision, time of that,
 * and status.
 */
function statusStatement(scope: LabScope, { course_id, after = '', limit }: LabQuery) {
  const student = scope === 'every' ? null : (scope.student?.student_id ?? null);
  const own = sql.fragment`left join (
    select lab_id, coalesce(${summary}, 'stopped') as own from lab_instances
    where members @> array[${student}]::text[] group by lab_id) attended using (lab_id)`;
  const taught = taughtIn(scope);
  const [name, status, attended, visible] =
    student === null
      ? [scope === 'every' ? 'statuses_every' : 'statuses_taught', counted, sql.fragment``, taught]
      : ([
          'statuses_of_user',
          sql.fragment`case when ${taught} then ${counted} else own end`,
          own,
          sql.fragment`(own is not null or ${taught})`,
        ] as const);
  const query = sql.unsafe`
    select string_agg(lab_id || ' ' || version || ' ' || floor(extract(epoch from updated_at) * 1000) || ' ' || status, e'\n'
      order by lab_id collate "C") as labs
    from (
      select lab_id, version, updated_at, ${status} as status
      from labs left join lab_instance_counts using (lab_id) ${attended}
      where (${course_id ?? null}::uuid is null or course_id = ${course_id ?? null}) and lab_id collate "C" > ${after} and ${visible}
      order by lab_id collate "C" limit ${limit}) listed`;
  return [name, query] as const;
}

/** The same order as in `summary`. */
const counted = sql.fragment`
  case
    when running > 0 then 'running'
    when starting > 0 then 'starting'
    when stopping > 0 then 'stopping'
    when failed > 0 then 'failed'
    else 'stopped'
  end`;

const mostBytes = 8 * 1024 * 1024;

/** What no instance changes: the same for everybody who sees the lab in this revision. */
function cachedFacts() {
  const cache = leastRecentlyUsed<{ readonly version: string; readonly lab: Lab }>(mostBytes);
  return {
    /** The lab of a line of the statement; undefined: this revision has not been read. */
    of(line: string): Lab | undefined {
      const [lab_id = '', revision, updatedMs, status] = line.split(' ');
      const known = cache.get(lab_id);
      if (known === undefined || known.version !== `${revision} ${updatedMs}`) return undefined;
      return known.lab.status === status ? known.lab : { ...known.lab, status: status as Lab['status'] };
    },
    set: (lab: Lab) =>
      cache.set(lab.lab_id, { version: `${lab.revision} ${Date.parse(lab.updated_at)}`, lab }, sizeOf(lab)),
  };
}

/** About what it takes in memory. */
const sizeOf = ({ name, description }: Lab): number => 600 + 2 * (name.length + description.length);
