import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { paperless } from '../../../content/paperless.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { storage } from '../../../server/storage/storage.ts'
import { randomFrom } from '../../../tests/crash/random.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type Round, whileKilled } from '../../../tests/helpers/killed-process.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { requestFurnishing } from '../server/furnish-forms.ts'
import { reviewTaxRun } from '../server/tax-runs.ts'

const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const seed = Number(process.env.CRASH_SEED ?? 1)
const payees = 24
/** Holders with a member's consent to paperless forms. */
const agreed = 14
const subject = 'IMPORTANT TAX RETURN DOCUMENT AVAILABLE'

test('a process that is killed while it prepares tax forms or furnishes them leaves each payee one paper and one e-mail', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const random = randomFrom(seed)
  const colleague = await portal.newPerson(`colleague@${domain}`, { isAdmin: true })
  for (let round = 1; round <= rounds; round++) {
    const all = { portal, admin, colleague, random }
    const year = Number(fundDay().slice(0, 4)) - round
    await givenPayees(portal, investor.id, year)
    const run = await prepareWhileKilled(all, year)
    await furnishWhileKilled(all, run, investor)
  }
})

/** Holders of one year: those of the previous round have no note with payments in it. */
async function givenPayees({ owner }: SharedPortal, memberId: string, year: number): Promise<void> {
  const query = (text: string, values?: unknown[]) => owner.query(text, values)
  for (let n = 0; n < payees; n++) {
    const holder = await insertHolder(query, [{ id: memberId }], { name: `Payee ${year} ${n}` })
    await query("update holders set address_lines = E'1 Congress Avenue\\nAustin, TX 78701' where id = $1", [holder])
    await insertNote(query, holder, { issueDate: `${year}-01-15`, until: `${year}-04-01`, paid: [1, 2] })
    if (n < agreed)
      await query(
        `insert into tax_consents (id, holder_id, user_id, version, software, text_sha256, word, typed, given_at)
        values ($1, $2, $3, $4, $5, repeat('0', 64), 'maple', 'maple', now())`,
        [randomUUID(), holder, memberId, paperless.version, paperless.softwareVersion],
      )
  }
}

/** Each payee has one form, with a file that matches it. @returns the run's id */
async function prepareWhileKilled(all: Round, year: number): Promise<string> {
  const { owner } = all.portal
  // Without its job, which this process would run.
  const { rows } = await owner.query('insert into tax_runs (year) values ($1) returning id', [year])
  const run: string = rows[0].id
  const made = async () => {
    const counted = await owner.query(
      `select count(*) filter (where t.prepared_at is not null)::int as prepared, count(t.document_id)::int as named,
        (select count(*)::int from documents d where d.category = 'Tax' and d.unreleased) as documents,
        (select count(*)::int from documents d where d.category = 'Tax' and d.unreleased
          and not exists (select from tax_returns o where o.document_id = d.id and o.sha256 = d.sha256)) as stray
      from tax_returns t where t.run_id = $1`,
      [run],
    )
    return counted.rows[0]
  }
  await whileKilled(all, `forms ${run}`, async () => {
    const { prepared, named, documents, stray } = await made()
    expect({ named, documents, stray }).toEqual({ named: prepared, documents: prepared, stray: 0 })
  })
  expect(await made()).toEqual({ prepared: payees, named: payees, documents: payees, stray: 0 })
  const files = await owner.query(
    'select d.file_path, d.file_size::int as size from tax_returns t join documents d on d.id = t.document_id where t.run_id = $1',
    [run],
  )
  for (const { file_path, size } of files.rows) {
    let read = 0
    for await (const chunk of (await storage().read(file_path)) ?? []) read += chunk.length
    expect(read).toBe(size)
  }
  return run
}

/** All forms are visible to payees and notified once, or none. */
async function furnishWhileKilled(all: Round, run: string, investor: { id: string; email: string }): Promise<void> {
  const { portal, admin } = all
  await reviewTaxRun(admin, run)
  const approval = await requestFurnishing(admin, run)
  const furnished = async () => {
    const { rows } = await portal.owner.query(
      `select (select state from tax_runs where id = $1) as state, count(t.furnished_at)::int as furnished,
        count(*) filter (where t.delivery = 'paper')::int as paper,
        (select count(*)::int from tax_returns o join documents d on d.id = o.document_id
          where o.run_id = $1 and not d.unreleased) as seen,
        (select count(*)::int from tax_return_mails m join tax_returns o on o.id = m.return_id where o.run_id = $1) as mails,
        (select count(*)::int from notices n join tax_returns o on o.document_id = n.document_id
          where o.run_id = $1 and n.user_id = $2) as told,
        (select count(*)::int from audit_log l where l.action = 'tax.run_furnished' and l.subject_id = $1::text) as audited
      from tax_returns t where t.run_id = $1`,
      [run, investor.id],
    )
    return rows[0]
  }
  const before = { state: 'reviewed', furnished: 0, paper: 0, seen: 0, mails: 0, told: 0, audited: 0 }
  const paper = payees - agreed
  const after = { state: 'furnished', furnished: payees, paper, seen: payees, mails: agreed, told: paper, audited: 1 }
  await whileKilled(all, `approve ${approval}`, async () => expect([before, after]).toContainEqual(await furnished()))
  expect(await furnished()).toEqual(after)

  // One e-mail each. A process that dies after the mail server accepted one may resend it, with the same Message-ID.
  const { rows } = await portal.owner.query(
    'select mail_id from tax_return_mails m join tax_returns t on t.id = m.return_id where t.run_id = $1',
    [run],
  )
  const ids = rows.map(({ mail_id }) => mail_id as string).toSorted()
  const sent = () => {
    const mails = portal.mailbox.allTo(investor.email).filter(mail => mail.subject === subject)
    return ids.filter(id => mails.some(({ messageId }) => messageId?.includes(id)))
  }
  await eventually('an e-mail about each form', async () => sent().length === ids.length)
  await allSent(portal)
  expect(sent()).toEqual(ids)
  const known = new Set(
    (await portal.owner.query('select mail_id from tax_return_mails')).rows.map(({ mail_id }) => mail_id),
  )
  const others = portal.mailbox
    .allTo(investor.email)
    .filter(mail => mail.subject === subject && ![...known].some(id => mail.messageId?.includes(id)))
  expect(others).toEqual([])
}
