import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Schema } from './schema-files.ts'

/** Functions created elsewhere: the queue's (server/jobs/prepare-jobs.ts). */
const foreignFunctions = ['app.enqueue(text,jsonb,integer)']

/** Tables with the schema's version. Only the owner can access them, and backups include only the first. */
export const ownTables = ['schema_migrations', 'schema_versions', 'schema_parts']

/** Creates roles, schemas and tables in an empty database; `applySchema` adds the rest. */
export async function createTables(owner: pg.Client, { roles, tables }: Schema): Promise<void> {
  await owner.query(`${roles}\n${tables}`)
}

/**
 * Updates functions, views, policies, triggers and grants to the files, and removes those that no file has. Only
 * changed views, policies and triggers take locks that block readers.
 * @param owner a connection of the tables' owner, in a transaction
 */
export async function applySchema(owner: pg.Client, schema: Schema): Promise<void> {
  await owner.query(`set local check_function_bodies = off;\n${schema.roles}`)
  await owner.query(takeRights)
  await owner.query(schema.functions.join('\n'))
  await owner.query(finishFunctions(schema.unpinned))
  await applyParts(owner, schema.parts)
  await owner.query(schema.grants.join('\n'))
  await owner.query(protectTables)
  const { rows } = await owner.query<{ name: string }>(oldFunctions, [foreignFunctions])
  for (const { name } of rows) await owner.query(`drop function ${name}`)
  await owner.query(finishRights)
}

async function applyParts(owner: pg.Client, parts: Schema['parts']): Promise<void> {
  const recorded = (await owner.query<{ name: string; statement: string }>('select name, statement from schema_parts'))
    .rows
  const known = new Map(recorded.map(({ name, statement }) => [name, statement]))
  // A database older than the files: everything is created again.
  if (known.size === 0) await owner.query(dropParts)
  const wanted = new Map([...parts].map(([name, statement]) => [name, hash(statement)]))
  const isOther = (name: string) => wanted.get(name) !== known.get(name)
  // Views depend on each other: if one changes, all are created again.
  const views = [...known.keys()].filter(isView)
  const areOther = [...views, ...wanted.keys()].filter(isView).some(isOther)
  const isChanged = (name: string) => (isView(name) ? areOther : isOther(name))
  for (const name of known.keys()) if (!isView(name) && isChanged(name)) await owner.query(`drop ${name}`)
  if (areOther && views.length > 0)
    await owner.query(`drop view ${views.map(view => view.replace('view ', '')).join()}`)
  const changed = [...parts].filter(([name]) => isChanged(name))
  await owner.query(changed.map(([, statement]) => statement).join('\n'))
  await owner.query('delete from schema_parts')
  await owner.query('insert into schema_parts (name, statement) select * from unnest($1::text[], $2::text[])', [
    [...wanted.keys()],
    [...wanted.values()],
  ])
}

const isView = (name: string) => name.startsWith('view ')
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Catalog rows, alias `o`, in the site's schemas and of no extension. */
const ours = (catalog: string, namespace: string) => `o.${namespace} = any
  (array['public', 'auth', 'app', 'audit']::regnamespace[]) and not exists (select from pg_depend d
    where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`
const ourRelations = ours('pg_class', 'relnamespace')
const ourFunctions = ours('pg_proc', 'pronamespace')
/** @returns a list of the roles that get rights by the files; owners retain theirs */
const roles = (owner: string) => `(select string_agg(quote_ident(r.rolname), ', ') from pg_roles r
  where r.rolname ~ '^app_' and not r.rolcanlogin and r.oid is distinct from ${owner})`

/** Revokes the roles' rights, and lets them own functions during the transaction. */
const takeRights = `do $$
declare
  statement text;
begin
  for statement in select format('revoke all on table %s from public, %s', o.oid::regclass, ${roles('o.relowner')})
    from pg_class o where o.relkind in ('r', 'p', 'v', 'S') and ${ourRelations}
  loop
    execute statement;
  end loop;
  execute format('revoke all on schema public, auth, app, audit from %s', ${roles('null')});
  execute format('grant create on schema public, auth, app, audit to %s', ${roles('null')});
end $$`
const finishRights = `do $$ begin
  execute format('revoke create on schema public, auth, app, audit from %s', ${roles('null')});
end $$`

/** Functions aren't executable unless a file grants it, and have a pinned search path, except those listed. */
const finishFunctions = (unpinned: string[]) => `do $$
declare
  made record;
begin
  for made in select o.oid::regprocedure as name, o.proconfig is null and o.oid::regproc::text <> all ('{${unpinned}}') as is_open,
      ${roles('o.proowner')} as others from pg_proc o
    where o.xmin = pg_current_xact_id()::xid and ${ourFunctions}
  loop
    execute format('revoke all on function %s from public, %s', made.name, made.others);
    if made.is_open then
      execute format('alter function %s set search_path = pg_catalog, pg_temp', made.name);
    end if;
  end loop;
end $$`

/** Functions that this transaction hasn't created. */
const oldFunctions = `select o.oid::regprocedure::text as name from pg_proc o
  where o.xmin <> pg_current_xact_id()::xid and o.oid::regprocedure::text <> all ($1) and ${ourFunctions}`

const dropParts = `do $$
declare
  statement text;
begin
  for statement in
    select format('drop policy %I on %s', p.polname, o.oid::regclass) from pg_policy p join pg_class o on o.oid = p.polrelid
      where ${ourRelations}
    union all
    select format('drop trigger %I on %s', t.tgname, o.oid::regclass) from pg_trigger t join pg_class o on o.oid = t.tgrelid
      where not t.tgisinternal and ${ourRelations}
    union all
    select format('drop view %s', o.oid::regclass) from pg_class o where o.relkind = 'v' and ${ourRelations}
  loop
    execute statement;
  end loop;
end $$`

/**
 * Repeated for every table. For those in `public`, and others with a policy in a file: row-level security that binds
 * the owner, too, every row for backups, and every row for jobs and the owners of functions, if they have a grant and
 * no other policy there. For those in `public`: nothing for disabled people.
 */
const protectTables = `do $$
declare
  found record;
  owners text;
begin
  for found in
    select o.oid::regclass as name, o.oid, o.relnamespace = 'public'::regnamespace as is_public, o.relforcerowsecurity as is_forced
    from pg_class o where o.relkind in ('r', 'p') and o.relname <> all ('{${ownTables.join()},unfinished_restore}') and ${ourRelations}
      and (o.relnamespace = 'public'::regnamespace or exists (select from pg_policy p where p.polrelid = o.oid))
  loop
    if not found.is_forced then
      execute format('alter table %s enable row level security, force row level security', found.name);
    end if;
    if not exists (select from pg_policy p where p.polrelid = found.oid and p.polname = 'backup_reads') then
      execute format('create policy backup_reads on %s for select to app_backup using (true)', found.name);
    end if;
    select string_agg(quote_ident(r.rolname), ', ' order by r.rolname) into owners from pg_roles r where r.rolname ~ '^app_'
      and (r.rolname = 'app_jobs' or exists (select from pg_proc o where o.proowner = r.oid and ${ourFunctions}))
      and has_any_column_privilege(r.oid, found.oid, 'select, insert, update')
      and not exists (select from pg_policy p where p.polrelid = found.oid and p.polname <> 'functions_see' and r.oid = any (p.polroles));
    if owners is distinct from (select string_agg(quote_ident(r.rolname), ', ' order by r.rolname) from pg_roles r
      join pg_policy p on r.oid = any (p.polroles) where p.polrelid = found.oid and p.polname = 'functions_see')
    then
      execute format('drop policy if exists functions_see on %s', found.name);
      if owners is not null then
        execute format('create policy functions_see on %s to %s using (true)', found.name, owners);
      end if;
    end if;
    if found.is_public and not exists (select from pg_policy p where p.polrelid = found.oid and p.polname = 'active_only') then
      execute format('create policy active_only on %s as restrictive for all to app_user using ((select app.is_active()))', found.name);
    end if;
  end loop;
end $$`
