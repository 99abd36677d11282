// The index values that a dry run would change: the indices as they are, beside those with its sums in place of the
// slice. Decision 336.
import { isDeepStrictEqual } from 'node:util';
import type { JobRow, Uploads } from '../../../adapters/store/analytics/port.ts';
import type { FiguresPreview, Sales, SalesFigures } from '../../../adapters/store/analytics/sales/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId, IndexItem, JobChange } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Caller, Handlers } from '../caller.ts';
import { seriesOf } from '../indices/figures.ts';
import { groupId, seriesByGroup } from '../indices/groups.ts';
import { filterOf, itemsOf } from '../indices/indices.ts';
import { type Day, dayAt } from '../indices/period.ts';
import { contradiction } from '../reads/contradictory-parameter.ts';
import { foldedFilters } from '../reads/filters.ts';
import type { HeavyReads } from '../reads/heavy-reads.ts';
import { readingOf } from '../reads/read-scope.ts';
import { noSuchJob } from './job-errors.ts';
import { jobScope } from './job-scope.ts';

type Deps = {
  readonly uploads: Pick<Uploads, 'job'>;
  readonly sales: Pick<Sales, 'preview'>;
  readonly heavyReads: HeavyReads;
  readonly clock: Clock;
};

type Query = Parameters<Handlers['listJobChanges']>[0]['query'];
type Shape = { readonly period_type: Query['period_type']; readonly group_by?: Query['group_by'] | undefined };

const narrowing = ['dealer_id', 'brand_id', 'region_id'] as const;

export const jobChanges = ({ uploads, sales, heavyReads, clock }: Deps) =>
  ({
    async listJobChanges({ caller, path: { id }, query: asked, page: { after = '' }, signal }) {
      const query = foldedFilters(asked);
      const now = clock.now();
      const reading = readingOf('listJobChanges', caller, query, now);
      if (reading.kind === 'refused') return reading.refusal;
      const job = await uploads.job(id, jobScope(caller));
      if (job === null) return noSuchJob();
      const { dealer_id, ...others } = query;
      const own = dealerReading(caller, job, others, now);
      if (own.kind === 'refused') return own.refusal;
      if (dealer_id !== undefined && !dealer_id.includes(job.dealer_id))
        return contradiction('dealer_id', dealer_id.join(','), `must include ${job.dealer_id}, the dealer of the job`);
      if (job.sums_kept === null) return problems.notFound({ detail: whyNone(job) });
      const { scope, shownScope } = reading;
      const { rows } = caller.state.revision(scope.map(({ dealer_id }) => dealer_id));
      const filter = { ...filterOf(query, undefined), ...(query.group_by === 'brand' ? { by: query.group_by } : {}) };
      const read = await heavyReads.sums(
        { scope, dataRevision: { rows: rows + job.sums_kept }, query, narrowing },
        () => sales.preview(scope, filter, job, signal),
        signal,
      );
      if (read.kind === 'refused') return read.refusal;
      const preview = read.value;
      if (preview === 'forgotten') return problems.notFound({ detail: notKept });
      if (preview === 'outdated') return problems.conflict({ detail: outdated });
      const { revision } = preview.before.dataRevision;
      return {
        status: 200,
        rows: changesOf(query, preview, { today: dayAt(now), after }),
        key: keyOf(query.group_by),
        body: { meta: { scope: shownScope, period_type: query.period_type, revision } },
      };
    },
  }) satisfies Pick<Handlers, 'listJobChanges'>;

/** With the grants for the dealer of the job alone: a caller who cannot read it learns nothing from other rights. */
export const dealerReading = (
  caller: Caller,
  { dealer_id }: Pick<JobRow, 'dealer_id'>,
  filters: Parameters<typeof readingOf>[2],
  now: Date,
) => readingOf('listJobChanges', callerOf(caller, dealer_id), filters, now);

function callerOf(caller: Caller, dealer_id: DealerId): Caller {
  const { dealers, uploads } = caller.scope;
  const granted = dealers.get(dealer_id);
  const scope = {
    dealers: new Map(granted === undefined ? [] : [[dealer_id, granted]]),
    uploads: new Set([...uploads].filter((each) => each === dealer_id)),
  };
  return { ...caller, scope };
}

const notKept =
  'The sums of this dry run are not kept: there are too many, other dry runs came later, or it ran in an earlier release. Repeat it, or send a shorter period.';
const outdated = 'Another job has replaced dates of the slice since the dry run. Repeat the dry run.';

function whyNone({ dry_run, finished_at, status }: JobRow): string {
  if (!dry_run) return 'The job is not a dry run.';
  if (finished_at === null) return 'The changes are available when the dry run has ended.';
  if (status === 'succeeded') return notKept;
  return `The dry run ${status === 'failed' ? 'has failed' : 'was cancelled'}, so there are no changes.`;
}

type From = {
  readonly today: Day;
  /** The key of the last change of the page before. */
  readonly after: string;
};

/** Group by group, in the order of the ids: those behind the last row that is taken are not computed. */
async function* changesOf(
  { period_type, group_by }: Shape,
  { before, after }: FiguresPreview,
  from: From,
): AsyncGenerator<readonly JobChange[]> {
  const read = (figures: SalesFigures) => groupsOf({ period_type, group_by }, figures, from);
  const [old, coming] = [read(before), read(after)];
  const key = keyOf(group_by);
  let [a, b] = [await old.next(), await coming.next()];
  while (!a.done || !b.done) {
    const id = least(a.done ? null : a.value.id, b.done ? null : b.value.id);
    const [was, will] = [a, b].map((each) => (!each.done && each.value.id === id ? each.value.items : null));
    yield differing(was ?? [], will ?? []).filter((change) => from.after === '' || key(change) > from.after);
    if (was) a = await old.next();
    if (will) b = await coming.next();
  }
}

const least = (a: string | null, b: string | null): string | null => (b === null || (a !== null && a < b) ? a : b);

type Group = { readonly id: string; readonly items: readonly IndexItem[] };

async function* groupsOf(
  { period_type: type, group_by: by }: Shape,
  figures: SalesFigures,
  { today, after }: From,
): AsyncGenerator<Group> {
  if (by === undefined) return yield { id: '', items: itemsOf(type, seriesOf(type, figures, today)) };
  const from = after.slice(0, Math.max(0, after.lastIndexOf(' ')));
  for await (const { id, indices } of seriesByGroup(type, { by, from }, figures, today))
    yield { id, items: itemsOf(type, indices).map((item) => ({ ...groupId(by, id), ...item })) };
}

/** In the order of their dates. */
function differing(before: readonly IndexItem[], after: readonly IndexItem[]): readonly JobChange[] {
  const byDate = (items: readonly IndexItem[]) => new Map(items.map((item) => [item.date, item]));
  const [old, coming] = [byDate(before), byDate(after)];
  return [...new Set([...old.keys(), ...coming.keys()])].sort().flatMap((date) => {
    const [was, will] = [old.get(date) ?? null, coming.get(date) ?? null];
    if (isDeepStrictEqual(was, will)) return [];
    const { brand_id, region_id, dealer_id } = was ?? will ?? {};
    const group = {
      ...(brand_id === undefined ? {} : { brand_id }),
      ...(region_id === undefined ? {} : { region_id }),
      ...(dealer_id === undefined ? {} : { dealer_id }),
    };
    return [{ ...group, date, before: was, after: will }];
  });
}

/** No id has a space. */
const keyOf =
  (by: Shape['group_by']) =>
  (change: JobChange): string =>
    by === undefined ? change.date : `${change[`${by}_id`]} ${change.date}`;
