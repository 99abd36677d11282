-- A version of a calendar raises the revision of the dealers that it can restate, and of no others (decision 575).

-- Versions until now have raised the revision of every dealer and go on counting for all: a revision never falls. So does what an earlier release publishes.
alter table selling_calendars add column restates_all boolean not null default true;

-- The dealers that could use a calendar when a version of it was published.
create table restated_dealers (
  dealer_id text collate "C" not null references dealers,
  calendar_id text collate "C" not null,
  version integer not null,
  published_at timestamptz not null,
  primary key (dealer_id, calendar_id, version),
  foreign key (calendar_id, version) references selling_calendars
);
alter table restated_dealers enable row level security;
alter table restated_dealers force row level security;
create policy restated_dealers_in_scope on restated_dealers using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert on restated_dealers to covenant_app;
create trigger raise_access_revision after insert or update or delete on restated_dealers
  for each row execute function raise_access_revision('terms', 'dealer_id');

-- As before, with these dealers.
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
            + (select count(*) + count(a.deleted_at) from catalog_aliases a where a.dealer_id = d.dealer_id)
            + (select count(*) from restated_dealers r where r.dealer_id = d.dealer_id),
          'subscription', (
            select jsonb_build_object('status', s.status, 'expires_at', s.expires_at, 'changed_at', s.changed_at, 'forecast_days', p.forecast_days)
            from subscriptions s join plans p using (plan) where s.dealer_id = d.dealer_id)) order by d.dealer_id), '[]')
        from dealers d where d.dealer_id = any(granted_dealers)),
      'calendars', (select count(*) - 1 from selling_calendars where restates_all),
      'read_at', clock_timestamp());
  end $$;
