import { expect } from 'vitest'
import { trialBalance } from '../../app/ledger/server/get-ledger.ts'
import type { DayCount, Payout } from '../../app/notes/interest.ts'
import { owedOn } from '../../app/notes/owed.ts'
import { registerReport } from '../../app/register/office/register-columns.tsx'
import { getInterestPaid } from '../../app/register/server/interest-paid.ts'
import { getPaymentRegister, getPaymentsByHolder } from '../../app/register/server/payment-register.ts'
import { exportRegister } from '../../app/register/server/register-export.ts'
import { getRollForward, rollForwardParts } from '../../app/register/server/roll-forward.ts'
import type { Convention } from '../../rules/business-days.ts'
import { parseCents, sumCents } from '../../rules/money.ts'
import type { Actor } from '../../server/access/actor.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { linesOf } from './csv.ts'
import { readCsv } from './journal.ts'

/** Account 2010 of the trial balance, as an amount owed. */
async function notesPayable(admin: Actor, day: string): Promise<bigint> {
  const line = (await trialBalance(admin, day)).find(({ account }) => account === 2010)
  return (line?.credit ?? 0n) - (line?.debit ?? 0n)
}

/** Compares each year's payments, notes payable and holders with the other reports. @returns the years */
export async function expectTies(admin: Actor): Promise<number[]> {
  const { years } = await getRollForward(admin, { year: Number(fundDay().slice(0, 4)) })
  for (const year of years) {
    const { payments, totals, ties } = await getPaymentRegister(admin, { year, size: 10_000 })
    const sumOf = (part: 'interest' | 'principal' | 'total') => sumCents(payments.map(payment => payment[part]))
    expect([sumOf('interest'), sumOf('principal'), sumOf('total')], `${year}`).toEqual([
      ...[totals.all.interest, totals.all.principal, totals.all.total],
    ])
    expect([ties?.interest.paid, ties?.principal.paid, ties?.interestPaid], `${year}`).toEqual([
      ...[totals.all.interest, totals.all.principal, totals.all.interest],
    ])
    expect([ties?.interest.difference, ties?.principal.difference], `${year}`).toEqual([0n, 0n])
    const { holders } = await getPaymentsByHolder(admin, { year, size: 10_000 })
    const reported = (await getInterestPaid(admin, { year, size: 10_000 })).holders
    for (const { holderNumber, interest } of holders)
      expect(interest, holderNumber).toBe(reported.find(({ number }) => number === holderNumber)?.net ?? 0n)

    const { months, maturities, through } = await getRollForward(admin, { year })
    for (const month of months) {
      const changed = sumCents(rollForwardParts.map(part => month[part]))
      expect(month.opening + changed, month.month).toBe(month.closing)
      expect([month.closing, month.ledger], month.month).toEqual([
        await notesPayable(admin, month.to),
        await notesPayable(admin, month.to),
      ])
    }
    expect(sumCents(maturities.map(({ principal }) => principal))).toBe(await notesPayable(admin, through))
  }
  return years
}

/** @returns the rows of the register's file on a day, by heading */
export async function registerFile(admin: Actor, on: string): Promise<Record<string, string>[]> {
  const rows = await exportRegister(admin, 'register', { query: { on, show: 'all' } })
  const [head = [], ...cells] = readCsv((await linesOf(registerReport.csv, rows)).join('\r\n'))
  return cells.map(row => Object.fromEntries(head.map((heading, at) => [heading, row[at] ?? ''])))
}

const centsIn = (row: Record<string, string>, heading: string) => parseCents(row[heading] ?? '') ?? 0n
const basisPoints = (percent: string) => Math.round(Number(percent) * 100)

/** Computes a note's principal and accrued interest again, only from its row of the file. */
function recomputed(row: Record<string, string>) {
  const on = row['As of'] ?? ''
  const owed = centsIn(row, 'Original principal') - centsIn(row, 'Principal repaid')
  const terms = {
    principalCents: centsIn(row, 'Original principal'),
    rateBp: basisPoints(row['Rate (%)'] ?? ''),
    termMonths: Number(row['Term (months)']) as 12 | 24,
    payout: row.Payout as Payout,
    dayCount: row['Day count'] as DayCount,
    convention: row.Convention as Convention,
    issueDate: row.Issued ?? '',
    ...(row['First payment date'] && { firstPaymentDate: row['First payment date'] }),
  }
  const defaultRateBp = row['Default rate (%)'] ? basisPoints(row['Default rate (%)']) : null
  const interestFrom = row['Interest from'] ?? ''
  const { accrued, lateInterest } = owedOn(
    { terms, principal: owed, unpaid: 0n, defaultRateBp, interestFrom, lateCredit: 0n },
    on,
  )
  return { owed, accrued, lateInterest }
}

/** @returns the number of rows with accruing interest */
export async function expectRecomputed(admin: Actor, on: string): Promise<number> {
  let accruing = 0
  for (const row of await registerFile(admin, on)) {
    // Nothing accrues on a note that isn't issued, has ended, or continues as another note.
    if (row.Accrued === '') continue
    const { owed, accrued, lateInterest } = recomputed(row)
    expect([row.Note, owed, accrued, lateInterest]).toEqual([
      row.Note,
      ...['Principal', 'Accrued', 'Late interest'].map(heading => centsIn(row, heading)),
    ])
    if (accrued + lateInterest > 0n) accruing++
  }
  return accruing
}
