import { expect } from 'vitest'
import { requestFreeze } from '../../app/holders/server/freeze-holder.ts'
import type { Actor } from '../../server/access/actor.ts'
import { accountant, givenDelegate } from '../helpers/delegates.ts'
import { givenHolder } from '../helpers/holders.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { queryAs, transactionAs } from '../helpers/query-as.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

/*
 * What an administrator, an approver or a member can do with SQL of their own on the site's connections, where a guard could let them
 * pass because of who they are: a release by one person, a decision in another name, an approval that nothing follows.
 */

const refused = { code: '42501' }

/**
 * Columns that say who did something and that people may change. Each is set by the database, or refused unless it names the person
 * who acts; what sets it stands beside it. A column that is added fails this test until someone says what guards it.
 */
const personColumns: Record<string, string> = {
  'accreditations.revoked_by': 'the guard of accreditations',
  'bank_balances.explained_by': 'app.stamp_act',
  'bank_lines.explained_by': 'app.stamp_act',
  'conversations.closed_by': 'app.stamp_act',
  'document_deliveries.recalled_by': 'app.stamp_act',
  'documents.delete_requested_by': 'the guard of documents, and the step’s own need',
  'envelopes.sent_by': 'app.stamp_act',
  'esign_consents.withdrawn_by': 'the guard of esign_consents',
  'grants.revoked_by': 'app.guard_grant',
  'holder_members.ended_by': 'policy two_people_change',
  'letter_runs.recalled_by': 'app.stamp_act',
  'paper_batch_items.excluded_by': 'the guard of paper_batch_items',
  'paper_batch_items.matched_by': 'the guard of paper_batch_items',
  'paper_batches.filed_by': 'the guard of paper_batches',
  'paper_batches.recalled_by': 'app.stamp_act',
  'tax_certifications.decided_by': 'app.stamp_act',
  'tax_consents.withdrawn_by': 'the guard of tax_consents',
  'tax_runs.filed_by': 'app.stamp_act',
  'tax_runs.furnished_by': 'app.stamp_act',
  'tax_runs.reviewed_by': 'app.stamp_act',
  'tin_notices.withdrawn_by': 'app.stamp_act',
  'wire_instructions.stopped_by': 'app.stamp_act',
  'wire_openings.read_back_by': 'app.stamp_act',
  'uploads.uploaded_by': 'policies, which let nobody touch another’s uploads',
}

test('every column that says who did something is the database’s to fill in', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select c.table_name || '.' || c.column_name as name, c.table_name::text, c.column_name::text
    from information_schema.column_privileges p join information_schema.columns c using (table_schema, table_name, column_name)
    where p.grantee = 'app_user' and p.privilege_type = 'UPDATE' and p.table_schema = 'public'
      and c.data_type = 'uuid' and c.column_name like '%\\_by' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(personColumns)))
  expect(rows.map(({ name }) => name).filter(name => !(name in personColumns))).toEqual([])
  const stamped = rows.filter(({ name }) => personColumns[name] === 'app.stamp_act')
  for (const { table_name, column_name } of stamped) {
    const triggers = await portal.owner.query(
      `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
      [`public.${table_name}`],
    )
    expect(triggers.rows.map(({ text }) => text).join('\n'), table_name).toContain(`app.stamp_act('${column_name}'`)
  }
})

/** Policies that let people read by `app.acts_for_office()`, and why they tell nothing about people. */
const officeReads: Record<string, string> = {
  'bank_lines.office_reads': 'the fund’s own account, which approvers compare',
  'cleared_entries.office_reads': 'ids alone',
  'ledger_chain.office_reads': 'hashes alone',
  'maturity_notices.office_reads': 'ids and days alone',
}

test('no policy shows people’s rows to a person who carries out some approval', async ({ portal }) => {
  const { rows } = await portal.owner.query(
    `select tablename || '.' || policyname as name from pg_policies
    where schemaname = 'public' and cmd in ('SELECT', 'ALL') and qual ~ 'acts_for_office|is_applying\\(\\)' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(officeReads))
})

/** The rows that a person reads within a transaction in which they have approved something, before and after. */
async function seenWhileApproving(portal: SharedPortal, actor: Actor, approval: string) {
  return transactionAs(portal, 'app_user', actor.id, async client => {
    const count = async () => {
      const { rows } = await client.query(
        `select (select array_agg(owner_id::text) from documents) as documents, (select array_agg(id::text) from holders) as holders,
          (select count(*)::int from user_profiles) as people, (select count(*)::int from accreditations) as accreditations,
          (select count(*)::int from tax_certifications) as forms, (select count(*)::int from statements) as statements,
          (select count(*)::int from paper_batches) as batches, (select count(*)::int from grants) as grants`,
      )
      return rows[0]
    }
    const before = await count()
    await client.query("update approvals set decision = 'approved' where id = $1", [approval])
    const after = await count()
    const committed = client.query('commit')
    await expect(committed, 'what was approved must be carried out').rejects.toMatchObject(refused)
    return { before, after }
  })
}

test('who approves something sees what it is about, nothing else, and can’t leave it undone', async ({
  portal,
  admin,
  approver,
  investor,
  second,
}) => {
  const mine = await givenHolder(admin, investor)
  const other = await givenHolder(admin, second)
  await givenDocument(portal, investor)
  await givenDocument(portal, second)
  const approval = await requestFreeze(admin, mine.id, { reason: 'dispute' })
  const { before, after } = await seenWhileApproving(portal, approver, approval)
  expect(before).toMatchObject({ documents: null, holders: null, people: 1 })
  expect(after.holders).toEqual([mine.id])
  expect(after.holders).not.toContain(other.id)
  expect(new Set(after.documents ?? [])).toEqual(new Set([investor.id]))
  expect(after).toMatchObject({ people: 1, statements: 0, batches: 0 })
  const { rows } = await portal.owner.query('select decision from approvals where id = $1', [approval])
  expect(rows).toEqual([{ decision: null }])
})

test('a decision is somebody’s own, and comes with its step', async ({ portal, admin, investor, second }) => {
  const holder = await givenHolder(admin, investor)
  const { rows } = await portal.owner.query(
    `insert into tax_certifications (holder_id, form, filename, sha256, submitted_by, state, decided_by, decided_at)
    values ($1, 'w9', 'W-9.pdf', repeat('0', 64), $2, 'accepted', $3, now() - interval '1 day') returning id, decided_at`,
    [holder.id, investor.id, admin.id],
  )
  const [form] = rows
  for (const person of [investor, admin])
    for (const change of [`decided_by = '${second.id}', decided_at = now()`, 'decided_by = null, decided_at = null'])
      await expect(
        queryAs(portal, person.id, `update tax_certifications set ${change} where id = $1`, [form.id]),
        change,
      ).rejects.toMatchObject(refused)
  const { rows: after } = await portal.owner.query(
    'select decided_by, decided_at from tax_certifications where id = $1',
    [form.id],
  )
  expect(after).toEqual([{ decided_by: admin.id, decided_at: form.decided_at }])
})

test('who withdraws a notice of the IRS is who did, and once', async ({ portal, admin, colleague, investor }) => {
  const holder = await givenHolder(admin, investor)
  const number = await portal.owner.query(
    `insert into vault_numbers (id, holder_id, kind, ciphertext, key_id, hmac, last4, created_by)
    values (gen_random_uuid(), $1, 'tin', sha256('a') || sha256('b'), substr(sha256('c'), 1, 16), sha256('one'), '1234', $2) returning id`,
    [holder.id, admin.id],
  )
  const notice = await portal.owner.query(
    `insert into tin_notices (holder_id, kind, number_id, notice_date, received_on, send_by, withhold_from, recorded_by)
    values ($1, 'first', $2, '2026-01-05', '2026-01-06', '2026-01-20', '2026-02-05', $3) returning id`,
    [holder.id, number.rows[0].id, admin.id],
  )
  const { id } = notice.rows[0]
  const withdraw = 'update tin_notices set withdrawn_at = now(), withdrawn_by = $2 where id = $1 returning withdrawn_by'
  const { rows } = await queryAs(portal, admin.id, withdraw, [id, colleague.id])
  expect(rows).toEqual([{ withdrawn_by: admin.id }])
  await expect(queryAs(portal, colleague.id, withdraw, [id, colleague.id])).rejects.toMatchObject(refused)
})

test('a grant that was accepted changes by no statement but the one that ends it', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const holder = await givenHolder(admin, investor)
  const grant = await givenDelegate(portal, investor, second, holder.id)
  for (const [person, change] of [
    [investor, `person_id = '${investor.id}', accepted_at = now()`],
    [investor, 'accepted_at = now()'],
    [admin, `person_id = '${admin.id}', accepted_at = now()`],
    [investor, `revoked_at = now(), accepted_at = now()`],
    [investor, `revoked_by = '${second.id}'`],
  ] as const)
    await expect(
      queryAs(portal, person.id, `update grants set ${change} where id = $1`, [grant]),
      change,
    ).rejects.toMatchObject(refused)
  const ended =
    'update grants set revoked_at = now(), revoked_by = $2, person_id = $2 where id = $1 returning person_id, revoked_by'
  const { rows } = await queryAs(portal, investor.id, ended, [grant, admin.id])
  expect(rows).toEqual([{ person_id: second.id, revoked_by: investor.id }])
  await expect(
    queryAs(portal, investor.id, 'update grants set revoked_at = null, revoked_by = null where id = $1', [grant]),
  ).rejects.toMatchObject(refused)
})

test('nobody who works for the fund becomes a delegate, also not by SQL', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  for (const person of [admin, approver]) {
    const { categories, kind } = accountant(holder.id, person.email)
    const { rows } = await portal.owner.query(
      `insert into grants (holder_id, invited_address, kind, categories, sees_figures, may_download, ends_at, invited_by)
      values ($1, lower($2), $3, $4, false, true, now() + interval '30 days', $5) returning id`,
      [holder.id, person.email, kind, categories, investor.id],
    )
    await expect(
      queryAs(portal, person.id, 'update grants set person_id = $2, accepted_at = now() where id = $1', [
        rows[0].id,
        person.id,
      ]),
    ).rejects.toMatchObject({ constraint: 'delegate_of_office' })
  }
})

test('an administrator alone shows nobody a document that was prepared or recalled, and hides nobody else’s', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  const document = await givenDocument(portal, investor, { uploadedBy: admin })
  const release = 'update documents set unreleased = $2 where id = $1'
  await portal.owner.query('update documents set unreleased = true, holder_id = $2 where id = $1', [
    document.id,
    holder.id,
  ])
  await expect(queryAs(portal, admin.id, release, [document.id, false])).rejects.toMatchObject(refused)
  const other = await givenDocument(portal, investor)
  await expect(queryAs(portal, admin.id, release, [other.id, true])).rejects.toMatchObject(refused)
  // Of an administrator's own: the bank's page.
  const own = await givenDocument(portal, admin)
  await queryAs(portal, admin.id, release, [own.id, true])
  await expect(queryAs(portal, admin.id, release, [own.id, false])).rejects.toMatchObject(refused)
})
