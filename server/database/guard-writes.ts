import type pg from 'pg'

/** Tables that say what is moved where; a move writes them while everything else is held. */
const exempt = ['app.site_state', 'app.moved_files']

/** Schemas that aren't the site's: PostgreSQL's own, and the notes of a move on its destination (server/move). */
const foreignSchemas = /^(pg_.*|information_schema|move)$/.source

/**
 * Gives every table the trigger that refuses changes while the site is read-only, the queue's tables and those of later
 * migrations included. Safe at every start.
 * @param owner a connection of the tables' owner
 */
export async function guardWrites(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relpersistence <> 't' and n.nspname !~ $1
      and format('%s.%s', n.nspname, c.relname) <> all ($2)
      and pg_has_role(c.relowner, 'usage')
      and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'refuse_while_read_only')
    order by 1`,
    [foreignSchemas, exempt],
  )
  for (const { name } of rows) {
    await owner.query(`create trigger refuse_while_read_only before insert or update or delete or truncate on ${name}
      for each statement execute function app.refuse_while_read_only()`)
  }
}
