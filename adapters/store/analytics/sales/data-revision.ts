// The number that names one state of the data of a scope, and what it is made of. Decision 120.

import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { aliasChanges } from './aliases.ts';
import type { DataRevision } from './port.ts';

export type Revision = {
  readonly dealer_id: DealerId;
  readonly revision: number;
  readonly data_as_of: Date | null;
  /** The current ones; as of a time, those of all revisions, among which they are searched. */
  readonly rows: number;
};

export const revisionsOf = (
  tx: Tx,
  dealers: readonly DealerId[],
  asOf: Date | undefined,
): Promise<readonly Revision[]> =>
  asOf === undefined
    ? tx.any(sql.type(row<Revision>())`
        select dealer_id, revision, data_as_of, rows_stored as "rows" from dealers where dealer_id = any(${texts(dealers)}) order by dealer_id`)
    : tx.any(sql.type(row<Revision>())`
        select dealer_id, max(revision) as revision, max(loaded_at) as data_as_of,
          (select sum(rows)::bigint from slices every_slice where every_slice.dealer_id = slices.dealer_id) as "rows"
        from slices where dealer_id = any(${texts(dealers)}) and loaded_at <= ${sql.timestamp(asOf)} group by dealer_id order by dealer_id`);

type Published = { readonly calendars: number; readonly read_at: Date };

/** How often calendars that the dealers can use were changed, which of them the dealers have, and their aliases. */
export const calendarVersions = (tx: Tx, dealers: readonly DealerId[], asOf: Date | undefined): Promise<Published> =>
  tx.one(sql.type(row<Published>())`
    select clock_timestamp() as read_at, (select count(*) - 1 from selling_calendars where restates_all and ${publishedBy(asOf)})
      + (select count(*) from restated_dealers where dealer_id = any(${texts(dealers)}) and ${publishedBy(asOf)})
      + (select coalesce(sum(newest - 1), 0)::bigint from (
          select max(version) as newest from dealer_calendars where dealer_id = any(${texts(dealers)}) and ${publishedBy(asOf)} group by dealer_id) as each
        ) + ${aliasChanges(dealers, asOf)} as calendars`);

export const publishedBy = (asOf: Date | undefined) =>
  asOf === undefined ? sql.fragment`true` : sql.fragment`published_at <= ${sql.timestamp(asOf)}`;

/** Every part only ever grows, so the sum names one state of the scope. */
export function dataRevisionOf(revisions: readonly Revision[], { calendars, read_at }: Published): DataRevision {
  const uploads = revisions.reduce((sum, { revision }) => sum + revision, 0);
  const times = revisions.flatMap(({ data_as_of }) => (data_as_of === null ? [] : [data_as_of.getTime()]));
  return {
    revision: uploads === 0 ? 0 : uploads + calendars,
    data_as_of: times.length === 0 ? null : new Date(Math.max(...times)),
    rows: revisions.reduce((sum, { rows }) => sum + rows, 0),
    read_at,
  };
}

const texts = (values: readonly string[]) => sql.array([...values], 'text');
