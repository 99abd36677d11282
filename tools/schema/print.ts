// The schema of a database as SQL statements, grouped by table: what a migration would have to say to make it in one
// go.
import type { Catalog, Column, Policy, Privilege, Relation, Schema, StoredFunction } from './catalog.ts';
import { onOneLine, plain } from './plain.ts';

/** The statements about one object, the one that creates it first. */
export type Group = { readonly title: string; readonly statements: readonly string[] };

export const groupsOf = ({ extensions, schemas, relations, functions }: Catalog): readonly Group[] => [
  ...extensions.map((name) => ({ title: name, statements: [`create extension ${name}`] })),
  ...schemas.map(schemaGroup),
  ...relations.map(relationGroup),
  ...functions.map(functionGroup),
];

const schemaGroup = ({ name, privileges }: Schema): Group => ({
  title: name,
  statements: [
    ...(name === 'public' ? [] : [`create schema ${name}`]),
    ...grants(
      `schema ${name}`,
      // PostgreSQL itself lets everyone use the schema public.
      privileges.filter(({ grantee }) => name !== 'public' || grantee !== 'public'),
    ),
  ],
});

function relationGroup(relation: Relation): Group {
  const { name, kind, indexes, triggers, policies, privileges } = relation;
  const target = kind === 'S' ? `sequence ${name}` : name;
  return {
    title: name,
    statements: [
      creation(relation),
      ...storage(relation),
      ...indexes.map((text) => plain(onVisible(text))),
      ...triggers.map((text) => plain(onVisible(text))),
      ...rowSecurity(relation),
      ...policies.map((policy) => policyStatement(name, policy)),
      ...comments(relation),
      ...grants(target, privileges),
      ...columnGrants(relation),
    ],
  };
}

/** PostgreSQL names the schema of a table in the definition of an index and a trigger, and nowhere else. */
const onVisible = (text: string): string => text.replace(/ ON public\./, ' ON ');

function creation({ name, kind, is_unlogged, options, view, columns, constraints }: Relation): string {
  if (kind === 'S') return `create sequence ${name}`;
  const settings = options.length > 0 ? ` with (${options.join(', ')})` : '';
  if (kind === 'v') return `create view ${name}${settings} as\n${plain(view ?? '').replace(/;$/, '')}`;
  const lines = [
    ...columns.map(columnLine),
    ...constraints.map((each) => `constraint ${each.name} ${onOneLine(each.definition)}`),
  ];
  return `create ${is_unlogged ? 'unlogged ' : ''}table ${name} (\n  ${lines.join(',\n  ')}\n)${settings}`;
}

const columnLine = ({ name, type, collation, not_null, value, identity, generated }: Column): string =>
  [
    `${name} ${plain(type)}`,
    ...(collation === null ? [] : [`collate ${collation}`]),
    ...(not_null ? ['not null'] : []),
    ...(generated === 's' ? [`generated always as (${onOneLine(value ?? '')}) stored`] : []),
    ...(generated === '' && value !== null ? [`default ${onOneLine(value)}`] : []),
    ...(identity === '' ? [] : [`generated ${identity === 'a' ? 'always' : 'by default'} as identity`]),
  ].join(' ');

function storage({ name, columns }: Relation): string[] {
  const changes = columns.flatMap((column) =>
    column.storage === null ? [] : [`  alter ${column.name} set storage ${column.storage}`],
  );
  return changes.length > 0 ? [`alter table ${name}\n${changes.join(',\n')}`] : [];
}

const rowSecurity = ({ name, has_row_security, forces_row_security }: Relation): string[] => [
  ...(has_row_security ? [`alter table ${name} enable row level security`] : []),
  ...(forces_row_security ? [`alter table ${name} force row level security`] : []),
];

function policyStatement(table: string, policy: Policy): string {
  const { name, command, is_permissive, roles, condition, check_condition } = policy;
  const restrictive = is_permissive ? '' : ' as restrictive';
  const commands = command === 'all' ? '' : ` for ${command}`;
  const grantees = roles.join() === 'public' ? '' : ` to ${roles.join(', ')}`;
  return [
    `create policy ${name} on ${table}${restrictive}${commands}${grantees}`,
    ...(condition === null ? [] : [`  using (${onOneLine(condition)})`]),
    ...(check_condition === null ? [] : [`  with check (${onOneLine(check_condition)})`]),
  ].join('\n');
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const comments = ({ name, kind, comment, columns }: Relation): string[] => [
  ...(comment === null
    ? []
    : [`comment on ${kind === 'v' ? 'view' : kind === 'S' ? 'sequence' : 'table'} ${name} is ${literal(comment)}`]),
  ...columns.flatMap((column) =>
    column.comment === null ? [] : [`comment on column ${name}.${column.name} is ${literal(column.comment)}`],
  ),
];

const order = ['select', 'insert', 'update', 'delete'];
const byUse = (a: string, b: string) => position(a) - position(b) || (a < b ? -1 : 1);
const position = (privilege: string) => (order.includes(privilege) ? order.indexOf(privilege) : order.length);

const grants = (target: string, privileges: readonly Privilege[]): string[] =>
  [...Map.groupBy(privileges, ({ grantee }) => grantee)].map(
    ([grantee, held]) =>
      `grant ${held
        .map(({ privilege }) => privilege)
        .sort(byUse)
        .join(', ')} on ${target} to ${grantee}`,
  );

function columnGrants({ name, columns }: Relation): string[] {
  const held = columns.flatMap((column) => column.privileges.map((each) => ({ ...each, column: column.name })));
  const groups = Map.groupBy(held, ({ grantee, privilege }) => `${privilege} ${grantee}`);
  return [...groups.values()].map((group) => {
    const [{ grantee, privilege } = { grantee: '', privilege: '' }] = group;
    return `grant ${privilege} (${group.map(({ column }) => column).join(', ')}) on ${name} to ${grantee}`;
  });
}

function functionGroup({ name, signature, definition, comment, privileges }: StoredFunction): Group {
  const [head = '', ...body] = definition.trimEnd().split(/\n(?=AS )/);
  const header = plain(head.replace('CREATE OR REPLACE', 'CREATE').replace(/(FUNCTION|PROCEDURE) public\./, '$1 '));
  const text = body.join('\n').replace(/^AS /, 'as ');
  const revoked = privileges !== null && !privileges.some(({ grantee }) => grantee === 'public');
  return {
    title: name,
    statements: [
      `${header.replace(/\n /g, '\n  ')}\n  ${text}`,
      ...(comment === null ? [] : [`comment on function ${signature} is ${literal(comment)}`]),
      ...(revoked ? [`revoke all on function ${signature} from public`] : []),
      ...grants(
        `function ${signature}`,
        (privileges ?? []).filter(({ grantee }) => grantee !== 'public'),
      ),
    ],
  };
}
