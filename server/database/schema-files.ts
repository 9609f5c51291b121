import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { projectFolder } from '../platform/data-folder.ts'
import { type Guard, guardStatements, readGuard } from './guards.ts'

const schemaFolder = 'server/database/schema'

/** The database's promises, enforced whatever the site's code does: a page of functions, triggers and policies for each. */
export const promises = ['who-sees-a-row', 'ledger-balances', 'audit-chain', 'two-people', 'retention']

/**
 * Files of the schema, in a newcomer's reading order. A table refers only to earlier ones. `tax/tax-returns` is
 * `app/tax/tax-returns.sql`; what belongs to no capability is in `schema/`.
 */
const places = [
  ...promises,
  'roles',
  'identity/identity',
  'people/people',
  'holders/holders',
  'approvals/approvals',
  'signing/consents',
  'documents/documents',
  'delegates/delegates',
  'downloads/file-accesses',
  'document-requests/document-requests',
  'uploads/uploads',
  'deliveries/deliveries',
  'bulk-delivery/bulk-delivery',
  'leads/leads',
  'messages/conversations',
  'notes/notes',
  'find/search',
  'ledger/ledger',
  'bank/bank',
  'statements/statements',
  'tax/tax',
  'tax/tax-returns',
  'letters/letters',
  'sealing/sealing',
  'wire-instructions/wire-instructions',
  'runs/runs',
  'accreditation/accreditation',
  'signing/envelopes',
  'covered-persons/covered-persons',
  'sanctions/sanctions',
  'subscriptions/offerings',
  'subscriptions/subscriptions',
  'workflows',
  'calendar/calendar',
  'mail',
  'reach',
  'audit/audit',
  'vault',
  'backup/backup',
  'site',
]

/** The names of the files, in that order. */
export const schemaFiles = places.map(place => basename(place))

/** @param name of a file of the schema @returns its path in the project */
export function schemaPath(name: string): string {
  const place = places.find(each => basename(each) === name) ?? name
  return place.includes('/') ? `app/${place}.sql` : `${schemaFolder}/${place}.sql`
}

/** @returns the content of each file of the schema, in their order */
export function readSchemaFiles(): Promise<string[]> {
  return Promise.all(schemaFiles.map(name => readFile(join(projectFolder, schemaPath(name)), 'utf8')))
}

/** Content of the files, by how it is applied to a database. */
export interface Schema {
  /** SHA-256 of all files. */
  fingerprint: string
  /** Roles and schemas; may be run again. */
  roles: string
  tables: string
  /** Functions, with their owners. */
  functions: string[]
  /** Names of functions to be inlined into the calling statement, which a search path of their own prevents. */
  unpinned: string[]
  /** Views, policies and triggers by name, such as `policy admin_reads on sweeps`. */
  parts: Map<string, string>
  grants: string[]
  /** What may change in a row, by table. Their functions and triggers are among those above. */
  guards: Map<string, Guard>
}

/** A statement's start, with its object's name. */
const heads = {
  table: /^(?:create (?:unique )?(?:table|index|sequence) |alter table [\w.]+ (?:add|alter) |do )/,
  function: /^create or replace function ([\w.]+)|^alter function ([\w.]+)/,
  view: /^(?:create|alter) view ([\w.]+)/,
  policy: /^create policy (\w+) on ([\w.]+)/,
  trigger: /^create (?:constraint )?trigger (\w+)[^;]*? on ([\w.]+)/,
  always: /^alter table ([\w.]+) enable always trigger (\w+)/,
  grant: /^(?:grant|revoke) /,
}

/** A statement for several tables. */
const severalTables =
  /^(create policy \w+ on |create trigger \w+ [\w\s,]+? on |alter table )([\w.]+(?:,\s+[\w.]+)+)(\s[^;]*;)$/

/** The part of `roles.sql` that comes before everything else. */
const rolesPart = /^-- Roles\n[\s\S]*?^-- End of the roles\n/m

/** @throws Error naming a statement that is none of a schema */
export async function readSchema(): Promise<Schema> {
  const texts = await readSchemaFiles()
  const statements = texts.flatMap(text => statementsOf(text.replace(rolesPart, '')))
  const schema: Schema = {
    fingerprint: createHash('sha256').update(texts.join('\n')).digest('hex'),
    roles: texts.map(text => rolesPart.exec(text)?.[0] ?? '').join(''),
    tables: statements.filter(statement => heads.table.test(statement)).join('\n'),
    functions: [],
    unpinned: [],
    parts: new Map(),
    grants: [],
    guards: new Map(),
  }
  // Whatever asks a view is made after it.
  const views = statements.filter(statement => heads.view.test(statement))
  for (const statement of new Set([...views, ...statements])) {
    if (!heads.table.test(statement)) addStatement(schema, statement)
  }
  return { ...schema, functions: schema.functions.map(withOwner) }
}

/** A security definer function belongs to app_steward, unless a later statement says otherwise. */
function withOwner(statement: string): string {
  const [, made] = /^create or replace function ([\w.]+)[^$]*\bsecurity definer\b/.exec(statement) ?? []
  return made ? `${statement}\nalter function ${made} owner to app_steward;` : statement
}

/** A statement starts in the first column; its other lines are indented, or start with one of the words below. */
function statementsOf(text: string): string[] {
  return text
    .replace(/^--.*\n/gm, '')
    .split(/^(?=(?:create|alter|grant|revoke|do|comment|insert|update|delete|drop) )/m)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
}

function addStatement(schema: Schema, statement: string): void {
  const { functions, unpinned, parts, grants, guards } = schema
  if (statement.startsWith('create guard ')) {
    const guard = readGuard(statement)
    guards.set(guard.table, guard)
    for (const made of guardStatements(guard)) addStatement(schema, made)
    return
  }
  const [, begins, tables, ends] = severalTables.exec(statement) ?? []
  if (tables) {
    for (const table of tables.split(/,\s+/)) addStatement(schema, `${begins}${table}${ends}`)
    return
  }
  const add = (name: string) => parts.set(name, [parts.get(name), statement].filter(Boolean).join('\n'))
  const match = (head: keyof typeof heads) => heads[head].exec(statement)
  const [, made] = match('function') ?? []
  if (made && /\breset search_path\b/.test(statement)) unpinned.push(made)
  if (match('function')) functions.push(statement)
  else if (match('grant')) grants.push(statement)
  else {
    const [view, policy, trigger, always] = [match('view'), match('policy'), match('trigger'), match('always')]
    if (view) add(`view ${view[1]}`)
    else if (policy) add(`policy ${policy[1]} on ${policy[2]}`)
    else if (trigger) add(`trigger ${trigger[1]} on ${trigger[2]}`)
    else if (always) add(`trigger ${always[2]} on ${always[1]}`)
    else throw new Error(`not a table, policy, grant, view, function or trigger: ${statement.slice(0, 80)}`)
  }
}
