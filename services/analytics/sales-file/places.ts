// The columns that a file has, each with its heading and the check of its fields.
import { type Check, SpellingCheck } from './checks.ts';
import type { ColumnName } from './columns.ts';
import type { Layout } from './header.ts';

export type At = { readonly check: Check; readonly heading: string };

/** The columns that the file has, by name. */
export function placesOf(layout: Layout, checks: readonly (Check | null)[]): ReadonlyMap<ColumnName, At> {
  const places = new Map<ColumnName, At>();
  layout.columns.forEach((column, i) => {
    const check = checks[i];
    if (!column || !check) return;
    // Objects may name a column later, so the heading is read when it is needed.
    const at = {
      check,
      get heading() {
        return layout.headings[i] ?? '';
      },
    };
    places.set(column.name, at);
  });
  return places;
}

export const idOf = (check: Check): string => (check instanceof SpellingCheck ? check.idOf(check.code) : check.text);
