-- Counters of all that a caller's state is made of, so that a request asks one index whether what its process knows still holds (decision 295).
-- Each change raises the counter of what it changes, in its own transaction. A subject without a row has never changed: 0.
create table access_revisions (
  -- `principal:` its grants; `data:` a dealer's revision; `terms:` a dealer's subscription, calendars and aliases; `installation`: plans and selling calendars.
  -- Data and terms of a dealer stay apart, so that a change of its subscription does not wait for a merge.
  subject text collate "C" primary key,
  revision bigint not null default 1
) with (fillfactor = 50);
grant select, insert, update on access_revisions to covenant_app;

-- The argument of a trigger is the kind of subject, and the column that completes it.
create function raise_access_revision() returns trigger
  language plpgsql
  as $$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
    before jsonb := to_jsonb(coalesce(old, new));
    part text := tg_argv[1];
  begin
    insert into access_revisions as known (subject)
      select distinct case when part is null then tg_argv[0] else tg_argv[0] || ':' || (state ->> part) end
      from (values (changed), (before)) as states (state) order by 1
      on conflict (subject) do update set revision = known.revision + 1;
    return null;
  end $$;

create trigger raise_access_revision after insert or update or delete on dealer_grants
  for each row execute function raise_access_revision('principal', 'principal');
create trigger raise_access_revision after insert or update or delete on dealers
  for each row execute function raise_access_revision('data', 'dealer_id');
create trigger raise_access_revision after insert or update or delete on subscriptions
  for each row execute function raise_access_revision('terms', 'dealer_id');
create trigger raise_access_revision after insert or update or delete on dealer_calendars
  for each row execute function raise_access_revision('terms', 'dealer_id');
create trigger raise_access_revision after insert or update or delete on catalog_aliases
  for each row execute function raise_access_revision('terms', 'dealer_id');
create trigger raise_access_revision after insert or update or delete on plans
  for each row execute function raise_access_revision('installation');
create trigger raise_access_revision after insert or update or delete on selling_calendars
  for each row execute function raise_access_revision('installation');

-- As before, with the counters. Each is read before what it counts: what changes in between is known too early, and read again by the next request.
create or replace function caller_state(subject text) returns jsonb
  language plpgsql
  as $$
  declare
    own_revision jsonb;
    dealer_revisions jsonb;
    granted jsonb;
    granted_dealers text[];
    narrowed_dealers text[];
  begin
    select jsonb_build_object('principal:' || caller_state.subject, coalesce(max(r.revision), 0)) into own_revision
      from access_revisions r where r.subject = 'principal:' || caller_state.subject;
    perform set_config('covenant.dealers', '', true), set_config('covenant.every_dealer', 'off', true), set_config('covenant.brands', '', true),
      set_config('covenant.regions', '', true), set_config('covenant.uploads', '', true), set_config('covenant.principal', caller_state.subject, true);
    select coalesce(jsonb_agg(jsonb_build_object('dealer_id', dealer_id, 'brand_ids', brand_ids, 'region_ids', region_ids, 'roles', roles) order by created_at, dealer_id), '[]'),
        coalesce(array_agg(dealer_id), '{}'), coalesce(array_agg(dealer_id) filter (where brand_ids is not null or region_ids is not null), '{}')
      into granted, granted_dealers, narrowed_dealers
      from dealer_grants where principal = caller_state.subject;
    select jsonb_object_agg(counted.subject, coalesce(r.revision, 0)) into dealer_revisions
      from (select 'installation' as subject
        union all select kind || ':' || dealer from unnest(granted_dealers) as dealer, unnest(array['data', 'terms']) as kind) as counted
        left join access_revisions r on r.subject = counted.subject collate "C";
    perform set_config('covenant.dealers', granted_dealers::text, true);
    return jsonb_build_object(
      'revisions', own_revision || dealer_revisions,
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
