// What each index means, in the words of the API. a change of either is a new version.
import type { Definition } from '../../../generated/analytics/types.ts';
import type { Handlers } from '../caller.ts';

/** Date of the newest change; part of every ETag over indices. */
export const definitionsVersion = '2026-11-28';

export const items: Definition[] = [
  {
    name: 'units',
    title: 'Units sold',
    unit: 'units',
    decimals: 0,
    formula:
      'sum of units_sold, less returns; 0 in a period that the uploads report without a row, from the first row on, for a year after the last one',
    window: 'the period',
    null_reasons: [],
  },
  {
    name: 'dsr',
    title: 'Daily selling rate',
    unit: 'units per selling day',
    decimals: 4,
    formula:
      'units / selling days. Selling days are Monday to Saturday without public holidays, according to the calendars in meta.calendars; selling_days in the file override the calendar. Across dealers and regions: the mean, weighted by units. For a longer period: those of its stored periods. For an incomplete period: up to the day of the upload',
    window: 'the period',
    null_reasons: ['closed'],
  },
  {
    name: 'demand_growth',
    title: 'Demand growth',
    unit: 'ratio (0.125 means 12.5 % more)',
    decimals: 4,
    formula: 'dsr / dsr of the base period - 1, for the dealers whose uploads cover both periods to the end',
    window: 'the period and its base a year before: 12 months, 4 quarters, the same ISO week (53 with 52), 364 days',
    null_reasons: ['incomplete', 'no_base', 'closed'],
  },
  {
    name: 'z_t',
    title: 'Standard score of demand',
    unit: 'standard deviations',
    decimals: 4,
    formula:
      '(a - mean) / sample standard deviation of the window, a = dsr / seasonal index. Seasonal indices: mean ratio of each value to the mean of the full season centred on it (12 months, 4 quarters, 52 weeks, 7 days), scaled to mean 1, from earlier periods only; 1 until there are two full seasons',
    window: 'the 12 months, 8 quarters, 26 weeks or 56 days before; at least 6 of them reported and complete',
    null_reasons: ['incomplete', 'short_history', 'no_spread', 'closed'],
  },
  {
    name: 'inventory',
    title: 'Inventory',
    unit: 'units',
    decimals: 0,
    formula:
      'sum of stock_units at the end of the period; of a longer period, of its last stored period for each dealer',
    window: 'the end of the period',
    null_reasons: ['not_reported'],
  },
  {
    name: 'days_supply',
    title: "Days' supply",
    unit: 'selling days',
    decimals: 4,
    formula: 'inventory / (units of the window / selling days of the window)',
    window:
      'the smallest number of whole periods up to this one that span 45 days, if reported: 45 days, 7 weeks, 2 months, 1 quarter',
    null_reasons: ['not_reported', 'no_sales'],
  },
  {
    name: 'demand_supply_ratio',
    title: 'Demand to supply',
    unit: 'ratio',
    decimals: 4,
    formula:
      'units / (inventory of the period before + receipts); receipts that are not reported are max(units + inventory - inventory before, 0)',
    window: 'the period and the one before',
    null_reasons: ['first_period', 'not_reported', 'incomplete', 'no_supply'],
  },
  {
    name: 'orders',
    title: 'Orders',
    unit: 'orders',
    decimals: 0,
    formula: 'sum of orders',
    window: 'the period',
    null_reasons: ['not_reported'],
  },
  {
    name: 'revenue',
    title: 'Revenue',
    unit: 'the currency of the item',
    decimals: 2,
    formula: 'sum of revenue, where all rows report it in one currency',
    window: 'the period',
    null_reasons: ['not_reported', 'mixed_currencies'],
  },
];

export const unitOf = (name: string): string => items.find((item) => item.name === name)?.unit ?? '';

export const definitions = () =>
  ({
    async listDefinitions({ unchanged }) {
      if (await unchanged(definitionsVersion)) return { status: 304, revision: definitionsVersion };
      return { status: 200, body: { version: definitionsVersion, items }, revision: definitionsVersion };
    },
  }) satisfies Pick<Handlers, 'listDefinitions'>;
