import type pg from 'pg'
import { ownTables } from '../../server/database/apply-schema.ts'

export interface Column {
  name: string
  /** In PostgreSQL's notation, such as `timestamp with time zone`. */
  type: string
  isNullable: boolean
  /** The default, or a generated column's expression. */
  expression: string | null
  isGenerated: boolean
  isIdentity: boolean
  /** Whether any role but the owner may insert or update it. */
  isInserted: boolean
  isUpdated: boolean
}

/** A constraint or unique index: its kind as in `pg_constraint.contype`, and its definition. */
export interface Rule {
  name: string
  kind: 'p' | 'u' | 'f' | 'c' | 'x' | 'i'
  definition: string
  columns: string[]
}

export interface Policy {
  name: string
  command: 'select' | 'insert' | 'update' | 'delete' | 'all'
  isRestrictive: boolean
  roles: string[]
  rows: string | null
  newRows: string | null
}

/** A role's privilege, with its columns unless it covers all. */
export interface Grant {
  role: string
  command: string
  columns: string[] | null
}

export interface Table {
  /** With its schema, unless that is `public`. */
  name: string
  isView: boolean
  columns: Column[]
  rules: Rule[]
  policies: Policy[]
  grants: Grant[]
}

/**
 * @param owner a connection of the owner of a database with this version's schema
 * @returns its tables and views by name
 */
export async function readCatalog(owner: pg.Client): Promise<Map<string, Table>> {
  await owner.query('set search_path = public, pg_catalog')
  const { rows } = await owner.query<{ table: Table }>(statement, [ownTables])
  return new Map(rows.map(({ table }) => [table.name, table]))
}

const roles = `(select array_agg(oid) from pg_roles where rolname ~ '^app_' and rolname <> 'app_backup')`

const columns = `select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
    'isNullable', not a.attnotnull, 'expression', pg_get_expr(d.adbin, d.adrelid), 'isGenerated', a.attgenerated <> '',
    'isIdentity', a.attidentity <> '',
    'isInserted', exists (select from unnest(${roles}) r where has_column_privilege(r, c.oid, a.attnum, 'insert')),
    'isUpdated', exists (select from unnest(${roles}) r where has_column_privilege(r, c.oid, a.attnum, 'update'))
  ) order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

const rules = `select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'kind', k.kind, 'definition', k.definition,
    'columns', (select coalesce(jsonb_agg(a.attname), '[]') from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.columns)))
    order by position(k.kind in 'puifcx'), k.name), '[]')
  from (
    select conname as name, contype::text as kind, pg_get_constraintdef(oid, true) as definition, conkey as columns
    from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')
    union all
    select i.relname, 'i', regexp_replace(pg_get_indexdef(i.oid, 0, true), '^.* USING btree ', 'UNIQUE '), x.indkey::int2[]
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = c.oid and x.indisunique and not exists (select from pg_constraint where conindid = i.oid)
  ) k`

const policies = `select coalesce(jsonb_agg(jsonb_build_object('name', p.polname, 'isRestrictive', not p.polpermissive,
    'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    'roles', (select jsonb_agg(r::regrole::text) from unnest(p.polroles) r),
    'rows', pg_get_expr(p.polqual, c.oid, true), 'newRows', pg_get_expr(p.polwithcheck, c.oid, true)) order by p.polname), '[]')
  from pg_policy p where p.polrelid = c.oid`

const grants = `select coalesce(jsonb_agg(jsonb_build_object('role', g.role, 'command', g.command, 'columns', g.columns)
    order by g.role, position(g.command in 'select insert update delete')), '[]')
  from (
    select grantee::regrole::text as role, lower(privilege_type) as command, null::jsonb as columns
    from aclexplode(c.relacl) where grantee <> 0 and grantee in (select unnest(${roles})) and grantee <> c.relowner
    union all
    select acl.grantee::regrole::text, lower(acl.privilege_type), jsonb_agg(a.attname order by a.attnum)
    from pg_attribute a, aclexplode(a.attacl) acl
    where a.attrelid = c.oid and acl.grantee in (select unnest(${roles})) and acl.grantee <> c.relowner
    group by 1, 2
  ) g`

const statement = `select jsonb_build_object('name', c.oid::regclass::text, 'isView', c.relkind = 'v',
    'columns', (${columns}), 'rules', (${rules}), 'policies', (${policies}), 'grants', (${grants})) as table
  from pg_class c
  where c.relnamespace = any (array['public', 'auth', 'app', 'audit']::regnamespace[]) and c.relkind in ('r', 'p', 'v')
    and not c.relispartition and c.relname <> all ($1)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
