import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { noteSettings } from '../../../content/notes.ts'
import { addDays, addMonths, formatDay } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { noteRow } from '../../../server/sample/notes.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { askForImport, checkFile } from '../../../tests/helpers/imports.ts'
import { givenAccreditation } from '../../../tests/helpers/notes.ts'
import { transactionAs } from '../../../tests/helpers/query-as.ts'
import { test as shared } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getRegister } from '../server/register-list.ts'
import { getSales } from '../server/sales.ts'

/* An import is for history: a note that could be sold here, to a verified holder who signs, needs an explanation. */

const test = shared.extend('prefix', ({ domain }) =>
  domain.replace('story-', 'N').replace('.example', '').toUpperCase(),
)

const today = fundDay()
const head =
  'record,note,holder_number,holder_code,holder_name,holder_kind,holder_state,member_email,offering,principal,rate_percent,term_months,payout,day_count,issue_date'

function fileOf(...notes: { number: string; holder: string; issued: string }[]): string {
  const rows = notes.map(
    ({ number, holder, issued }) => `note,${number},${holder},Series ${number},200000,11,12,monthly,30/360,${issued}`,
  )
  return [head, ...rows].join('\r\n')
}

async function ask(admin: Actor, content: string, reason?: string): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  await askForImport(admin, { filename: 'notes.csv', content, sha256, ...(reason && { reason }) })
}

async function findRequest(decider: Actor, text: string) {
  return (await getApprovals(decider)).waiting.find(({ lines }) => lines.join(' ').includes(text))
}

test('a note that is new is imported with a reason only, by two administrators who read that nothing verified it', async ({
  portal,
  admin,
  colleague,
  approver,
  investor,
  prefix,
}) => {
  const issued = addDays(today, -3)
  const holder = `,,Never Verified ${prefix} LLC,llc,TX,${investor.email}`
  const content = fileOf(
    { number: `${prefix}-NEW`, holder, issued },
    { number: `${prefix}-OLD`, holder, issued: addMonths(today, -6) },
  )
  const check = await checkFile(admin, content)
  expect(check).toMatchObject({ problems: [], newFrom: addDays(today, -noteSettings.importHistoryDays) })
  const words = `$200,000 of Never Verified ${prefix} LLC, issued on ${formatDay(issued)}. Its holder isn’t verified here, and no one here has seen a signature or the money.`
  expect(check.newNotes).toMatchObject([{ line: 2, note: `${prefix}-NEW`, isVerified: false, words }])
  await expect(ask(admin, content)).rejects.toMatchObject({ code: 'IMPORT_NEW_NOTES' })

  const reason = 'Signed on paper; counsel’s letter of this month is filed.'
  await ask(admin, content, reason)
  const requested = await findRequest(colleague, `${prefix}-NEW`)
  const lines = requested?.lines.join(' ')
  expect(lines).toContain(`${prefix}-NEW: ${words}`)
  expect(lines).not.toContain(`${prefix}-OLD: $200,000`)
  expect(lines).toContain(`The reason given: ${reason}`)
  await expect(decideApproval(approver, requested?.id ?? '', 'approved')).rejects.toMatchObject({
    code: 'ADMINISTRATOR_DECIDES',
  })
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  expect((await getRegister(admin, { on: today, search: prefix })).totals).toMatchObject({ notes: 2 })
  expect((await getSales(admin)).some(({ offering }) => offering === `Series ${prefix}-NEW`)).toBe(true)
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'register.imported' and actor_id = $1",
    [colleague.id],
  )
  expect(rows[0].details).toMatchObject({ not_verified_here: [`${prefix}-NEW`], reason })
})

test('history takes no reason, and an approver may approve it', async ({ admin, approver, investor, prefix }) => {
  const holder = `,,History ${prefix},individual,TX,${investor.email}`
  const content = fileOf({ number: `${prefix}-A`, holder, issued: addDays(today, -noteSettings.importHistoryDays - 1) })
  expect((await checkFile(admin, content)).newNotes).toEqual([])
  await ask(admin, content)
  await decideApproval(approver, (await findRequest(approver, `History ${prefix}`))?.id ?? '', 'approved')
  expect((await getRegister(admin, { on: today, search: prefix })).totals).toMatchObject({ notes: 1 })
})

test('a new note of a holder who is verified here for that day relies on it, as one that is sold here', async ({
  portal,
  admin,
  colleague,
  investor,
  prefix,
}) => {
  const { id, number } = await givenHolder(admin, investor, { legalName: `Verified ${prefix}` })
  await givenAccreditation(portal, id, investor)
  await portal.owner.query("update accreditations set method = 'income' where holder_id = $1", [id])
  const content = fileOf({
    number: `${prefix}-V`,
    holder: `${number},,Verified ${prefix},,,`,
    issued: addDays(today, -3),
  })
  const { newNotes, knownHolders } = await checkFile(admin, content)
  expect(newNotes).toMatchObject([{ isVerified: true, holder: `Verified ${prefix}` }])
  expect(newNotes[0]?.words).toContain('Its holder is verified here for that day, and the note will rely on that')
  expect(knownHolders).toEqual([{ number, name: `Verified ${prefix}`, notes: [`${prefix}-V`] }])

  // The verification is for one sale: a second note of the file has none.
  const [head, row = ''] = content.split('\r\n')
  const both = [head, row, row.replace(`${prefix}-V`, `${prefix}-W`)].join('\r\n')
  expect((await checkFile(admin, both)).newNotes).toMatchObject([{ isVerified: true }, { isVerified: false }])
  await ask(admin, both, 'Signed on paper while the portal was down.')
  const requested = (await findRequest(colleague, `Verified ${prefix}`))?.id ?? ''
  // It has ended meanwhile: the approval's description is outdated.
  const setState = (state: string) =>
    portal.owner.query('update accreditations set state = $1 where holder_id = $2', [state, id])
  await setState('expired')
  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject({ code: 'IMPORT_STALE' })
  await setState('approved')
  await decideApproval(colleague, requested, 'approved')
  const { rows } = await portal.owner.query(
    `select n.number, r.relied_on::text as day from notes n left join reliances r on r.note_id = n.id
      where n.holder_id = $1 order by 1`,
    [id],
  )
  expect(rows).toEqual([
    { number: `${prefix}-V`, day: addDays(today, -3) },
    { number: `${prefix}-W`, day: null },
  ])
})

test('the database takes no new note that the approval of an import doesn’t name', async ({
  portal,
  admin,
  colleague,
  investor,
  prefix,
}) => {
  const { id: holderId } = await givenHolder(admin, investor)
  const holder = `,,Named ${prefix},individual,TX,${investor.email}`
  await ask(admin, fileOf({ number: `${prefix}-B`, holder, issued: addMonths(today, -6) }))
  const requested = (await findRequest(colleague, `Named ${prefix}`))?.id
  const write = (issued: string) =>
    transactionAs(portal, 'app_user', colleague.id, async client => {
      await client.query("update approvals set decision = 'approved' where id = $1", [requested])
      return client.query(
        insertOf('notes', noteRow({ issueDate: issued }, { holder_id: holderId, number: `${prefix}-C` })),
      )
    })
  await expect(write(addDays(today, -3))).rejects.toMatchObject({ constraint: 'imported_note_is_history' })
  expect(await write(addMonths(today, -6))).toMatchObject({ rowCount: 1 })
})

test('once notes are signed here, whatever was issued since is new', async ({ portal, admin, investor }) => {
  const { id: holderId } = await givenHolder(admin, investor)
  const { owner } = portal
  await owner.query('begin')
  try {
    await owner.query(
      `with own as (insert into notes (number, holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count,
          created_at)
        values ('FIRST-OWN', $1, 'x', 1, 1, 12, 'monthly', '30/360', '2020-03-02 18:00Z') returning id)
      insert into note_signers (note_id, user_id, signed_at, recorded_by) select id, $2, now(), $2 from own`,
      [holderId, investor.id],
    )
    const { rows } = await owner.query('select app.imports_are_new_from()::text as day')
    expect(rows[0].day).toBe('2020-03-02')
  } finally {
    await owner.query('rollback')
  }
})

test('two holders of one name stay two where the file says so, and one where it says nothing is named as one', async ({
  admin,
  colleague,
  investor,
  prefix,
}) => {
  const name = `John Smith ${prefix}`
  const row = (code: string) => `,${code},${name},individual,TX,${investor.email}`
  const issued = addMonths(today, -6)
  const notes = (codes: string[]) =>
    fileOf(...codes.map((code, at) => ({ number: `${prefix}-${at}`, holder: row(code), issued })))
  const one = await checkFile(admin, notes(['', '']))
  expect(one.holders).toMatchObject([{ name, notes: [`${prefix}-0`, `${prefix}-1`] }])
  const some = await checkFile(admin, notes(['Sr', '']))
  expect(some.problems[0]?.problem).toMatch(/^Some rows of John Smith .* have a holder_code. Give each row one/)

  await ask(admin, notes(['', '']))
  const asOne = await findRequest(colleague, name)
  expect(asOne?.lines.join(' ')).toContain(`2 notes of one holder: ${prefix}-0, ${prefix}-1`)
  await decideApproval(colleague, asOne?.id ?? '', 'rejected')
  await ask(admin, notes(['Sr', 'Jr']))
  await decideApproval(colleague, (await findRequest(colleague, name))?.id ?? '', 'approved')
  const { notes: held } = await getRegister(admin, { on: today, search: prefix })
  expect(new Set(held.map(({ holderId }) => holderId)).size).toBe(2)
})
