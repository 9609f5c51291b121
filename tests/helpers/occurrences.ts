import type { SharedPortal } from './shared-portal.ts'

/** Occurrences of a text: every table and column of the schemas with people's data, apart from the audit log. */
export async function occurrencesOf(portal: SharedPortal, text: string): Promise<string[]> {
  const { rows: columns } = await portal.owner.query(
    `select format('%I.%I', table_schema, table_name) as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'auth', 'app', 'jobs') and table_type = 'BASE TABLE' and table_name <> 'audit_log'`,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const statement = `select from ${table} where position($1 in lower("${column}"::text)) > 0`
    if ((await portal.owner.query(statement, [text.toLowerCase()])).rowCount) found.push(`${table}.${column}`)
  }
  return found
}
