// Which stored slices a file meets.
import type { Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { type EntryColumn, entriesOf, type Level } from './packed-entries.ts';
import type { SliceDates, StoredSlice } from './port.ts';

export const dates = (from: string, to: string) => sql.fragment`daterange(${from}::date, ${to}::date, '[]')`;

type Dates = Pick<SliceDates, 'dealer_id' | 'from' | 'to'>;

/**
 * Uploads that meet these dates, with those of theirs that no later file has replaced and nothing has deleted; what was
 * reverted is as if it had not been. Most were replaced as a whole by one later file, so that is asked first: a
 * dealer's thousand corrections of one month would otherwise be a million pairs. `offset 0` keeps the planner from
 * asking it last.
 */
const liveSlices = ({ dealer_id, from, to }: Dates) => sql.fragment`
  (select * from slices u where dealer_id = ${dealer_id} and kind = 'upload' and in_force
    and period_start <= ${to}::date and period_end >= ${from}::date
    and not exists (select from slices l where ${replaces(sql.fragment`u`)} and l.period_start <= u.period_start and l.period_end >= u.period_end) offset 0) s,
  lateral (
    select datemultirange(daterange(s.period_start, s.period_end, '[]')) - coalesce(
      (select range_agg(daterange(l.period_start, l.period_end, '[]')) from slices l
        where ${replaces(sql.fragment`s`)} and l.period_start <= s.period_end and l.period_end >= s.period_start), '{}') as dates) live`;

/** Whether the slice `l` replaces dates of this one. */
const replaces = (slice: ReturnType<typeof sql.fragment>) =>
  sql.fragment`l.dealer_id = ${slice}.dealer_id and l.revision > ${slice}.revision and l.in_force and l.kind <> 'reversal'`;

/**
 * From the packed sales `u`: the entries of these dates that no later revision has replaced. Packed rows of other years
 * are not unpacked.
 */
export const currentSales = (
  { dealer_id, from, to }: Dates,
  level: Level,
  columns: readonly EntryColumn[],
) => sql.fragment`
  from slices l cross join lateral ${entriesOf(
    sql.fragment`c.dealer_id = l.dealer_id and c.revision = l.revision and c.level = ${level}
      and c.year between extract(year from ${from}::date) and extract(year from ${to}::date)`,
    columns,
  )} u
  where l.dealer_id = ${dealer_id} and l.live_dates <> '{}' and l.live_dates && ${dates(from, to)}
    and u.period_start between ${from}::date and ${to}::date and l.live_dates @> u.period_start`;

/** Whether anything is stored for these dates, and a stored slice that they cut inside of a period. */
export async function storedOn(
  tx: Tx,
  file: Dates,
): Promise<{ readonly any: boolean; readonly cut: StoredSlice | null }> {
  const { from, to } = file;
  const found = await tx.any(sql.type(row<StoredSlice & { cut: boolean }>())`
    select s.period, s.period_type,
      (date_trunc(s.period_type, ${from}::date) <> ${from}::date and live.dates @> (${from}::date - 1))
        or (date_trunc(s.period_type, ${to}::date + 1) <> ${to}::date + 1 and live.dates @> (${to}::date + 1)) as cut
    from ${liveSlices(file)} where live.dates && ${dates(from, to)} order by s.revision desc`);
  return { any: found.length > 0, cut: found.find(({ cut }) => cut) ?? null };
}

/**
 * A stored slice of another period type that the file would replace in part, so that sales would count twice or be lost
 * (decision 4). Of a slice only counts what no later file has replaced.
 */
export const granularityConflict = (
  tx: Tx,
  { dealer_id, period_type, from, to }: SliceDates,
): Promise<StoredSlice | null> =>
  tx.maybeOne(sql.type(row<StoredSlice>())`
    select s.period, s.period_type
    from ${liveSlices({ dealer_id, from, to })}
    where s.period_type <> ${period_type}
      and live.dates && ${dates(from, to)} and not live.dates <@ ${dates(from, to)}
    order by s.revision desc limit 1`);

/** The newest revision that has any of these dates. */
export const replacedRevision = (tx: Tx, { dealer_id, from, to }: SliceDates): Promise<number | null> =>
  tx.oneFirst(sql.type(row<{ revision: number | null }>())`
    select max(revision) as revision from slices
    where dealer_id = ${dealer_id} and daterange(period_start, period_end, '[]') && ${dates(from, to)}`);
