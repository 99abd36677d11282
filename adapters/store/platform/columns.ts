// The columns of lab_instances and lab_notices: what browsers are sent, what lists show beside it, and what the copy
// keeps beside that.
import { type Columns, columnsOf } from '../columns.ts';
import { sql } from '../query.ts';
import type { CopiedInstance, InstanceRow, LiveRow, NoticeRow, StudentName } from './port.ts';

const stored = {
  instance_id: true,
  lab_id: true,
  student_id: true,
  group_id: true,
  state: true,
  volume: true,
  reason: true,
  advice: true,
  since: true,
  ends_at: true,
  sequence: true,
} as const satisfies Columns<Omit<LiveRow, StudentName>>;

/** The names of the row's student; the infrastructure knows no names. */
const names = (table: 'lab_instances' | 'lab_notices'): Columns<Pick<LiveRow, StudentName>> => {
  const of = (column: StudentName) => sql.fragment`(
    select users.${sql.identifier([column])} from users where users.student_id = ${sql.identifier([table, 'student_id'])})`;
  return { username: of('username'), display_name: of('display_name') };
};

const live = { ...stored, ...names('lab_instances') } as const satisfies Columns<LiveRow>;
const shown = { ...live, members: true, keep_until: true } as const satisfies Columns<InstanceRow>;

export const copiedColumns = {
  ...stored,
  members: true,
  keep_until: true,
  run_id: true,
  generation: true,
} as const satisfies Columns<CopiedInstance>;

export const liveColumns = columnsOf<LiveRow>('lab_instances', live);
export const shownColumns = columnsOf<InstanceRow>('lab_instances', shown);

export const noticeColumns = columnsOf<NoticeRow>('lab_notices', {
  notice_id: true,
  kind: true,
  lab_id: true,
  instance_id: true,
  student_id: true,
  ...names('lab_notices'),
  message: true,
  advice: true,
  due_at: true,
  occurred_at: true,
});
