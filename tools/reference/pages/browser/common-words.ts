// Words in most texts: search ignores them beside others.
export const commonWords: ReadonlySet<string> = new Set(
  `a after again all also an and another are as at be been before both but by can do does each else for from has have if in into is it its may more no not of on one only
  or other so such than that the their them then there these they this those to too was what when where which while who why with without would you your`.split(
    /\s+/,
  ),
);
