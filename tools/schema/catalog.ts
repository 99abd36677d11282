// What PostgreSQL's catalog says about the objects of a database, without those of extensions and without owners.
import type { ClientBase } from 'pg';

export type Privilege = { readonly grantee: string; readonly privilege: string };

export type Column = {
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
  readonly not_null: boolean;
  readonly value: string | null;
  readonly identity: '' | 'a' | 'd';
  readonly generated: '' | 's';
  /** The storage strategy, where it is not that of the type. */
  readonly storage: 'plain' | 'external' | 'extended' | 'main' | null;
  readonly comment: string | null;
  readonly privileges: readonly Privilege[];
};

export type Constraint = { readonly name: string; readonly definition: string };

export type Policy = {
  readonly name: string;
  readonly command: string;
  readonly is_permissive: boolean;
  readonly roles: readonly string[];
  readonly condition: string | null;
  readonly check_condition: string | null;
};

export type Relation = {
  readonly name: string;
  readonly kind: 'r' | 'v' | 'S';
  readonly is_unlogged: boolean;
  readonly has_row_security: boolean;
  readonly forces_row_security: boolean;
  readonly options: readonly string[];
  readonly view: string | null;
  readonly comment: string | null;
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly indexes: readonly string[];
  readonly policies: readonly Policy[];
  readonly triggers: readonly string[];
  readonly privileges: readonly Privilege[];
};

export type StoredFunction = {
  readonly name: string;
  /** With the types of its arguments, as `grant` and `comment on` name it. */
  readonly signature: string;
  readonly definition: string;
  readonly comment: string | null;
  /** Null until a privilege is granted or revoked: everyone may call it then. */
  readonly privileges: readonly Privilege[] | null;
};

export type Schema = { readonly name: string; readonly privileges: readonly Privilege[] };

export type Catalog = {
  readonly extensions: readonly string[];
  readonly schemas: readonly Schema[];
  readonly relations: readonly Relation[];
  readonly functions: readonly StoredFunction[];
};

export async function readCatalog(client: ClientBase): Promise<Catalog> {
  await refuseUnprinted(client);
  const rows = async <Row>(text: string): Promise<Row[]> =>
    (await client.query<{ row: Row }>(`select to_json(found) as row from (${text}) found`)).rows.map(({ row }) => row);
  const extensions = await rows<{ name: string }>(
    `select extname as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`,
  );
  return {
    extensions: extensions.map(({ name }) => name),
    schemas: await rows<Schema>(schemas),
    relations: await rows<Relation>(relations),
    functions: await rows<StoredFunction>(functions),
  };
}

const isOurs = (namespace: string) => `${namespace} !~ '^pg_' and ${namespace} <> 'information_schema'`;

/** An object that an extension brought is described by the extension. */
const isOwn = (catalog: string, oid: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;

/** Privileges of others than the owner, whose name is that of an installation. */
const privileges = (acl: string, owner: string) => `
  (select coalesce(json_agg(json_build_object(
      'grantee', case when grantee = 0 then 'public' else grantee::regrole::text end,
      'privilege', lower(privilege_type)) order by grantee::regrole::text collate "C", privilege_type), '[]')
    from aclexplode(${acl}) where grantee <> ${owner})`;

const schemas = `
  select nspname as name, ${privileges('nspacl', 'nspowner')} as privileges
  from pg_namespace where ${isOurs('nspname')} order by nspname collate "C"`;

const columns = `
  (select coalesce(json_agg(json_build_object(
      'name', quote_ident(attname),
      'type', format_type(atttypid, atttypmod),
      'collation', case when attcollation <> typcollation
        then (select quote_ident(collname) from pg_collation l where l.oid = attcollation) end,
      'not_null', attnotnull,
      'value', pg_get_expr(adbin, adrelid, true),
      'identity', attidentity,
      'generated', attgenerated,
      'storage', case when attstorage <> typstorage then
        case attstorage when 'p' then 'plain' when 'e' then 'external' when 'x' then 'extended' else 'main' end end,
      'comment', col_description(attrelid, attnum),
      'privileges', ${privileges('attacl', 'relowner')}) order by attnum), '[]')
    from pg_attribute join pg_type y on y.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = c.oid and attnum > 0 and not attisdropped)`;

// The primary key comes first, then what is unique, what points elsewhere, and checks.
const constraints = `
  (select coalesce(json_agg(json_build_object('name', quote_ident(conname), 'definition', pg_get_constraintdef(oid, true))
      order by position(contype::text in 'puxfct'), conname collate "C"), '[]')
    from pg_constraint where conrelid = c.oid and contype <> 't')`;

const indexes = `
  (select coalesce(json_agg(pg_get_indexdef(indexrelid, 0, true) order by i.relname collate "C"), '[]')
    from pg_index join pg_class i on i.oid = indexrelid
    where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x')))`;

const policies = `
  (select coalesce(json_agg(json_build_object(
      'name', quote_ident(polname),
      'command', case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
        else 'all' end,
      'is_permissive', polpermissive,
      'roles', (select json_agg(case when role = 0 then 'public' else role::regrole::text end) from unnest(polroles) role),
      'condition', pg_get_expr(polqual, polrelid, true),
      'check_condition', pg_get_expr(polwithcheck, polrelid, true)) order by polname collate "C"), '[]')
    from pg_policy where polrelid = c.oid)`;

const triggers = `
  (select coalesce(json_agg(pg_get_triggerdef(oid, true) order by tgname collate "C"), '[]')
    from pg_trigger where tgrelid = c.oid and not tgisinternal)`;

const relations = `
  select c.oid::regclass::text as name, relkind as kind, relpersistence = 'u' as is_unlogged,
    relrowsecurity as has_row_security, relforcerowsecurity as forces_row_security,
    coalesce(to_json(reloptions), '[]') as options,
    case when relkind = 'v' then pg_get_viewdef(c.oid, true) end as view,
    obj_description(c.oid, 'pg_class') as comment,
    ${columns} as columns, ${constraints} as constraints, ${indexes} as indexes, ${policies} as policies,
    ${triggers} as triggers, ${privileges('relacl', 'relowner')} as privileges
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where ${isOurs('nspname')} and relkind in ('r', 'v', 'S') and ${isOwn('pg_class', 'c.oid')}
    -- The sequence of an identity column is part of the column.
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'i' and relkind = 'S')
  order by relkind <> 'S', relkind, nspname <> 'public', nspname, relname collate "C"`;

const functions = `
  select quote_ident(proname) as name, p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as definition,
    obj_description(p.oid, 'pg_proc') as comment,
    case when proacl is not null then ${privileges('proacl', 'proowner')} end as privileges
  from pg_proc p join pg_namespace n on n.oid = pronamespace
  where ${isOurs('nspname')} and prokind in ('f', 'p') and ${isOwn('pg_proc', 'p.oid')}
  order by nspname <> 'public', nspname, proname collate "C", p.oid::regprocedure::text collate "C"`;

/** Objects of kinds that no migration had when this was written. */
const unprinted = `
  select 'relation ' || c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where ${isOurs('nspname')} and (relkind not in ('r', 'v', 'S', 'i', 't') or relispartition)
  union all select 'type ' || t.oid::regtype from pg_type t join pg_namespace n on n.oid = typnamespace
    where ${isOurs('nspname')} and typtype in ('e', 'd', 'r') and ${isOwn('pg_type', 't.oid')}
  union all select 'aggregate ' || p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = pronamespace
    where ${isOurs('nspname')} and prokind not in ('f', 'p') and ${isOwn('pg_proc', 'p.oid')}
  union all select 'sequence options of ' || schemaname || '.' || sequencename from pg_sequences
    where (start_value, min_value, increment_by, cycle, cache_size) <> (1, 1, 1, false, 1)
  union all select 'statistics ' || stxname from pg_statistic_ext
  union all select 'rule ' || rulename from pg_rules where ${isOurs('schemaname')} and rulename <> '_RETURN'
  union all select 'trigger that is not enabled: ' || tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'
  union all select 'column options of ' || attrelid::regclass || '.' || attname from pg_attribute
    join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where ${isOurs('nspname')} and attnum > 0 and not attisdropped and (attcompression <> '' or attstattarget > 0 or attoptions is not null)
  union all select 'event trigger ' || evtname from pg_event_trigger
  union all select 'publication ' || pubname from pg_publication
  union all select 'default privileges' from pg_default_acl`;

async function refuseUnprinted(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(unprinted);
  if (rows.length > 0)
    throw new Error(
      `tools/schema does not print: ${rows.map(({ name }) => name).join(', ')}. Extend catalog.ts and print.ts there.`,
    );
}
