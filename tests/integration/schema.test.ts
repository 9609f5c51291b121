import { expect } from 'vitest'
import { categoryWords } from '../../app/accreditation/categories.ts'
import { evidenceKinds, licenseSeries } from '../../app/accreditation/evidence-kinds.ts'
import { methods } from '../../app/accreditation/methods.ts'
import { accreditationStates } from '../../app/accreditation/states.ts'
import { capacities, eventCodes, findings } from '../../app/covered-persons/covered-persons.ts'
import { delegateKinds, readWords } from '../../app/delegates/delegates.ts'
import { deliveryStates } from '../../app/deliveries/deliveries.ts'
import {
  acceptedExtensions,
  deleteRequestStates,
  documentCategories,
  mimeTypes,
  signingLinkType,
} from '../../app/documents/documents.ts'
import {
  approvalDecisions,
  holderKinds,
  memberRights,
  signingRules,
  statementRhythms,
} from '../../app/holders/holders.ts'
import { ledgerAccounts } from '../../app/ledger/ledger-accounts.ts'
import { payoutMonths, yearDays } from '../../app/notes/interest.ts'
import { electionChoices, ledgerKinds } from '../../app/notes/note-records.ts'
import { noteStates } from '../../app/notes/standing.ts'
import { conventions } from '../../rules/business-days.ts'
import { ownTables } from '../../server/database/apply-schema.ts'
import { readSchema } from '../../server/database/schema-files.ts'
import { prepareDatabase } from '../../server/open-database.ts'
import { testSecret } from '../helpers/cluster.ts'
import { test } from '../helpers/shared-portal.ts'

test('every table with personal data has forced row-level security', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select relname, relrowsecurity and relforcerowsecurity as forced from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)`,
    [ownTables],
  )
  expect(rows.filter(row => !row.forced)).toEqual([])
})

test('someone whose access is closed sees nothing in any table that people see', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_any_column_privilege('app_user', c.oid, 'select')
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'active_only'
        and not p.polpermissive)`,
  )
  expect(rows).toEqual([])
})

test('the roles of the site own nothing and inherit nothing', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select rolinherit, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
      (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = any ($1)`,
    [
      [
        ...[portal.access.pages, portal.access.signIn, portal.access.jobs].map(({ user }) => user),
        ...['app_user', 'app_auth', 'app_jobs', 'app_operator', 'app_visitor', 'app_caller', 'app_queue'],
      ],
    ],
  )
  expect(rows).toHaveLength(10)
  for (const row of rows) {
    expect(row).toEqual({
      rolinherit: false,
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      owned: 0,
    })
  }
})

test('a function with more rights than its caller has a fixed search path and an owner that no login can become', async ({
  portal,
}) => {
  const { rows } = await portal.owner.query(
    `select p.oid::regprocedure::text as name, p.proowner::regrole::text as owner,
      coalesce(array_to_string(p.proconfig, ' '), '') ~ 'search_path=' as pinned,
      exists (select from pg_auth_members m join pg_roles r on r.oid = m.member
        where m.roleid = p.proowner and r.rolcanlogin and not r.rolsuper
          and r.oid not in (select datdba from pg_database)) as taken
    from pg_proc p where p.prosecdef and p.pronamespace <> 'pg_catalog'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ owner, pinned, taken }) => !pinned || taken || owner === portal.owner.user)).toEqual([])
})

test('all rows are there for owners of functions and jobs alone, and not where a file says which', async ({
  portal,
}) => {
  const { rows } = await portal.owner.query(
    `select r::regrole::text as role, array_agg(p.polrelid::regclass::text order by 1) as tables
    from pg_policy p cross join unnest(p.polroles) r where p.polname = 'functions_see' group by r order by 1`,
  )
  const owners = [
    'app_audit',
    'app_directory',
    'app_eraser',
    'app_guard',
    'app_jobs',
    'app_session_reader',
    'app_steward',
    'app_vault',
  ]
  expect(rows.map(({ role }) => role)).toEqual(owners)
  expect(rows.filter(({ tables }) => tables.includes('documents')).map(({ role }) => role)).toEqual(['app_audit'])
})

/** Another value of each type that guarded tables have, in a copy of a table where all are null. */
const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: "'x'",
  integer: '1',
  bigint: '1',
  boolean: 'true',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  jsonb: "'{}'",
  bytea: "''",
  'text[]': "'{}'",
  'uuid[]': "'{}'",
  'integer[]': "'{}'",
}

test('nothing changes in a guarded row but what a rule names, and people are granted nothing else', async ({
  portal,
}) => {
  const ask = async (statement: string) => (await portal.owner.query(statement)).rows
  const { guards } = await readSchema()
  const changing = [...guards.values()].filter(({ rules }) => rules.some(({ of }) => of !== 'new row'))
  expect(changing.length).toBeGreaterThan(20)
  for (const { table, roles, refusal, rules } of changing) {
    const named = rules.flatMap(rule => rule.columns)
    await ask('begin')
    await ask(`create table public.guarded (like ${table})`)
    const columns = await ask(`select a.attname as name, format_type(a.atttypid, null) as type,
        coalesce((select array_agg(r.rolname::text) from pg_roles r where r.rolname = any ('{${roles}}')
          and has_column_privilege(r.oid, '${table}'::regclass, a.attname, 'update')), '{}') as granted
      from pg_attribute a where a.attrelid = 'guarded'::regclass and a.attnum > 0`)
    for (const { name } of columns) await ask(`alter table guarded alter ${name} drop not null`)
    const own = `app.guard_${table.replace('auth.', '')}`
    await ask(`insert into guarded default values; grant select, update on guarded to public;
      create trigger guard before update on guarded for each row execute function ${own}()`)
    expect(
      columns.map(({ name }) => name),
      table,
    ).toEqual(expect.arrayContaining(named))
    for (const { name, type, granted } of columns.filter(({ name }) => !named.includes(name))) {
      expect(granted, `${table}.${name}`).toEqual([])
      for (const role of roles.length > 0 ? roles : ['none']) {
        const change = `update guarded set ${name} = ${values[type]}`
        await ask(`savepoint before; set local role ${role}`)
        await expect(ask(change), `${role}: ${table}.${name}`).rejects.toMatchObject({ message: refusal })
        await ask('rollback to before')
      }
    }
    await ask('rollback')
  }
})

test('every foreign key has an index', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select c.conrelid::regclass::text as relation, c.conname from pg_constraint c
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  )
  expect(rows).toEqual([])
})

// The tables repeat the lists in `rules/`: the database accepts nothing else.
test.for<[table: string, column: string, list: readonly string[]]>([
  ['documents', 'file_type', [...Object.keys(mimeTypes), signingLinkType]],
  ['uploads', 'file_type', acceptedExtensions],
  ['documents', 'category', documentCategories],
  ['delivery_files', 'file_type', acceptedExtensions],
  ['document_deliveries', 'category', documentCategories],
  ['grants', 'kind', Object.keys(delegateKinds)],
  ['grants', 'categories', documentCategories],
  ['delegate_reads', 'how', Object.keys(readWords)],
  ['document_deliveries', 'state', Object.keys(deliveryStates)],
  ['documents', 'delete_request_status', deleteRequestStates],
  ['ledger_lines', 'account', Object.keys(ledgerAccounts)],
  ['ledger_entries', 'kind', Object.keys(ledgerKinds)],
  ['notes', 'state', Object.keys(noteStates)],
  ['notes', 'payout', Object.keys(payoutMonths)],
  ['notes', 'day_count', Object.keys(yearDays)],
  ['notes', 'convention', conventions],
  ['elections', 'choice', Object.keys(electionChoices)],
  ['holders', 'kind', Object.keys(holderKinds)],
  ['holders', 'signing_rule', Object.keys(signingRules)],
  ['holders', 'statement_rhythm', Object.keys(statementRhythms)],
  ['holder_members', 'member_right', Object.keys(memberRights)],
  ['approvals', 'decision', Object.keys(approvalDecisions)],
  ['accreditations', 'state', accreditationStates],
  ['accreditations', 'category', Object.keys(categoryWords)],
  ['accreditations', 'method', methods],
  ['evidence', 'kind', evidenceKinds],
  ['evidence', 'license_series', licenseSeries],
  ['covered_persons', 'capacity', Object.keys(capacities)],
  ['covered_questionnaires', 'events', eventCodes],
  ['covered_questionnaires', 'finding', Object.keys(findings)],
])('%s.%s takes what the rules list', async ([table, column, list], { portal }) => {
  const { rows } = await portal.owner.query<{ condition: string }>(
    `select pg_get_constraintdef(oid) as condition from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  const [one, several] = [`CHECK ((${column} = ANY (ARRAY[`, `CHECK ((${column} <@ ARRAY[`]
  const check = rows.find(({ condition }) => condition.startsWith(one) || condition.startsWith(several))
  const taken = [...(check?.condition.matchAll(/'([^']*)'::text|\b(\d{4})\b/g) ?? [])].map(
    ([, text, number]) => text ?? number,
  )
  expect(taken.toSorted()).toEqual([...list].toSorted())
})

test('two processes that start together migrate once', async ({ portal }) => {
  const { rows } = await portal.owner.query('select current_database() as name')
  const url = new URL(`postgresql://${portal.owner.user}@localhost:${portal.owner.port}/${rows[0].name}_fresh`)
  url.searchParams.set('host', portal.owner.host)
  await portal.owner.query(`create database ${rows[0].name}_fresh`)
  try {
    await Promise.all([1, 2, 3].map(() => prepareDatabase(url.href, testSecret)))
  } finally {
    await portal.owner.query(`drop database ${rows[0].name}_fresh with (force)`)
    await portal.owner.query(`drop role ${['login', 'sign_in', 'jobs'].map(login => `${rows[0].name}_fresh_${login}`)}`)
  }
})

const aFile = {
  file_path: "'INVESTOR/1764000000000.pdf'",
  file_size: '10',
  mime_type: `'${mimeTypes.pdf}'`,
  sha256: `'${'ab'.repeat(32)}'`,
  file_type: "'pdf'",
  filename: "'a.pdf'",
}
const aLink = {
  file_path: "''",
  file_size: '0',
  mime_type: "'application/docusign'",
  is_external_link: 'true',
  external_url: "'https://sign.example/1'",
  file_type: "'docusign'",
  filename: "'Note'",
}

test.for<[string, Record<string, string>, boolean]>([
  ['a file', aFile, true],
  ['a signing link', aLink, true],
  ['a file without its hash', { ...aFile, sha256: 'null' }, false],
  ['an empty file', { ...aFile, file_size: '0' }, false],
  ['a file one byte over 50 MB', { ...aFile, file_size: '52428801' }, false],
  ['a type that is not accepted', { ...aFile, file_type: "'exe'" }, false],
  [
    'a path in another person’s folder',
    { ...aFile, file_path: "'00000000-0000-4000-8000-000000000000/1764000000000.pdf'" },
    false,
  ],
  ['a path outside the folder', { ...aFile, file_path: "'../1764000000000.pdf'" }, false],
  ['a name with a slash', { ...aFile, filename: "'../a.pdf'" }, false],
  ['a name with a line break', { ...aFile, filename: "E'a\\n.pdf'" }, false],
  ['a link without https', { ...aLink, external_url: "'http://sign.example/1'" }, false],
  ['a link that is a script', { ...aLink, external_url: "'javascript:alert(1)'" }, false],
  ['a link with a file size', { ...aLink, file_size: '3' }, false],
  ['another category', { ...aFile, category: "'Other'" }, false],
  ['a pending request without a requester', { ...aFile, delete_request_status: "'pending'" }, false],
  [
    'a pending request',
    { ...aFile, delete_request_status: "'pending'", delete_requested_by: "'INVESTOR'", delete_requested_at: 'now()' },
    true,
  ],
  [
    'a rejected request with a requester',
    { ...aFile, delete_request_status: "'rejected'", delete_requested_by: "'INVESTOR'", delete_requested_at: 'now()' },
    false,
  ],
  ['a rejected request', { ...aFile, delete_request_status: "'rejected'" }, true],
  ['a requester without a request', { ...aFile, delete_requested_by: "'INVESTOR'" }, false],
])('a row of documents: %s', async ([_, columns, taken], { portal, investor }) => {
  const values = { user_id: "'INVESTOR'", uploaded_by: "'INVESTOR'", ...columns }
  const insert = portal.owner.query(
    `insert into documents (${Object.keys(values).join()}) values (${Object.values(values).join()})`.replaceAll(
      'INVESTOR',
      investor.id,
    ),
  )
  if (taken) await insert
  else await expect(insert).rejects.toMatchObject({ code: '23514' })
})

test('an address belongs to one profile, ignoring case', async ({ portal, investor, second }) => {
  await expect(
    portal.owner.query('update user_profiles set email = $2 where id = $1', [second.id, investor.email.toUpperCase()]),
  ).rejects.toMatchObject({ code: '23505' })
})

test('a change to a profile or a document updates its updated_at', async ({ portal, investor }) => {
  const before = await portal.owner.query('select updated_at from user_profiles where id = $1', [investor.id])
  await portal.owner.query("update user_profiles set full_name = 'New Name' where id = $1", [investor.id])
  const after = await portal.owner.query('select updated_at from user_profiles where id = $1', [investor.id])
  expect(after.rows[0].updated_at.getTime()).toBeGreaterThan(before.rows[0].updated_at.getTime())
})
