import type { Column, Table } from './read-catalog.ts'
import type { Chapter } from './read-comments.ts'

/** Types of columns that the code knows more precisely than the database. */
const known: Record<string, string> = {
  'accreditations.owners': 'ColumnType<Owner[], string, string>',
  'audit_log.details': 'ColumnType<Record<string, unknown>, string | undefined, never>',
  'delivery_files.marks': 'FileMark[] | null',
  'import_batches.members': 'ColumnType<Record<string, string>, string, never>',
  'notices.kind': 'AnyNoticeKind',
  'uploads.category': 'DocumentCategory',
  'uploads.marks': 'FileMark[] | null',
}

/** Columns of views that are never null, which PostgreSQL doesn't report. */
const neverNull: Record<string, string[]> = {
  'app.readable_audit': ['id', 'at', 'action', 'outcome', 'details'],
  'app.note_movements': [
    'entry_id',
    'account',
    'note_id',
    'holder_id',
    'entry_note_id',
    'seq',
    'kind',
    'about',
    'booked_on',
    'relates_to',
    'created_at',
    'principal_cents',
    'interest_cents',
  ],
  'app.line_status': [
    'note_id',
    'holder_id',
    'version',
    'n',
    'start_date',
    'due_date',
    'pay_date',
    'days',
    'is_stub',
    'interest_cents',
    'principal_cents',
    'paid_cents',
    'is_posted',
    'principal_left_cents',
  ],
}

const head = `// Written by \`npm run schema\` from the database that server/database/schema/ builds. Change that instead.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Owner } from '../../app/accreditation/high-minimum.ts'
import type { DocumentCategory } from '../../app/documents/documents.ts'
import type { FileMark } from '../../app/file-checks/file-checks.ts'
import type { AnyNoticeKind } from '../../app/notifications/mail-preferences.ts'

/* Times are UTC instants, days are 'YYYY-MM-DD', sizes are bytes. */

/** Cents: read as a number, which \`toCents\` (\`cents.ts\`) makes a bigint, and written as a bigint. */
type Cents = ColumnType<number, bigint, bigint>
type CentsOrNone = ColumnType<number | null, bigint | null | undefined, bigint | null>
type CentsOrZero = ColumnType<number, bigint | undefined, bigint>
`

const scalars: Record<string, string> = {
  int8multirange: 'string',
  uuid: 'string',
  text: 'string',
  date: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'timestamp with time zone': 'Date',
  jsonb: 'Record<string, unknown>',
  bytea: 'Buffer',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  'uuid[]': 'string[]',
}

/** @returns a module with an interface for each table, for Kysely */
export function typesOf(chapters: Chapter[], catalog: Map<string, Table>): string {
  const tables = chapters.flatMap(chapter => chapter.tables).filter(({ name }) => catalog.get(name))
  const list = (isListed: (name: string) => boolean) =>
    tables.filter(({ name }) => isListed(name)).map(({ name }) => `  ${keyOf(name)}: ${typeNameOf(name)}`)
  const interfaces = tables.map(({ name, columns }) => {
    const table = catalog.get(name) as Table
    const lines = table.columns.flatMap(column => [
      ...docOf(columns.get(column.name), '  '),
      `  ${column.name}: ${known[`${name}.${column.name}`] ?? typeOf(column, table)}`,
    ])
    return [`export interface ${typeNameOf(name)} {`, ...lines, '}'].join('\n')
  })
  return [
    head,
    '/** The tables and views that people and jobs use. */',
    `export interface Database {\n${list(name => !name.startsWith('auth.')).join('\n')}\n}\n`,
    "/** The tables of the schema `auth`, which are the sign-in's. */",
    `export interface AuthDatabase {\n${list(name => name.startsWith('auth.')).join('\n')}\n}\n`,
    '/** What the role app_auth can access within a transaction: its schema, and the profiles’ addresses. */',
    "export type AuthTables = AuthDatabase & Pick<Database, 'user_profiles'>\n",
    interfaces.join('\n\n'),
    '',
  ].join('\n')
}

const keyOf = (name: string) => (name.includes('.') ? `'${name}'` : name)

/** @returns such as `DocumentViewsTable` */
function typeNameOf(name: string): string {
  const words = name.replace(/^\w+\./, '').split('_')
  return `${words.map(word => word[0]?.toUpperCase() + word.slice(1)).join('')}Table`
}

function docOf(comment: string | undefined, indent: string): string[] {
  if (!comment) return []
  const lines = comment.split('\n').map(line => `${indent} * ${line}`.trimEnd())
  return lines.length === 1 ? [`${indent}/** ${comment} */`] : [`${indent}/**`, ...lines, `${indent} */`]
}

/** A column that no role inserts or updates is generated; one with a default is optional. */
function typeOf(column: Column, table: Table): string {
  const { isNullable, isGenerated, isIdentity, isInserted, isUpdated, expression } = column
  if (table.isView)
    return neverNull[table.name]?.includes(column.name) ? scalarOf(column, table) : `${scalarOf(column, table)} | null`
  const isFixed = isGenerated || isIdentity || !(isInserted || isUpdated)
  const type = `${scalarOf(column, table)}${isNullable ? ' | null' : ''}`
  if (isFixed) return `GeneratedAlways<${type}>`
  const isCents = column.type === 'bigint' && column.name.endsWith('_cents')
  if (isCents) return isNullable ? 'CentsOrNone' : expression === null ? 'Cents' : 'CentsOrZero'
  if (isNullable) return type
  return expression === null && isInserted ? type : `Generated<${type}>`
}

/** @returns the words that a CHECK allows, or the type that the column is read as */
function scalarOf(column: Column, { rules }: Table): string {
  const check = rules.find(
    ({ kind, columns, definition }) =>
      kind === 'c' &&
      columns.length === 1 &&
      columns[0] === column.name &&
      /^CHECK \(\w+ (= ANY \(|<@ )ARRAY\[/.test(definition),
  )
  const words = check && [...check.definition.matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`).join(' | ')
  if (words) return column.type === 'text[]' ? `(${words})[]` : words
  const scalar = scalars[column.type]
  if (!scalar) throw new Error(`no type of TypeScript is known for ${column.type}`)
  return scalar
}
