import type pg from 'pg'

/** The described objects' schemas: the queue's are pg-boss's. */
const schemas = ['public', 'auth', 'app', 'audit']

/**
 * A database's objects: names and definitions in PostgreSQL's notation. Two databases with the same result
 * accept, refuse, show and compute the same. The order of a table's columns is ignored, because a migration can only
 * append one.
 * @param owner a connection of the database's owner
 */
export async function describeCatalog(owner: pg.Client): Promise<Record<string, string>> {
  const described: [string, string][] = []
  for (const [kind, statement] of Object.entries(questions)) {
    const { rows } = await owner.query<{ name: string; definition: string }>(statement, [schemas])
    for (const { name, definition } of rows) described.push([`${kind} ${name}`, definition])
  }
  return Object.fromEntries(described.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const ofOurs = 'n.nspname = any ($1)'
const noExtension = (relation: string, oid: string) =>
  `not exists (select from pg_depend x where x.classid = '${relation}'::regclass and x.objid = ${oid} and x.deptype = 'e')`
/** The granted privileges, sorted. A site's own logins are omitted: they are named like its database. */
const granted = (acl: string, kind: string, owner: string) =>
  `coalesce((select string_agg(concat_ws(' ', a.privilege_type, 'to', case a.grantee when 0 then 'public' else
      case a.grantee when ${owner} then 'owner' else a.grantee::regrole::text end end,
      case when a.is_grantable then 'with grant option' end), ', ' order by a.privilege_type, a.grantee::regrole::text)
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a left join pg_roles g on g.oid = a.grantee
    where g.rolcanlogin is not true or g.oid = ${owner}), '')`
const ownedBy = (role: string) =>
  `case when ${role} = (select datdba from pg_database where datname = current_database()) then 'owner' else ${role}::regrole::text end`

const questions = {
  schema: `select n.nspname as name, ${granted('n.nspacl', 'n', 'n.nspowner')} as definition from pg_namespace n where ${ofOurs}`,
  role: `select r.rolname as name, concat_ws(' ', r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin,
      r.rolreplication, r.rolbypassrls, r.rolconfig::text) as definition
    from pg_roles r where r.rolname ~ '^app_' and $1::text[] is not null`,
  default: `select concat_ws(' ', n.nspname, d.defaclobjtype) as name, ${granted('d.defaclacl', 'r', 'd.defaclrole')} as definition
    from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace where ${ofOurs}`,
  relation: `select c.oid::regclass::text as name, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions::text,
      case when c.relrowsecurity then 'secured' end, case when c.relforcerowsecurity then 'forced' end,
      'owner', ${ownedBy('c.relowner')}, ${granted('c.relacl', 'r', 'c.relowner')},
      case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ofOurs} and c.relkind in ('r', 'p', 'v', 'm') and ${noExtension('pg_class', 'c.oid')}`,
  column: `select c.oid::regclass::text || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid),
      (select 'collation ' || a.attcollation::regcollation::text where a.attcollation <> t.typcollation),
      (select 'statistics ' || a.attstattarget where a.attstattarget is not null), a.attstorage, a.attoptions::text,
      case when a.attacl is not null then ${granted('a.attacl', 'c', 'c.relowner')} end) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${ofOurs} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select k.conrelid::regclass::text || '.' || k.conname as name, concat_ws(' ', pg_get_constraintdef(k.oid),
      case when not k.convalidated then 'not valid' end) as definition
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${ofOurs} and k.contype <> 't'`,
  index: `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${ofOurs}`,
  statistics: `select s.stxname as name, pg_get_statisticsobjdef(s.oid) as definition
    from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${ofOurs}`,
  sequence: `select c.oid::regclass::text as name, concat_ws(' ', format_type(s.seqtypid, null), s.seqstart, s.seqincrement,
      s.seqmin, s.seqmax, s.seqcache, s.seqcycle, ${granted('c.relacl', 's', 'c.relowner')},
      (select d.refobjid::regclass::text || ' ' || d.refobjsubid from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')
        and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass)) as definition
    from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where ${ofOurs}`,
  type: `select t.oid::regtype::text as name, concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod)) as definition
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where ${ofOurs} and t.typtype not in ('c', 'b') and ${noExtension('pg_type', 't.oid')}`,
  function: `select p.oid::regprocedure::text as name, concat_ws(E'\\n', pg_get_functiondef(p.oid), 'owner ' || ${ownedBy('p.proowner')},
      ${granted('p.proacl', 'f', 'p.proowner')}) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ofOurs} and ${noExtension('pg_proc', 'p.oid')}`,
  trigger: `select g.tgrelid::regclass::text || '.' || g.tgname as name, g.tgenabled::text || ' ' || pg_get_triggerdef(g.oid) as definition
    from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ofOurs} and not g.tgisinternal`,
  policy: `select p.polrelid::regclass::text || '.' || p.polname as name, concat_ws(' ', p.polcmd, case when p.polpermissive then
      'permissive' else 'restrictive' end, 'to', (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ' order by
      r::regrole::text) from unnest(p.polroles) r), 'using', pg_get_expr(p.polqual, p.polrelid), 'check',
      pg_get_expr(p.polwithcheck, p.polrelid)) as definition
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where ${ofOurs}`,
  'event trigger': `select e.evtname as name, concat_ws(' ', e.evtevent, e.evtfoid::regproc::text, e.evtenabled) as definition
    from pg_event_trigger e where $1::text[] is not null`,
  rule: `select r.ev_class::regclass::text || '.' || r.rulename as name, pg_get_ruledef(r.oid) as definition
    from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace where ${ofOurs}`,
  comment: `select concat_ws(' ', d.classoid::regclass::text, pg_describe_object(d.classoid, d.objoid, d.objsubid)) as name,
      d.description as definition
    from pg_description d where $1::text[] is not null and exists (select from pg_class c join pg_namespace n
      on n.oid = c.relnamespace where c.oid = d.objoid and ${ofOurs})`,
}
