// The columns of lab_instances and lab_notices: what browsers are sent, what lists show beside it, and what the copy keeps beside that.
import { type Columns, columnsOf } from '../columns.ts';
import type { CopiedInstance, InstanceRow, LiveRow, NoticeRow } from './port.ts';

const live = {
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
} as const satisfies Columns<LiveRow>;

const shown = { ...live, members: true, keep_until: true } as const satisfies Columns<InstanceRow>;

export const copiedColumns = { ...shown, run_id: true, generation: true } as const satisfies Columns<CopiedInstance>;

export const liveColumns = columnsOf<LiveRow>('lab_instances', live);
export const shownColumns = columnsOf<InstanceRow>('lab_instances', shown);

export const noticeColumns = columnsOf<NoticeRow>('lab_notices', {
  notice_id: true,
  kind: true,
  lab_id: true,
  instance_id: true,
  message: true,
  advice: true,
  due_at: true,
  occurred_at: true,
});
