// By which calendars the values of the shown dates count their selling days. Decision 258.
import type { SalesFigures } from '../../../../adapters/store/analytics/sales/port.ts';
import type { IndexMeta } from '../../../../generated/analytics/types.ts';
import { unsoldOf } from '../figures.ts';
import { canCompute, type PeriodType } from '../period.ts';
import { dateIn } from '../sales-mix.ts';
import { calendarsUsed, calendarVersions } from './chosen-calendars.ts';

/**
 * The calendars of the leaves whose period, as one of `type`, begins on a shown date, and of dealers that sold none on
 * one.
 */
export function calendarsWithin(
  type: PeriodType,
  figures: SalesFigures,
  isShown: (date: string) => boolean,
): IndexMeta['calendars'] {
  const shown = new Map<string, boolean>();
  const leaves = figures.leaves.filter(({ period_type, start }) => {
    const key = `${period_type} ${start}`;
    const known = shown.get(key) ?? (canCompute(type, period_type) && isShown(dateIn(type, period_type, start)));
    shown.set(key, known);
    return known;
  });
  const ofLeaves = calendarsUsed({ ...figures, leaves });
  const unsold = [...unsoldOf(figures, type)].flatMap(([date, dealers]) => (isShown(date) ? dealers : []));
  return calendarVersions([
    ...ofLeaves.map(({ calendar_id: id, ...each }) => ({ id, ...each })),
    ...unsold.map(({ calendar }) => calendar),
  ]);
}
