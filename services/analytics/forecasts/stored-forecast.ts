// Which requests a forecast that was computed after a merge answers, and which of them are computed then. Decision 305.
import type { Leaf, StoredForecast, StoredForecasts } from '../../../adapters/store/forecasts/port.ts';
import { definitionsVersion } from '../indices/definitions.ts';
import { type Day, periodOf } from '../indices/period.ts';
import type { ForecastAnswer } from './answer.ts';
import { methodVersion } from './model/method-version.ts';
import type { Selection } from './produce.ts';

/** What the contract takes for a request that names none. */
export const storedHorizonDays = 90;

export const selectionOf = ({ dealer_id, brand_id, region_id }: Leaf, today: Day): Selection => ({
  scope: [{ dealer_id, brands: null, regions: null }],
  filter: {
    ...(brand_id === null ? {} : { brand_id: [brand_id] }),
    ...(region_id === null ? {} : { region_id: [region_id] }),
  },
  type: undefined,
  horizonDays: storedHorizonDays,
  today,
});

/** Null: it is computed for the one who asks. */
export function leafOf({ scope, filter, horizonDays }: Selection): Leaf | null {
  const [first, ...others] = scope;
  const { brand_id: brands = [], region_id: regions = [], ...narrower } = filter;
  if (first === undefined || others.length > 0 || first.brands !== null || first.regions !== null) return null;
  if (horizonDays !== storedHorizonDays || brands.length > 1 || regions.length > 1) return null;
  if (Object.values(narrower).some((value) => value !== undefined)) return null;
  return { dealer_id: first.dealer_id, brand_id: brands[0] ?? null, region_id: regions[0] ?? null };
}

/** The stored answer, while computing it again would give the same. */
export async function storedAnswer(
  store: StoredForecasts,
  selection: Selection,
  revision: number,
): Promise<ForecastAnswer | null> {
  const leaf = leafOf(selection);
  const found = leaf && (await store.find(leaf, revision));
  return found && isValid(found, selection) ? (found.answer as ForecastAnswer) : null;
}

/**
 * Time changes an answer when a period ends, and a release when it defines an index or makes forecasts by another
 * method.
 */
function isValid({ answer, computed_on, method_version }: StoredForecast, { type, today }: Selection): boolean {
  if (method_version !== methodVersion) return false;
  const { period_type: stored, definitions_version } = (answer as ForecastAnswer).meta;
  if (stored === null || definitions_version !== definitionsVersion) return false;
  return (type ?? stored) === stored && periodOf(stored, computed_on).n === periodOf(stored, today).n;
}
