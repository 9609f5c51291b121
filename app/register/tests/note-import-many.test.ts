import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { askForImport, checkFile } from '../../../tests/helpers/imports.ts'
import { rounds, someOf } from '../../../tests/helpers/lane.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { trialBalance } from '../../ledger/server/get-ledger.ts'
import { scheduleOf } from '../../notes/schedule.ts'
import { getRegister } from '../server/register-list.ts'

const head =
  'record,note,holder_name,holder_kind,holder_state,member_email,principal,rate_percent,term_months,payout,day_count,issue_date,due_date,paid_on,amount,reference'

/** Two-year notes, with one year of monthly payments so far. */
function manyNotes(count: number, email: string, prefix: string): { content: string; payments: number } {
  const issueDate = addMonths(fundDay(), -12)
  const terms = {
    principalCents: 20_000_000n,
    rateBp: 1100,
    termMonths: 24,
    payout: 'monthly',
    dayCount: '30/360',
    convention: 'following',
    issueDate,
  } as const
  const paid = scheduleOf(terms).filter(({ pay }) => pay <= fundDay())
  const rows = [head]
  for (let n = 0; n < count; n++) {
    const number = `${prefix}-${String(n).padStart(4, '0')}`
    rows.push(`note,${number},Holder ${number},individual,TX,${email},200000,11,24,monthly,30/360,${issueDate},,,,`)
    for (const { due, pay, interestCents } of paid) {
      const amount = `${String(interestCents).slice(0, -2)}.${String(interestCents).slice(-2)}`
      rows.push(`payment,${number},,,,,,,,,,,${due},${pay},${amount},ACH ${n}`)
    }
  }
  return { content: rows.join('\r\n'), payments: count * paid.length }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

// `npm run bench -- register` measures the duration.
test('many notes with a year of payments are imported at once', async ({ admin, colleague, investor }) => {
  const count = rounds(60, 1000)
  const { content, payments } = manyNotes(count, investor.email, 'BIG')
  const check = await checkFile(admin, content)
  expect(check).toMatchObject({ notes: count, payments, problems: [], differences: [] })
  await askForImport(admin, { filename: 'big.csv', content, sha256: check.sha256 })
  const requested = (await getApprovals(colleague)).waiting.find(({ title }) => title === 'Import of notes')
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  expect((await getRegister(admin, { on: fundDay(), search: 'BIG-' })).totals).toMatchObject({ notes: count })
  const balance = await trialBalance(admin, fundDay())
  expect(balance.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)).toBe(0n)
})

test('an import whose connection is killed at any moment leaves nothing of it', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const count = rounds(30, 150)
  const { content } = manyNotes(count, investor.email, 'KILL')
  await askForImport(admin, { filename: 'kill.csv', content, sha256: sha256(content) })
  const requested = (await getApprovals(colleague)).waiting.find(({ summary }) => summary.includes('kill.csv'))
  const counts = async () => {
    const { rows } = await portal.owner.query(`select (select count(*) from notes)::int as notes,
      (select count(*) from holders)::int as holders, (select count(*) from schedule_lines)::int as lines,
      (select count(*) from ledger_entries)::int as entries, (select count(*) from ledger_chain)::int as chained,
      (select count(*) from import_batches where imported_at is not null)::int as imported`)
    return rows[0]
  }
  const before = await counts()
  for (const delay of someOf([5, 40, 90], [5, 40, 90, 160, 260, 400])) {
    const deciding = decideApproval(colleague, requested?.id ?? '', 'approved').then(
      () => 'done',
      () => 'failed',
    )
    await new Promise(resolve => setTimeout(resolve, delay))
    await portal.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where state <> 'idle' and pid <> pg_backend_pid() and datname = current_database() and xact_start is not null
        and query ~* 'insert into "?(notes|holders|holder_members|schedule_lines|ledger_entries|ledger_lines)|commit|import_batches'`)
    if ((await deciding) === 'done') break
    expect(await counts()).toEqual(before)
  }
  const { rows } = await portal.owner.query('select decision from approvals where id = $1', [requested?.id])
  if (!rows[0].decision) await decideApproval(colleague, requested?.id ?? '', 'approved')
  const after = await counts()
  expect([after.notes - before.notes, after.holders - before.holders, after.imported - before.imported]).toEqual([
    count,
    count,
    1,
  ])
  expect(after.entries).toBe(after.chained)
})
