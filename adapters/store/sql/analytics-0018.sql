-- All that a request needs to know of its caller before it reads, in one statement (decision 291). As long as the statement lasts, row-level security shows first the
-- grants of the principal, then their dealers; its settings end with it.
create function caller_state(subject text) returns jsonb
  language plpgsql
  as $$
  declare
    granted jsonb;
    granted_dealers text[];
    narrowed_dealers text[];
  begin
    perform set_config('covenant.dealers', '', true), set_config('covenant.every_dealer', 'off', true), set_config('covenant.brands', '', true),
      set_config('covenant.regions', '', true), set_config('covenant.uploads', '', true), set_config('covenant.principal', subject, true);
    select coalesce(jsonb_agg(jsonb_build_object('dealer_id', dealer_id, 'brand_ids', brand_ids, 'region_ids', region_ids, 'roles', roles) order by created_at, dealer_id), '[]'),
        coalesce(array_agg(dealer_id), '{}'), coalesce(array_agg(dealer_id) filter (where brand_ids is not null or region_ids is not null), '{}')
      into granted, granted_dealers, narrowed_dealers
      from dealer_grants where principal = subject;
    perform set_config('covenant.dealers', granted_dealers::text, true);
    return jsonb_build_object(
      'grants', granted,
      'aliases', (
        select coalesce(jsonb_agg(jsonb_build_object('dealer_id', a.dealer_id, 'kind', a.kind, 'alias', a.alias, 'target', a.target_id)), '[]')
        from catalog_aliases a where a.dealer_id = any(narrowed_dealers) and a.deleted_at is null),
      'dealers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'dealer_id', d.dealer_id, 'revision', d.revision, 'data_as_of', d.data_as_of, 'rows', d.rows_stored,
          'changes', (select coalesce(max(c.version) - 1, 0) from dealer_calendars c where c.dealer_id = d.dealer_id)
            + (select count(*) + count(a.deleted_at) from catalog_aliases a where a.dealer_id = d.dealer_id),
          'subscription', (
            select jsonb_build_object('status', s.status, 'expires_at', s.expires_at, 'changed_at', s.changed_at, 'forecast_days', p.forecast_days)
            from subscriptions s join plans p using (plan) where s.dealer_id = d.dealer_id)) order by d.dealer_id), '[]')
        from dealers d where d.dealer_id = any(granted_dealers)),
      'calendars', (select count(*) - 1 from selling_calendars),
      'read_at', clock_timestamp());
  end $$;
