// The holidays and names of countries as they were until decision 586. They count for reads as of a time before it.

/** Rules as rules.ts reads them. */
export const firstEdition: Readonly<Record<string, string>> = {
  NO: '01-01 05-01 05-17 12-25 12-26 E-3 E-2 E0 E1 E39 E49 E50',
  DE: '01-01 05-01 10-03 12-25 12-26 E-2 E1 E39 E50',
  AT: '01-01 01-06 05-01 08-15 10-26 11-01 12-08 12-25 12-26 E1 E39 E50 E60',
  FR: '01-01 05-01 05-08 07-14 08-15 11-01 11-11 12-25 E1 E39 E50',
  NL: '01-01 04-27 12-25 12-26 E0 E1 E39 E49 E50',
};

const names: readonly (readonly [string, RegExp])[] = [
  ['no', /^(no(-\d\d)?|norway|norge|noreg|norwegen)$/],
  ['de', /^(de(-[a-z]{2})?|germany|deutschland|tyskland)$/],
  ['at', /^(at(-\d)?|austria|österreich)$/],
  ['fr', /^(fr(-[a-z0-9]{2,3})?|france)$/],
  ['nl', /^(nl(-[a-z]{2})?|netherlands|nederland)$/],
];

/** The calendar of the country that a region id names, whatever the dealer's country. */
export const countryNamed = (regionId: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(regionId))?.[0];
