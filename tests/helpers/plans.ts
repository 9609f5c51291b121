import pg from 'pg'
import { fillFund } from '../../bench/fill-fund.ts'
import { fillRegister } from '../../bench/fill-register.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { fundDay } from '../../server/platform/fund-day.ts'

/** Settings of a PostgreSQL that collects every statement it runs, including those in functions. */
export const collectingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_utility': 'off',
  'pg_stat_statements.max': '20000',
}

/** Marks a test's own statement. */
export const ofTest = '/* a test */'

/** Tables that stay small in a large fund. */
const small = [
  'actor_keys',
  'access_reviews',
  'access_reminders',
  'deliveries',
  'schema_migrations',
  'schema_parts',
  'schema_versions',
  'vault_keys',
  'vault',
  'sweeps',
]

/** Statements that may read a whole table, with the reason. */
const exceptions: Record<string, RegExp[]> = {
  'Names the states that a partial index has; collected statements have parameters instead': [
    /check_state in \(\$\d+ \/\*.*uploaded_by is distinct/s,
    /^coalesce\(\(select f\.listed from public\.document_figures f/,
    /^delete from "documents" where "check_state" = \$1 and "checked_at" </,
    /^select id from notes where state = \$\d+ and issue_date <= /,
    /^select e\.id as evidence_id, .* where d\.category = \$\d+ .* and d\.evidence_changed_at < /,
    /from notes n where n\.state = \$\d+ and n\.maturity_date between \$\d+ and \$\d+ and not exists/,
    /from notes n join holders h .* where n\.state in .* and n\.maturity_date <= \$\d+::date/,
    /from app\.bank_movements m where m\.relates_to between greatest\(/,
    // Along `notes_maturing`. With a parameter, PostgreSQL assumes a single state, and whether it then reads all notes
    // or those of each holder depends on statistics of rows that are random in each run.
    /^select h\.id, h\.number, h\.legal_name .* exists \(select from notes n where n\.holder_id = h\.id and n\.state in /,
  ],
  'The planner sees the path, which is not empty, as the index wants': [
    /from "documents" where "file_path" = \$1/,
    /^select file_path from documents where file_path = any \(\$1::text\[\]\) and file_path <> /,
  ],
  'Everything that someone keeps of a person, to export or to erase it': [
    /from "(messages|call_requests)" where lower\(email\) = /,
    /delete from public\.(messages|call_requests) where lower\(email\)/,
    /update public\.document_views set user_email/,
    /^with addresses as \(select unnest\(app\.addresses_of/,
  ],
  'What administrators read of the whole system, now and then, from an index': [
    /count\(\*\), coalesce\(sum\(d\.file_size\).* from public\.documents d/,
    /^select l\.account, sum\(l\.debit_cents\)/,
    // The statements due to any holder.
    /^select w\.kind, w\.rhythm, \(select array_agg/,
  ],
  'A bulk delivery compares its pages with every holder, by their numbers and names': [/^with tins as materialized \(/],
  'Everyone who can be sent documents: the page looks names up in it, also without a connection': [
    /^select \$\d+ \|\| p\.id as key/,
  ],
  'What the accountant asks about all holders, a year or the quarter: sums of the ledger, now and then': [
    /app\.note_movements m where m\.about = \$\d+/,
    /from \(select h\.id, h\.number, h\.legal_name as name, array\(/,
    /from app\.journal_to_export\(/,
    /^with begun as \(/,
    /^select s\.pay_date as day, sum\(greatest/,
    /^select s\.note_id as "noteId", s\.pay_date as day/,
    /^select e\.note_id as "noteId", e\.renew_cents::numeric as cents/,
    /^select count\(distinct l\.entry_id\)::int as entries/,
    // The payment register, and notes payable by month and by year.
    /from \(select e\.note_id, e\.holder_id, e\.kind, e\.day, e\.approval_id/,
    /from ledger_entries e where e\.kind in \(\$\d+, \$\d+\)$/,
    /from \(select case when m\.is_principal then/,
    /from app\.note_movements m where m\.is_principal and m\.booked_on <= \$\d+::date group by/,
    /from unnest\(string_to_array\(\$\d+, \$\d+\)::date\[\]\) d/,
    /^select case when n\.maturity_date > /,
    // The bank's balance beside the books: all movements of the account, and every open line of the bank's.
    /^select \(select max\(last_day\)::text from bank_lists\) as listed/,
    /^with moved as \( select coalesce\(e\.undoes, e\.reverses, e\.id\) as about/,
    /from bank_lines b left join lateral \(select sum\(m\.cents\) as cents/,
  ],
  'A job that runs at night or each hour, beside what people do': [
    // Holders with a due statement: the books of all holders, once for a period.
    /^with books as materialized \(/,
    // The register, its ledger and the due list, compared once a day.
    /^with owed as \( select m\.note_id, sum\(m\.principal_cents\)/,
    /where not exists \(select from audit\.chain/,
    /delete from auth\.devices d where seen_at < /,
    /delete from "(call_requests|messages)" where "(ends_at|updated_at)" < /,
    // Compares the figures about documents with all of them.
    /^select app\.add_document_figures\(array\(/,
  ],
  'What an operator’s command compares: every entry of the ledger, every signed note': [
    /from public\.ledger_entries e where not exists \(select from public\.ledger_chain c/,
    /from public\.notes n where n\.terms is not null/,
    /from public\.audit_log r left join audit\.chain c/,
    /^select id from public\.approvals where content_sha256 <> /,
    /^with booked as \(select e\.approval_id, /,
  ],
  'A command that an operator runs to check every file again': [/^select id from documents where not is_external_link/],
  'The access review, once a year: everyone, in an order of what is computed': [
    /from auth\.sessions s union all select d\.user_id, d\.seen_at/,
    /user_profiles p left join user_profiles giver|^select count\(\*\) (as "total" )?(filter .*)?from "?user_profiles/s,
    /as right, case when p\.disabled_at/,
  ],
  'A search for people who are few; the many are read along their order, and ten thousand are counted in a millisecond':
    [/from public\.user_profiles d where \$1\)? /, /^select count\(\*\) from public\.user_profiles where \$1$/],
  'A payment of the bank’s that nothing due explains may pay off any open note, and these are few': [
    /^select l\.line, n\.id as note_id, n\.number, /,
  ],
  'Sums of the whole register, whose notes are few': [
    /^select count\(\*\)::int as notes, count\(distinct n\.holder_id\)/,
    // All holders, for the count of their list.
    /^select count\(distinct h\.id\)::int as holders/,
    /^select (h\.id::text|n\.offering) as key, min\(/,
    /^select to_char\(n\.maturity_date, \$\d+\) as month/,
    // A search among unissued notes, which the planner estimates at almost none.
    /from \(select n\.\*, p\.principal from notes n join holders h /,
    /^with sales as \( select n\.offering/,
  ],
  'Whose tax number is missing, waits or doesn’t match: holders are few, and most of them are in one part of the queue':
    [
      /^select jsonb_build_object\(.* from holders h left join tax_profiles p/s,
      /^select h\.id, h\.number, .* from holders h left join tax_profiles p .* order by c\.submitted_at/s,
    ],
  'Conditions of guards about rows that are being written': [
    /where n\.id = coalesce\(new\.note_id, old\.note_id\)/,
    /^is_allowed := app\.acts_for_holder\(/,
    // Each by the key of a column of the row.
    /\.renews_id is null or exists \(select from public\.notes n where n\.id = /,
  ],
  'A file of existing notes is compared with everyone, when a fund begins with the register': [
    /^select name, min\(number\) as number from holders, lateral/,
    /^select lower\(email\) as email, id from user_profiles where lower\(email\) = any/,
  ],
  'What is overdue: which notes owe interest is known from the balances of all, one pass of an account': [
    /^with (due|near) as materialized \(/,
  ],
  'Whose a new note is to be: administrators search holders and accepted people by parts of words': [
    /^select \$\d+::uuid as "holderId", p\.id as "personId"/,
    /^select h\.id as "holderId", \$\d+::uuid as "personId"/,
  ],
  'For processes of the version before, which search documents without keys': [
    /count\(\*\) - cardinality\(hidden\) from public\.documents$/,
    /from public\.documents d where \$1 and d\.id <> all \(\$2::uuid\[\]\)\) select/,
  ],
  'What tests try on the site’s own connections, and what a migration does once': [
    /^(select|declare) [\w *]+(from \w+)( where (name|id|user_id|actor_id) (=|<>|is distinct from) \$\d+)?$/,
    /^update (call_requests|messages) set note = \$1 where name/,
    /^select \* from public\.audit_log order by id$/,
  ],
  'Arrays that a function unnests': [/unnest\(documents, names\)/, /from unnest\(changes\) c/, /from unnest\(places/],
}

/** Characters shown of a statement: those with joins start with many columns. */
const shownLength = 3000

/** A collected statement. */
interface Statement {
  role: string
  text: string
}

const beside = (url: string, database: string) => settingsOf(url.replace(/\/portal_template(?=\?|$)/, `/${database}`))

/** Discards the statements collected so far: the migrations. */
export async function startCollecting(url: string): Promise<void> {
  const creator = new pg.Client(beside(url, 'postgres'))
  await creator.connect()
  await creator.query('create extension pg_stat_statements; select pg_stat_statements_reset()')
  await creator.end()
}

/**
 * Reads the plan of every statement run by the run's roles (except the one that copies whole tables), on a database
 * with the statistics of a large fund, with row-level security.
 * @param url the owner's connection string for a database to copy
 * @returns a sentence for each statement that would read all of a table that grows with the fund
 */
export async function findWholeTableReads(url: string): Promise<string[]> {
  const name = 'portal_plans'
  const creator = new pg.Client(beside(url, 'postgres'))
  await creator.connect()
  try {
    const { rows: statements } = await creator.query<Statement>(`
      select r.rolname as role, s.query as text from pg_stat_statements s join pg_roles r on r.oid = s.userid
      where r.rolname like 'app\\_%' and r.rolname <> 'app_backup' group by 1, 2 order by 1`)
    await creator.query(`create database ${name} template portal_template`)
    const owner = new pg.Client(beside(url, name))
    await owner.connect()
    try {
      return await readPlans(owner, statements)
    } finally {
      await owner.end()
    }
  } finally {
    await creator.query(`drop database if exists ${name} with (force)`)
    await creator.end()
  }
}

async function readPlans(owner: pg.Client, statements: Statement[]): Promise<string[]> {
  await fillFund(owner, { people: 100, documents: 400 })
  const { rows: people } = await owner.query<{ id: string }>(
    'select id from user_profiles where accepted_at is not null and disabled_at is null and not is_admin limit 1',
  )
  await fillRegister(owner, { notes: 300, investor: { id: people[0]?.id ?? '', notes: 5 }, today: fundDay() })
  // The planner multiplies the rows of a page with the number of pages.
  await owner.query(`update pg_class set reltuples = greatest(reltuples, 10) * 2500 where relkind = 'r' and relpages > 0
    and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'audit'::regnamespace)`)
  const { rows } = await owner.query<{ tables: string[]; partial: string[] }>(
    `select array(select relname::text from pg_class where relkind = 'r' and relpages > 0 and relnamespace in ('public'::regnamespace,
        'auth'::regnamespace, 'audit'::regnamespace) and relname <> all ($1)) as tables,
      array(select indexrelid::regclass::text from pg_index where indpred is not null) as partial`,
    [small],
  )
  const { tables = [], partial = [] } = rows[0] ?? {}
  const named = new RegExp(`\\b(${tables.join('|')})\\b`)
  await owner.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan')
  const found: string[] = []
  let role = ''
  for (const { role: its, text } of statements) {
    if (!named.test(text) || text.includes(ofTest) || isException(text)) continue
    if (its !== role) await owner.query(`reset role; set role ${its}`)
    role = its
    const plan = await explain(owner, text)
    const reads = typeof plan === 'string' ? [plan] : wholeReads(plan, new Set(tables), new Set(partial))
    if (reads.length > 0)
      found.push(`${reads.join(', ')}, as ${role}: ${text.replaceAll(/\s+/g, ' ').slice(0, shownLength)}`)
  }
  return found
}

/** @returns whether a statement may read a whole table, with or without its constants: a discarded entry gets them back */
export function isException(text: string): boolean {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const lines = [line, line.replaceAll(/'(?:[^']|'')*'/g, () => '$1')]
  return Object.values(exceptions).some(patterns => patterns.some(pattern => lines.some(each => pattern.test(each))))
}

/** A step of PostgreSQL's plan. */
interface Step {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Step[]
}

/** @returns a collected statement that can be explained: constants are parameters in it, even where none may be */
function asQuery(text: string): string {
  const query = text
    .replace(/^[\w.]+\s*:=/, '')
    .replaceAll(/\b(interval|date|timestamptz|timestamp) (\$\d+)/gi, '$2::$1')
    // Limits are small constants of the page; for a parameter the planner would expect a tenth of the table.
    .replaceAll(/limit \$\d+/gi, 'limit 50')
    .replaceAll(/offset \$\d+/gi, 'offset 0')
    // The rows added by a statement, named only in its trigger.
    .replaceAll(/\bfrom added\b/g, `from (${addedLines})`)
    .replaceAll(/details ->> \$\d+/g, "details ->> 'user_id'")
    .replaceAll(/extract\(\$\d+ from/gi, 'extract(epoch from')
    // The expressions of indexes.
    .replaceAll(
      /app\.folded\(coalesce\(full_name, \S+ \|\| \S+ \|\| email \|\| \S+ \|\| coalesce\(organization, \S+\)\)/g,
      searched,
    )
    .replaceAll(/app\.folded\(legal_name \|\| \S+ \|\| number\)/g, "app.folded(legal_name || ' ' || number)")
  return /^\s*(with|select|insert|update|delete)\b/i.test(query) ? query : `select ${query}`
}

const addedLines =
  'select null::uuid as entry_id, null::uuid as note_id, null::uuid as holder_id from generate_series(1, 50)'
const searched = `app.folded(coalesce(full_name, '') || ' ' || email || ' ' || coalesce(organization, ''))`

/** Types to try if PostgreSQL can't infer a parameter's. */
const types = ['', '::text', '::uuid', '::timestamptz', '::text[]', '::uuid[]', '::jsonb']
const mostTries = 300

/** @returns the plan for any parameters; a sentence if there is none */
async function explain(owner: pg.Client, text: string): Promise<Step | string> {
  let tries = 0
  let first = ''
  const attempt = async (statement: string): Promise<Step | undefined> => {
    if (++tries > mostTries) return undefined
    try {
      const { rows } = await owner.query(`explain (generic_plan, format json) ${statement}`)
      return rows[0]['QUERY PLAN'][0].Plan
    } catch (error) {
      const { message } = error as Error
      first ||= message
      for (const next of corrected(statement, message)) {
        const plan = await attempt(next)
        if (plan) return plan
      }
    }
  }
  return (await attempt(asQuery(text))) ?? `no plan (${first})`
}

/** @returns possible meanings of a statement: a function's variables are parameters in it, partly without a type */
function corrected(statement: string, message: string): string[] {
  const [, name, row] = message.match(/column "?([\w.]+)"? does not exist|FROM-clause entry for table "(\w+)"/) ?? []
  const variable = name ?? (row && statement.match(new RegExp(`\\b${row}\\.\\w+`))?.[0])
  if (variable) {
    const last = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const use = new RegExp(`(?<![.\\w])${variable.replace('.', '\\.')}(?![\\w(.])`, 'g')
    return types.map(type => statement.replaceAll(use, `$${last + 1}${type}`))
  }
  const [, parameter] = message.match(/data type of parameter (\$\d+)/) ?? statement.match(/unnest\((\$\d+)\)/) ?? []
  if (!parameter) return []
  const use = new RegExp(`\\${parameter}(?![\\d:])`, 'g')
  return types.slice(1).map(type => statement.replaceAll(use, `${parameter}${type}`))
}

/** Steps that stream rows, so that a limit above ends them early. */
const passing =
  /^(Limit|Nested Loop|Subquery Scan|LockRows|Incremental Sort|Append|Merge Append|Result|ProjectSet|Unique)$/

/**
 * @param endsEarly whether a limit can end this step early
 * @returns the tables that a plan reads whole: row by row, or along an index without a condition
 */
function wholeReads(step: Step, tables: Set<string>, partial: Set<string>, endsEarly = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = step
  const isWhole =
    type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && !step['Index Cond'] && !partial.has(index))
  const own = isWhole && !endsEarly && tables.has(table) ? [`reads all of ${table}${index && ` along ${index}`}`] : []
  const below = (step.Plans ?? []).flatMap(each => {
    const isFed = /^(Outer|Member|Subquery)$/.test(each['Parent Relationship'] ?? '')
    return wholeReads(each, tables, partial, (endsEarly || type === 'Limit') && passing.test(type) && isFed)
  })
  return [...own, ...below]
}
