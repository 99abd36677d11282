// Which ids of a dealer's catalogue stand for another one, and what that makes of filters, grants and sums (decision
// 176).

import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { GrantRow } from '../access/port.ts';
import type { AssignedCalendars, CatalogKind } from './port.ts';

export type AliasOf = {
  readonly dealer_id: DealerId;
  readonly kind: CatalogKind;
  readonly alias: string;
  readonly target: string;
};

/** Those that counted then. */
export const aliasesOf = (tx: Tx, dealers: readonly DealerId[], asOf: Date | undefined): Promise<readonly AliasOf[]> =>
  tx.any(sql.type(row<AliasOf>())`
    select dealer_id, kind, alias, target_id as target from catalog_aliases
    where dealer_id = any(${sql.array([...dealers], 'text')}) and ${countedAt(asOf)}`);

const countedAt = (asOf: Date | undefined) =>
  asOf === undefined
    ? sql.fragment`deleted_at is null`
    : sql.fragment`created_at <= ${sql.timestamp(asOf)} and (deleted_at is null or deleted_at > ${sql.timestamp(asOf)})`;

/** How often aliases were created and deleted. */
export const aliasChanges = (dealers: readonly DealerId[], asOf: Date | undefined) => {
  const by = (column: string) =>
    asOf === undefined
      ? sql.fragment`${sql.identifier([column])} is not null`
      : sql.fragment`${sql.identifier([column])} <= ${sql.timestamp(asOf)}`;
  return sql.fragment`(select count(*) filter (where ${by('created_at')}) + count(*) filter (where ${by('deleted_at')})
    from catalog_aliases where dealer_id = any(${sql.array([...dealers], 'text')}))`;
};

/** All ids under which rows of this name are stored. */
export function spellingsOf(
  aliases: readonly AliasOf[],
  dealer_id: DealerId,
  kind: CatalogKind,
  id: string,
): readonly string[] {
  const own = aliases.filter((each) => each.dealer_id === dealer_id && each.kind === kind);
  const target = own.find(({ alias }) => alias === id)?.target ?? id;
  return [target, ...own.flatMap((each) => (each.target === target ? [each.alias] : []))];
}

/** A grant that names one spelling means all of them. */
export const grantedSpellings =
  (aliases: readonly AliasOf[]) =>
  (grant: GrantRow): GrantRow => {
    const all = <Id extends string>(kind: CatalogKind, ids: readonly Id[] | null) =>
      ids && [...new Set(ids.flatMap((id) => spellingsOf(aliases, grant.dealer_id, kind, id) as Id[]))];
    return { ...grant, brand_ids: all('brand', grant.brand_ids), region_ids: all('region', grant.region_ids) };
  };

/** A calendar for one spelling of a region is for the region, unless that has one under its own name. */
export const assignedByName =
  (aliases: readonly AliasOf[]) =>
  (assigned: AssignedCalendars): AssignedCalendars => {
    const regions = aliases.filter(({ dealer_id, kind }) => dealer_id === assigned.dealer_id && kind === 'region');
    const targetOf = new Map(regions.map(({ alias, target }) => [alias, target]));
    const chosen = Object.entries(assigned.region_calendars);
    const byAlias = chosen.flatMap(([region, calendar_id]) => {
      const target = targetOf.get(region);
      return target === undefined ? [] : [[target, calendar_id] as const];
    });
    return { ...assigned, region_calendars: Object.fromEntries([...byAlias, ...chosen]) };
  };

/**
 * The id that rows count under, and the join that it needs: none where no alias of the kind counts, so that a read
 * costs what it did.
 */
export function resolved(aliases: readonly AliasOf[], kind: CatalogKind, column: `${CatalogKind}_id`) {
  const own = aliases.filter((each) => each.kind === kind);
  const stored = sql.fragment`s.${sql.identifier([column])}`;
  if (own.length === 0) return { id: stored, join: sql.fragment`` };
  const name = sql.identifier([`alias_of_${kind}`]);
  const texts = (of: (each: AliasOf) => string) => sql.array(own.map(of), 'text');
  return {
    id: sql.fragment`coalesce(${name}.target, ${stored})`,
    join: sql.fragment`left join unnest(${texts(({ dealer_id }) => dealer_id)}, ${texts(({ alias }) => alias)}, ${texts(({ target }) => target)})
      as ${name} (dealer_id, alias, target) on ${name}.dealer_id = s.dealer_id and ${name}.alias = ${stored}`,
  };
}
